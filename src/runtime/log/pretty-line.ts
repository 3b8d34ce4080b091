/** A JSON log line as a line for people. Strangers write names, messages and errors, so nothing of it acts on the terminal. */
import { printable } from './printable.js';

const COLORS: Readonly<Record<string, string>> = { error: '\u001B[31m', info: '\u001B[36m', debug: '\u001B[90m' };
/** A line of a stack inside of kbts or Node, where a user has nothing to look for. JSON lines have them. */
const FOREIGN_FRAME = /^\s+at .*?(?:[\\/]node_modules[\\/]kbts[\\/]dist[\\/]|\bnode:)/;
const DIM = '\u001B[2m';
const RESET = '\u001B[0m';
const SHOWN_ELSEWHERE: ReadonlySet<string> = new Set(['level', 'ts', 'logger', 'msg', 'error']);

/** `09:15:04.123 INFO  manager.cache  started  kind=Pod`, followed by the stack of an error. */
export function prettyLine(json: string, options: { color: boolean }): string {
  const record = parse(json);
  if (!record) return `${printable(json.trimEnd())}\n`;
  const paint = (code: string, text: string): string => (options.color ? `${code}${text}${RESET}` : text);
  const level = String(record['level'] ?? 'info');
  const parts = [
    paint(DIM, printable(String(record['ts'] ?? '').slice(11, 23))),
    paint(COLORS[level] ?? '', printable(level).toUpperCase().padEnd(5)),
    ...(record['logger'] === undefined ? [] : [paint(DIM, printable(String(record['logger'])))]),
    printable(String(record['msg'] ?? '')),
    ...Object.entries(record)
      .filter(([name]) => !SHOWN_ELSEWHERE.has(name))
      .map(([name, value]) => `${paint(DIM, `${printable(name)}=`)}${textOf(value)}`),
  ];
  return `${parts.join('  ')}\n${errorLines(record['error'])}`;
}

function parse(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    // Not ours: shown as it came, as far as it can be.
    return undefined;
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'string' && /^[^\s"=]+$/.test(value)) return printable(value);
  return printable(JSON.stringify(value) ?? String(value));
}

function errorLines(error: unknown): string {
  if (error === undefined) return '';
  if (typeof error !== 'object' || error === null) return `    ${printable(String(error))}\n`;
  const { stack, message } = error as { stack?: unknown; message?: unknown };
  const text = typeof stack === 'string' ? stack : typeof message === 'string' ? message : JSON.stringify(error);
  return text
    .split('\n')
    .filter((line) => !FOREIGN_FRAME.test(line))
    .map((line) => `    ${printable(line)}\n`)
    .join('');
}
