/** Field names as CEL writes them. */

const RESERVED = new Set([
  'true',
  'false',
  'null',
  'in',
  'as',
  'break',
  'const',
  'continue',
  'else',
  'for',
  'function',
  'if',
  'import',
  'let',
  'loop',
  'package',
  'namespace',
  'return',
  'var',
  'void',
  'while',
]);

/** The name under which a rule reaches a field: `my-field` is `my__dash__field`. */
export function escapeCelName(name: string): string {
  if (RESERVED.has(name)) return `__${name}__`;
  return name
    .replaceAll('__', '__underscores__')
    .replaceAll('.', '__dot__')
    .replaceAll('-', '__dash__')
    .replaceAll('/', '__slash__');
}

/** Whether a rule can reach a field at all. */
export function isCelReachable(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_./-]*$/.test(name);
}
