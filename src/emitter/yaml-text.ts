/** Kubernetes objects → YAML text: sorted keys, two blanks of indent, lists not indented, no folding. */

/** Anything that JSON can say, plus integers of any size. */
export type YamlValue = unknown;

const PLAIN = /^[A-Za-z_./(][\u0020-\u007e]*$/;
const NOT_PLAIN = /: |:$| #| $/;
const AMBIGUOUS = /^(?:y|yes|n|no|true|false|on|off|null|~|\.inf|\.nan|-?\.?\d.*|[._][\d_.eE+-]*|e[-+]?\d+|<<)$/i;

/** Writes values; subtrees that are shared by many documents are written once. */
export class YamlWriter {
  private readonly written = new WeakMap<object, Map<number, string>>();

  /** One document, ending in a newline. */
  document(value: Readonly<Record<string, YamlValue>>): string {
    return this.mapping(value, 0);
  }

  private mapping(value: Readonly<Record<string, YamlValue>>, indent: number): string {
    const known = this.written.get(value)?.get(indent);
    if (known !== undefined) return known;
    const pad = ' '.repeat(indent);
    let text = '';
    for (const key of Object.keys(value).sort(compareKeys)) {
      const item = value[key];
      if (item !== undefined) text += `${pad}${keyText(key)}:${this.afterKey(item, indent)}`;
    }
    // Only frozen objects are known to stay as they are.
    if (Object.isFrozen(value)) {
      const texts = this.written.get(value) ?? new Map<number, string>();
      this.written.set(value, texts.set(indent, text));
    }
    return text;
  }

  /** What follows `key:`, with the end of the line. */
  private afterKey(value: YamlValue, indent: number): string {
    if (Array.isArray(value)) return value.length === 0 ? ' []\n' : `\n${this.sequence(value, indent)}`;
    if (isRecord(value)) return isEmpty(value) ? ' {}\n' : `\n${this.mapping(value, indent + 2)}`;
    return ` ${scalar(value, indent + 2)}\n`;
  }

  private sequence(values: readonly YamlValue[], indent: number): string {
    const pad = ' '.repeat(indent);
    return values.map((value) => `${pad}- ${this.item(value, indent)}`).join('');
  }

  private item(value: YamlValue, indent: number): string {
    if (Array.isArray(value)) return value.length === 0 ? '[]\n' : this.sequence(value, indent + 2).trimStart();
    if (isRecord(value)) return isEmpty(value) ? '{}\n' : this.mapping(value, indent + 2).slice(indent + 2);
    return `${scalar(value, indent + 2)}\n`;
  }
}

function isRecord(value: YamlValue): value is Readonly<Record<string, YamlValue>> {
  return typeof value === 'object' && value !== null;
}

function isEmpty(value: Readonly<Record<string, YamlValue>>): boolean {
  return Object.values(value).every((item) => item === undefined);
}

/** Byte order, so that the result is the same on every machine. */
function compareKeys(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Keys stay on one line. */
function keyText(key: string): string {
  return key.includes('\n') ? quoted(key) : text(key, 0);
}

/** A scalar that every YAML 1.1 and 1.2 reader takes for what it is. */
export function scalar(value: YamlValue, indent: number): string {
  if (typeof value === 'string') return text(value, indent);
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
    return BigInt(value).toString();
  return String(value);
}

function text(value: string, indent: number): string {
  if (value.includes('\n') && isLiteralSafe(value)) return literal(value, indent);
  if (PLAIN.test(value) && !AMBIGUOUS.test(value) && !NOT_PLAIN.test(value)) return value;
  if (isPrintable(value) && !value.includes('\n')) return `'${value.replaceAll("'", "''")}'`;
  return quoted(value);
}

/** A literal block cannot contain tabs at the start, blanks at the end of a line, or control characters. */
function isLiteralSafe(value: string): boolean {
  return (
    isPrintable(value.replaceAll('\n', '')) &&
    !/[ \t]\n|[ \t]$|^\s/.test(value) &&
    !value.endsWith('\n\n') &&
    !/\n\t/.test(value)
  );
}

function literal(value: string, indent: number): string {
  const pad = ' '.repeat(indent);
  const body = value.endsWith('\n') ? value.slice(0, -1) : value;
  const lines = body.split('\n').map((line) => (line === '' ? '' : pad + line));
  return `|${value.endsWith('\n') ? '' : '-'}\n${lines.join('\n')}`;
}

function isPrintable(value: string): boolean {
  return /^[\u0020-\u007e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]*$/.test(value);
}

/** JSON strings are YAML strings, once the characters that YAML does not print are escaped. */
function quoted(value: string): string {
  return JSON.stringify(value).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
