/** Prints what commands decided and what went wrong. Results go to stdout, everything else to stderr. */
import type { UserError } from '../errors.js';
import type { Diagnostic } from '../model/diagnostic.js';
import type { FileChange } from '../scaffold/file-change.js';
import { printable } from './printable.js';
import { paint, type Terminal } from './terminal.js';
import { unifiedDiff } from './unified-diff.js';

const verbs: Readonly<Record<FileChange['kind'], string>> = {
  create: 'created',
  modify: 'changed',
  regenerate: 'generated',
  move: 'moved',
  delete: 'deleted',
};

/** One line per file. */
export function reportChanges(terminal: Terminal, changes: readonly FileChange[], isDryRun: boolean): void {
  for (const change of changes) {
    const verb = (isDryRun ? `would be ${verbs[change.kind]}` : verbs[change.kind]).padEnd(isDryRun ? 19 : 10);
    const place = change.kind === 'move' ? `${change.from} → ${change.path}` : change.path;
    terminal.out(`${paint(terminal, change.kind === 'delete' ? 'red' : 'green', verb)}${printable(place)}\n`);
  }
}

/** The changes as a unified diff. */
export function reportDiff(terminal: Terminal, changes: readonly FileChange[]): void {
  for (const change of changes) terminal.out(colorDiff(terminal, printable(diffOf(change))));
}

function diffOf(change: FileChange): string {
  if (change.kind === 'delete') return unifiedDiff(change.path, change.before, undefined);
  if (typeof change.text !== 'string') return `Binary file ${change.path} (${change.text.length} bytes) is added\n`;
  if (change.kind === 'create') return unifiedDiff(change.path, undefined, change.text);
  const rename = change.kind === 'move' ? `rename from ${change.from}\nrename to ${change.path}\n` : '';
  return rename + unifiedDiff(change.path, change.before, change.text);
}

/** A diff in the colours that people know. */
export function colorDiff(terminal: Terminal, diff: string): string {
  if (!terminal.hasColor) return diff;
  return diff.replaceAll(/^([-+@]).*$/gm, (line, sign: string) =>
    paint(terminal, sign === '-' ? 'red' : sign === '+' ? 'green' : 'cyan', line),
  );
}

/** Problems in sources, with the line they are in and a caret below it. */
export function reportDiagnostics(terminal: Terminal, diagnostics: readonly Diagnostic[]): void {
  for (const diagnostic of diagnostics) terminal.err(formatDiagnostic(terminal, diagnostic));
}

/** One diagnostic as text. */
export function formatDiagnostic(terminal: Pick<Terminal, 'hasColor'>, diagnostic: Diagnostic): string {
  const { severity, code, position } = diagnostic;
  const [message, excerpt, fix] = [diagnostic.message, diagnostic.excerpt, diagnostic.fix].map((text) =>
    text === undefined ? undefined : printable(text),
  );
  const color = severity === 'error' ? 'red' : severity === 'warning' ? 'yellow' : 'cyan';
  const lines = [`${paint(terminal, color, `${severity} ${code}`)}: ${message}`];
  if (position !== undefined) lines.push(`  ${printable(position.file)}:${position.line}:${position.column}`);
  if (position !== undefined && excerpt !== undefined) {
    const number = String(position.line);
    const gap = excerpt.slice(0, position.column - 1).replaceAll(/[^\t]/g, ' ');
    const caret = '^'.repeat(Math.max(1, Math.min(position.length ?? 1, excerpt.length - position.column + 1)));
    lines.push(
      `    ${number} | ${excerpt}`,
      `    ${' '.repeat(number.length)} | ${gap}${paint(terminal, color, caret)}`,
    );
  }
  if (fix !== undefined) lines.push(`  ${paint(terminal, 'bold', 'fix')}: ${fix.replaceAll('\n', '\n  ')}`);
  return `${lines.join('\n')}\n`;
}

/** An error that the user can fix. */
export function reportUserError(terminal: Terminal, error: UserError): void {
  reportDiagnostics(terminal, error.diagnostics);
  terminal.err(
    formatDiagnostic(terminal, { severity: 'error', code: error.code, message: error.message, fix: error.fix }),
  );
}

/** An error that is ours. */
export function reportBug(terminal: Terminal, error: unknown, version: string): void {
  const stack = printable(error instanceof Error ? (error.stack ?? error.message) : String(error));
  terminal.err(
    `${paint(terminal, 'red', 'internal error')}: this is a bug in kbts ${version} (Node ${process.version}, ${process.platform})\n${stack}\n` +
      `  ${paint(terminal, 'bold', 'fix')}: please report it with the command you ran and the text above\n`,
  );
}

/** What to do next. */
export function reportNext(terminal: Terminal, next: readonly string[]): void {
  if (next.length === 0) return;
  terminal.err(`\nNext:\n${next.map((line) => `  ${line}\n`).join('')}`);
}
