/** Strings of JSONPaths: Go's escapes in single or double quotes. */

const SIMPLE: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
};
const DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };
const encoder = new TextEncoder();

/** The string between the quotes; undefined when an escape is not one of Go's. */
export function unquote(text: string): string | undefined {
  const quote = text[0] ?? '';
  const body = text.slice(1, -1);
  if (text.length < 2 || text.at(-1) !== quote) return undefined;
  if (!body.includes('\\') && !body.includes(quote)) return body;
  const bytes: number[] = [];
  for (let at = 0; at < body.length;) {
    const read = characterAt(body, at, quote);
    if (read === undefined) return undefined;
    bytes.push(...read.bytes);
    at = read.end;
  }
  return new TextDecoder().decode(new Uint8Array(bytes));
}

interface Read {
  readonly bytes: Iterable<number>;
  readonly end: number;
}

function characterAt(body: string, at: number, quote: string): Read | undefined {
  const character = String.fromCodePoint(body.codePointAt(at) ?? 0);
  if (character === quote) return undefined;
  if (character !== '\\') return { bytes: encoder.encode(character), end: at + character.length };
  const escape = body[at + 1] ?? '';
  const simple = escape === quote ? quote : SIMPLE[escape];
  if (simple !== undefined) return { bytes: encoder.encode(simple), end: at + 2 };
  return numberAt(body, at + 1, escape);
}

/** `\x41`, `\u0041`, `\U00000041` or `\101`. */
function numberAt(body: string, at: number, escape: string): Read | undefined {
  const isOctal = /^[0-7]$/.test(escape);
  const length = isOctal ? 3 : (DIGITS[escape] ?? 0);
  const start = isOctal ? at : at + 1;
  const digits = body.slice(start, start + length);
  const form = isOctal ? /^[0-7]{3}$/ : /^[0-9a-fA-F]+$/;
  if (length === 0 || digits.length !== length || !form.test(digits)) return undefined;
  const code = Number.parseInt(digits, isOctal ? 8 : 16);
  const end = start + length;
  if (isOctal || escape === 'x') return code > 255 ? undefined : { bytes: [code], end };
  if (code > 0x10_ff_ff || (code >= 0xd8_00 && code < 0xe0_00)) return undefined;
  return { bytes: encoder.encode(String.fromCodePoint(code)), end };
}
