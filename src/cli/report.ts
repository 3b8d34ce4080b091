/** Prints what commands decided and what went wrong. Results go to stdout, everything else to stderr. */
import type { UserError } from '../errors.js';
import type { Diagnostic } from '../model/diagnostic.js';
import type { FileChange } from '../scaffold/file-change.js';
import { diagnosticPage, errorPage } from './pages/code-page.js';
import { printable } from './printable.js';
import { paint, paintOut, type Terminal } from './terminal.js';
import { unifiedDiff } from './unified-diff.js';

const verbs: Readonly<Record<FileChange['kind'], string>> = {
  create: 'created',
  modify: 'changed',
  regenerate: 'generated',
  move: 'moved',
  delete: 'deleted',
};

const mostLines = 12;

/** One line per file; on a terminal many files are one line, as they would push what matters off the screen. */
export function reportChanges(
  terminal: Terminal,
  changes: readonly FileChange[],
  { isDryRun = false, verbose = false }: { readonly isDryRun?: boolean; readonly verbose?: boolean } = {},
): void {
  if (terminal.output.isTty && !verbose && changes.length > mostLines) {
    terminal.out(`${summary(changes, isDryRun)} (--verbose lists them)\n`);
    return;
  }
  for (const change of changes) {
    const verb = (isDryRun ? `would be ${verbs[change.kind]}` : verbs[change.kind]).padEnd(isDryRun ? 19 : 10);
    const place = change.kind === 'move' ? `${change.from} → ${change.path}` : change.path;
    terminal.out(`${paintOut(terminal, change.kind === 'delete' ? 'red' : 'green', verb)}${printable(place)}\n`);
  }
}

/** `created 54 files, changed 3`. */
function summary(changes: readonly FileChange[], isDryRun: boolean): string {
  const counts = new Map<string, number>();
  for (const { kind } of changes) counts.set(verbs[kind], (counts.get(verbs[kind]) ?? 0) + 1);
  const parts = [...counts].map(([verb, count], index) =>
    index === 0 ? `${verb} ${count} ${count === 1 ? 'file' : 'files'}` : `${verb} ${count}`,
  );
  return `${isDryRun ? 'would have ' : ''}${parts.join(', ')}`;
}

/** The changes as a patch that `git apply` takes. */
export function reportDiff(terminal: Terminal, changes: readonly FileChange[]): void {
  for (const change of changes) {
    if (change.kind !== 'delete' && typeof change.text !== 'string') {
      terminal.err(`note: ${change.path} (${change.text.length} bytes) is binary, and not in the diff\n`);
      continue;
    }
    const diff = patchOf(change);
    // A patch has the bytes of its files; only a terminal has to be kept from what they could do to it.
    terminal.out(terminal.output.isTty ? colorDiff(terminal, printable(diff)) : diff);
  }
}

function patchOf(change: FileChange): string {
  const { path } = change;
  if (change.kind === 'delete') {
    return `diff --git a/${path} b/${path}\ndeleted file mode 100644\n${unifiedDiff(path, change.before, undefined)}`;
  }
  const text = String(change.text);
  if (change.kind === 'create') {
    const mode = change.mode === 0o755 ? '100755' : '100644';
    return `diff --git a/${path} b/${path}\nnew file mode ${mode}\n${unifiedDiff(path, undefined, text)}`;
  }
  if (change.kind !== 'move') return `diff --git a/${path} b/${path}\n${unifiedDiff(path, change.before, text)}`;
  const body = unifiedDiff(path, change.before, text).replace(/^--- a\/.*$/m, `--- a/${change.from}`);
  return `diff --git a/${change.from} b/${path}\nrename from ${change.from}\nrename to ${path}\n${body}`;
}

/** A diff in the colours that people know. */
export function colorDiff(terminal: Pick<Terminal, 'output'>, diff: string): string {
  if (!terminal.output.hasColor) return diff;
  return diff.replaceAll(/^([-+@]).*$/gm, (line, sign: string) =>
    paintOut(terminal, sign === '-' ? 'red' : sign === '+' ? 'green' : 'cyan', line),
  );
}

/** Problems in sources, with the line they are in and a caret below it. */
export function reportDiagnostics(terminal: Terminal, diagnostics: readonly Diagnostic[]): void {
  terminal.err(formatDiagnostics(terminal, diagnostics));
  if (diagnostics.length > 1) terminal.err(`${countOf(diagnostics)}\n`);
}

/** All of them, each followed by an empty line; the first of each code names its page. */
export function formatDiagnostics(
  terminal: Pick<Terminal, 'hasColor' | 'docs'>,
  diagnostics: readonly Diagnostic[],
): string {
  const told = new Set<string>();
  return diagnostics
    .map((diagnostic) => {
      const page = told.has(diagnostic.code) ? undefined : diagnosticPage(terminal.docs, diagnostic.code);
      told.add(diagnostic.code);
      return `${formatDiagnostic(terminal, diagnostic, page)}\n`;
    })
    .join('');
}

/** `5 errors, 1 warning`. */
export function countOf(diagnostics: readonly Diagnostic[]): string {
  return (['error', 'warning', 'note'] as const)
    .map((severity) => ({ severity, count: diagnostics.filter((one) => one.severity === severity).length }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => `${count} ${severity}${count === 1 ? '' : 's'}`)
    .join(', ');
}

/** One diagnostic as text. */
export function formatDiagnostic(terminal: Pick<Terminal, 'hasColor'>, diagnostic: Diagnostic, page?: string): string {
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
  if (page !== undefined) lines.push(`  ${paint(terminal, 'bold', 'see')}: ${printable(page)}`);
  return `${lines.join('\n')}\n`;
}

/** An error that the user can fix; how many problems of the sources are its reason comes last, where it is seen. */
export function reportUserError(terminal: Terminal, error: UserError): void {
  const { diagnostics, code, message, fix } = error;
  terminal.err(formatDiagnostics(terminal, diagnostics));
  const page = errorPage(terminal.docs, code);
  terminal.err(formatDiagnostic(terminal, { severity: 'error', code, message, fix }, page));
  if (diagnostics.length > 0) terminal.err(`${countOf(diagnostics)}\n`);
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
