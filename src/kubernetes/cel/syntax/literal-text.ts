/** Literals of CEL: what numbers and quoted strings mean. */
import type { Literal } from './node.js';
import { CelSyntaxError } from './syntax-error.js';

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  '?': '?',
  '"': '"',
  "'": "'",
  '`': '`',
};
const INT_LIMIT = 2n ** 63n;
const UINT_LIMIT = 2n ** 64n;

/** The value of a number; `sign` is `-` when one stands right before it. */
export function readNumber(text: string, sign: '' | '-', at: number): Literal {
  if (/[uU]$/.test(text)) {
    const value = BigInt(text.slice(0, -1));
    if (value >= UINT_LIMIT || sign !== '') throw new CelSyntaxError('invalid uint literal', at, false);
    return { type: 'uint', value };
  }
  if (/^(?:0x[\da-fA-F]+|\d+)$/.test(text)) {
    const value = sign === '-' ? -BigInt(text) : BigInt(text);
    if (value >= INT_LIMIT || value < -INT_LIMIT) throw new CelSyntaxError('invalid int literal', at, false);
    return { type: 'int', value };
  }
  const value = Number(`${sign}${text}`);
  if (!Number.isFinite(value)) throw new CelSyntaxError('invalid double literal', at, false);
  return { type: 'double', value };
}

/** The value of a quoted string, with its prefixes. */
export function readString(text: string, at: number): Literal {
  const [, prefix = '', , body = ''] = /^([bBrR]*)("""|'''|"|')([^]*)\2$/.exec(text) ?? [];
  const isBytes = /[bB]/.test(prefix);
  const plain = /[rR]/.test(prefix) ? body : unescaped(body, isBytes, at);
  if (!isBytes) return { type: 'string', value: plain };
  return { type: 'bytes', value: /[rR]/.test(prefix) ? Buffer.from(plain) : byteText(body, at) };
}

const ESCAPE = /\\(?:[xX]([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-3][0-7]{2})|([^]?))/g;

function unescaped(body: string, isBytes: boolean, at: number): string {
  return body.replaceAll(ESCAPE, (_, hex?: string, four?: string, eight?: string, octal?: string, letter?: string) => {
    const code = hex ?? four ?? eight;
    if (code !== undefined || octal !== undefined) {
      const point = code === undefined ? Number.parseInt(octal ?? '', 8) : Number.parseInt(code, 16);
      const isUnicode = four !== undefined || eight !== undefined;
      if (point > 0x10ffff || (isBytes && isUnicode) || (isUnicode && point >= 0xd800 && point < 0xe000))
        throw new CelSyntaxError('unable to unescape string', at);
      return String.fromCodePoint(point);
    }
    const plain = ESCAPES[letter ?? ''];
    if (plain === undefined) throw new CelSyntaxError('unable to unescape string', at);
    return plain;
  });
}

/** In bytes, `\xff` is one byte and other characters are UTF-8. */
function byteText(body: string, at: number): Uint8Array {
  const parts: Buffer[] = [];
  let end = 0;
  for (const match of body.matchAll(ESCAPE)) {
    parts.push(Buffer.from(body.slice(end, match.index)));
    parts.push(Buffer.from(unescaped(match[0], true, at), 'latin1'));
    end = match.index + match[0].length;
  }
  return Buffer.concat([...parts, Buffer.from(body.slice(end))]);
}
