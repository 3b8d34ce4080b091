/** Tokens of marker arguments: the lexical rules of Go's `text/scanner`, which kubebuilder's markers are written for. */

/** What a token is; `char` is any other single character. */
export type TokenKind = 'identifier' | 'int' | 'float' | 'string' | 'raw' | 'char' | 'end';

/** A token and where it is in the text. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly start: number;
}

/** Says what is wrong with a marker's text, and where in it. */
export class MarkerSyntaxError extends Error {
  override readonly name = 'MarkerSyntaxError';
  readonly index: number;
  constructor(message: string, index: number) {
    super(message);
    this.index = index;
  }
}

const IDENTIFIER = /[\p{L}_][\p{L}\p{Nd}_]*/uy;
const NUMBER = /0[xX][\da-fA-F]+|\d+\.\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\d+/y;

/** Levels of braces in a value. */
const DEEPEST = 100;

/** Reads tokens from left to right; `position` is where the next one begins. */
export class Lexer {
  readonly text: string;
  position: number;
  private depth = 0;

  constructor(text: string, position = 0) {
    this.text = text;
    this.position = position;
  }

  /** A lexer that reads on from here, and leaves this one where it is. */
  ahead(): Lexer {
    const ahead = new Lexer(this.text, this.position);
    ahead.depth = this.depth;
    return ahead;
  }

  /** The next character that is not white space, or the empty string at the end. */
  peek(): string {
    while (this.position < this.text.length && ' \t\r\n'.includes(this.text.charAt(this.position))) this.position++;
    return this.text.charAt(this.position);
  }

  /** The next token. Inside bare strings digits are not numbers, so `087b` is not an error there. */
  next(options: { readonly numbers: boolean } = { numbers: true }): Token {
    const first = this.peek();
    const start = this.position;
    if (first === '') return { kind: 'end', text: '', start };
    if (first === '"') return this.quoted(start);
    if (first === '`') return this.raw(start);
    const identifier = this.match(IDENTIFIER);
    if (identifier !== undefined) return this.take('identifier', identifier, start);
    const number = options.numbers ? this.match(NUMBER) : undefined;
    if (number !== undefined) return this.number(number, start);
    return this.take('char', String.fromCodePoint(this.text.codePointAt(start) ?? 0), start);
  }

  /** The next token, which must be this character. */
  expect(character: string, description: string): void {
    const token = this.next();
    if (token.kind !== 'char' || token.text !== character) {
      throw new MarkerSyntaxError(`expected ${description}, got ${describe(token)}`, token.start);
    }
  }

  /** Goes into braces. Each level looks ahead, so there are not too many. */
  open(): void {
    this.expect('{', '"{"');
    if (++this.depth > DEEPEST)
      throw new MarkerSyntaxError(`braces are nested deeper than ${DEEPEST} levels`, this.position - 1);
  }

  close(): void {
    this.expect('}', '"}"');
    this.depth--;
  }

  private number(text: string, start: number): Token {
    if (/^0\d*$/.test(text) && /[89]/.test(text)) throw new MarkerSyntaxError(`invalid number "${text}"`, start);
    const isFloat = !/^0[xX]/.test(text) && /[.eE]/.test(text);
    return this.take(isFloat ? 'float' : 'int', text, start);
  }

  private quoted(start: number): Token {
    let end = start + 1;
    while (end < this.text.length && this.text[end] !== '"' && this.text[end] !== '\n') {
      end += this.text[end] === '\\' ? 2 : 1;
    }
    if (this.text[end] !== '"') throw new MarkerSyntaxError('a string is not closed: a `"` is missing', start);
    return this.take('string', this.text.slice(start, end + 1), start);
  }

  private raw(start: number): Token {
    const end = this.text.indexOf('`', start + 1);
    if (end < 0) throw new MarkerSyntaxError('a string is not closed: a "`" is missing', start);
    return this.take('raw', this.text.slice(start, end + 1), start);
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.position;
    return pattern.exec(this.text)?.[0];
  }

  private take(kind: TokenKind, text: string, start: number): Token {
    this.position = start + text.length;
    return { kind, text, start };
  }
}

/** How a token is named in messages. */
export function describe(token: Token): string {
  return token.kind === 'end' ? 'the end of the marker' : JSON.stringify(token.text);
}

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  '"': '"',
};

/** The text that a `"…"` or backtick token stands for. */
export function unquote(token: Token): string {
  const inner = token.text.slice(1, -1);
  if (token.kind === 'raw') return inner.replaceAll('\r', '');
  let result = '';
  for (let index = 0; index < inner.length; index++) {
    const character = inner.charAt(index);
    if (character !== '\\') {
      result += character;
      continue;
    }
    const escape = unescape(inner, index + 1, token.start + 1);
    result += escape.text;
    index += escape.length;
  }
  return result;
}

const HEX_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

function unescape(inner: string, index: number, offset: number): { text: string; length: number } {
  const letter = inner.charAt(index);
  const simple = SIMPLE_ESCAPES[letter];
  if (simple !== undefined) return { text: simple, length: 1 };
  const octal = /^[0-7]{3}/.exec(inner.slice(index))?.[0];
  if (octal !== undefined) return { text: String.fromCodePoint(Number.parseInt(octal, 8) & 0xff), length: 3 };
  const digits = HEX_DIGITS[letter];
  const hex = digits === undefined ? '' : inner.slice(index + 1, index + 1 + digits);
  const code = Number.parseInt(hex, 16);
  if (digits === undefined || hex.length !== digits || !/^[\da-fA-F]+$/.test(hex) || code > 0x10ffff) {
    throw new MarkerSyntaxError(
      `unknown escape "\\${letter}" in a quoted string; write "\\\\${letter}", or put the text between backticks`,
      offset + index - 1,
    );
  }
  return { text: String.fromCodePoint(code), length: digits + 1 };
}
