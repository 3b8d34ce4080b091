/** Values of marker arguments: what each argument type accepts, and how the type `any` is guessed. */
import type { JsonValue } from '../model/schema.js';
import type { ArgumentType } from './definition.js';
import { describe, type Lexer, MarkerSyntaxError, unquote } from './lexer.js';

/** Reads one value of the given type; afterwards the lexer is at its end. */
export function parseValue(lexer: Lexer, type: ArgumentType, isInSlice = false): JsonValue {
  if (typeof type === 'object') {
    return 'slice' in type ? parseSlice(lexer, type.slice) : parseMap(lexer, type.map);
  }
  switch (type) {
    case 'string':
      return parseString(lexer);
    case 'int':
      return parseInteger(lexer);
    case 'number':
      return parseNumber(lexer);
    case 'bool':
      return parseBool(lexer);
    case 'any':
      return parseValue(lexer, guess(lexer, !isInSlice), isInSlice);
    case 'raw':
      return parseRaw(lexer);
  }
}

/** An integer as JavaScript represents it exactly: a number, or a bigint beyond 2^53. */
function exactInteger(text: string): number | bigint {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}

function parseRaw(lexer: Lexer): string {
  const rest = lexer.text.slice(lexer.position);
  lexer.position = lexer.text.length;
  return rest;
}

function parseBool(lexer: Lexer): boolean {
  const token = lexer.next();
  if (token.text === 'true' || token.text === 'false') return token.text === 'true';
  throw new MarkerSyntaxError(`expected true or false, got ${describe(token)}`, token.start);
}

function parseInteger(lexer: Lexer): number | bigint {
  const { sign, token } = signed(lexer);
  if (token.kind !== 'int') throw new MarkerSyntaxError(`expected an integer, got ${describe(token)}`, token.start);
  if (/^0[xX]/.test(token.text)) throw new MarkerSyntaxError('expected a decimal integer', token.start);
  return exactInteger(sign + token.text.replace(/^0+(?=\d)/, ''));
}

function parseNumber(lexer: Lexer): number | bigint {
  const { sign, token } = signed(lexer);
  if (token.kind !== 'int' && token.kind !== 'float') {
    throw new MarkerSyntaxError(`expected a number, got ${describe(token)}`, token.start);
  }
  if (token.kind === 'int' && !/^0[xX]/.test(token.text))
    return exactInteger(sign + token.text.replace(/^0+(?=\d)/, ''));
  const value = Number(token.text);
  if (!Number.isFinite(value)) throw new MarkerSyntaxError(`the number ${token.text} is too large`, token.start);
  return sign === '-' ? -value : value;
}

function signed(lexer: Lexer) {
  const first = lexer.next();
  if (first.kind !== 'char' || first.text !== '-') return { sign: '', token: first };
  return { sign: '-', token: lexer.next() };
}

/** A quoted string, or bare text up to `,` `;` `}` (and `:` in the key of a map). */
function parseString(lexer: Lexer, isMapKey = false): string {
  const delimiters = isMapKey ? ',;}:' : ',;}';
  const first = lexer.peek();
  const start = lexer.position;
  if (first === '' || delimiters.includes(first)) {
    throw new MarkerSyntaxError('a value is missing; an empty string is written ""', start);
  }
  const token = lexer.next({ numbers: false });
  if (token.kind === 'string' || token.kind === 'raw') return unquote(token);
  let end = lexer.position;
  for (let next = lexer.peek(); next !== '' && !delimiters.includes(next); next = lexer.peek()) {
    lexer.next({ numbers: false });
    end = lexer.position;
  }
  return lexer.text.slice(start, end);
}

/** `{a, b}` or `a;b`. */
function parseSlice(lexer: Lexer, item: ArgumentType): JsonValue[] {
  const values: JsonValue[] = [];
  if (lexer.peek() === '{') {
    lexer.open();
    while (lexer.peek() !== '}' && lexer.peek() !== '') {
      values.push(parseValue(lexer, item, true));
      if (lexer.peek() === '}') break;
      lexer.expect(',', '"," or "}"');
    }
    lexer.close();
    return values;
  }
  while (!',}'.includes(lexer.peek())) {
    values.push(parseValue(lexer, item, true));
    if (',}'.includes(lexer.peek())) break;
    lexer.expect(';', '";"');
  }
  return values;
}

/** `{key: value, key: value}`. */
function parseMap(lexer: Lexer, item: ArgumentType): { [key: string]: JsonValue } {
  const entries: [string, JsonValue][] = [];
  lexer.open();
  while (lexer.peek() !== '}' && lexer.peek() !== '') {
    const key = parseString(lexer, true);
    lexer.expect(':', '":"');
    entries.push([key, parseValue(lexer, item)]);
    if (lexer.peek() === '}') break;
    lexer.expect(',', '"," or "}"');
  }
  lexer.close();
  // `fromEntries` also keeps a key such as `__proto__` as plain data.
  return Object.fromEntries(entries);
}

/** The type that a value of type `any` is read as. */
function guess(lexer: Lexer, mayBeSlice: boolean): ArgumentType {
  const item = guessSingle(lexer);
  return mayBeSlice && hasSemicolon(lexer) ? { slice: item } : item;
}

function guessSingle(lexer: Lexer): ArgumentType {
  const first = lexer.peek();
  if (first === '"' || first === "'" || first === '`') return 'string';
  const ahead = lexer.ahead();
  if (first === '{') return guessBraces(ahead);
  try {
    const token = ahead.next();
    if (token.kind === 'identifier') return token.text === 'true' || token.text === 'false' ? 'bool' : 'string';
    const number = token.text === '-' ? ahead.next() : token;
    const isWhole = ',;}'.includes(ahead.peek());
    if (isWhole && number.kind === 'int') return 'int';
    if (isWhole && number.kind === 'float') return 'number';
  } catch (error) {
    // What is not even a number (`087b`) is a string.
    if (!(error instanceof MarkerSyntaxError)) throw error;
  }
  return 'string';
}

/** `{` begins a map when a string and a colon follow, or nothing at all. */
function guessBraces(ahead: Lexer): ArgumentType {
  ahead.open();
  if (ahead.peek() === '}') return { map: 'any' };
  const item = guessSingle(ahead);
  if (item !== 'string') return { slice: item };
  parseString(ahead, true);
  return ahead.peek() === ':' ? { map: 'any' } : { slice: 'string' };
}

/** Whether a `;` comes before the value ends. Braces are skipped as a whole. */
function hasSemicolon(lexer: Lexer): boolean {
  const ahead = lexer.ahead();
  let depth = 0;
  for (;;) {
    const token = ahead.next({ numbers: false });
    if (token.kind === 'end') return false;
    if (token.kind !== 'char') continue;
    if (token.text === '{') depth++;
    if (token.text === '}' && --depth < 0) return false;
    if (depth === 0 && token.text === ',') return false;
    if (depth === 0 && token.text === ';') return true;
  }
}
