/** A JSON log line as a line for people. */

const COLORS: Readonly<Record<string, string>> = { error: '\u001B[31m', info: '\u001B[36m', debug: '\u001B[90m' };
const DIM = '\u001B[2m';
const RESET = '\u001B[0m';
const SHOWN_ELSEWHERE: ReadonlySet<string> = new Set(['level', 'ts', 'logger', 'msg', 'error']);

/** `09:15:04.123 INFO  manager.cache  started  kind=Pod`, followed by the stack of an error. */
export function prettyLine(json: string, options: { color: boolean }): string {
  const record = parse(json);
  if (!record) return json;
  const paint = (code: string, text: string): string => (options.color ? `${code}${text}${RESET}` : text);
  const level = String(record['level'] ?? 'info');
  const parts = [
    paint(DIM, String(record['ts'] ?? '').slice(11, 23)),
    paint(COLORS[level] ?? '', level.toUpperCase().padEnd(5)),
    ...(record['logger'] === undefined ? [] : [paint(DIM, String(record['logger']))]),
    String(record['msg'] ?? ''),
    ...Object.entries(record)
      .filter(([name]) => !SHOWN_ELSEWHERE.has(name))
      .map(([name, value]) => `${paint(DIM, `${name}=`)}${textOf(value)}`),
  ];
  return `${parts.join('  ')}\n${errorLines(record['error'])}`;
}

function parse(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    // Not ours: shown as it came.
    return undefined;
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'string' && /^[^\s"=]+$/.test(value)) return value;
  return JSON.stringify(value) ?? String(value);
}

function errorLines(error: unknown): string {
  if (error === undefined) return '';
  if (typeof error !== 'object' || error === null) return `    ${String(error)}\n`;
  const { stack, message } = error as { stack?: unknown; message?: unknown };
  const text = typeof stack === 'string' ? stack : typeof message === 'string' ? message : JSON.stringify(error);
  return text
    .split('\n')
    .map((line) => `    ${line}\n`)
    .join('');
}
