/** JSONPaths of printer columns as Kubernetes' own reader understands them: same verdicts, same words. */
import { unquote } from './unquote.js';

/** One part of a path. */
export type PathNode =
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'wildcard' }
  /** The value and everything below it. */
  | { readonly kind: 'descend' }
  | { readonly kind: 'slice'; readonly slice: Slice }
  | { readonly kind: 'union'; readonly lists: readonly (readonly PathNode[])[] }
  | { readonly kind: 'filter'; readonly filter: Filter }
  | { readonly kind: 'value'; readonly value: string | boolean | Amount }
  /** `range`, `end` or a name that means nothing. */
  | { readonly kind: 'word'; readonly name: string };

/** Items of a list. A bound that is not given is undefined. */
export interface Slice {
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly by: number | undefined;
  /** An index: the end was not written. */
  readonly isIndex: boolean;
}

/** `[?(left operator right)]`. */
export interface Filter {
  readonly left: readonly PathNode[];
  readonly operator: string;
  readonly right: readonly PathNode[];
}

/** A number of a filter: Go does not compare integers with other numbers. */
export class Amount {
  readonly amount: number;
  readonly isInteger: boolean;
  constructor(amount: number, isInteger: boolean) {
    this.amount = amount;
    this.isInteger = isInteger;
  }
}

/** The path, or what is wrong with it. */
export type ParsedPath =
  | { readonly nodes: readonly PathNode[]; readonly problem?: undefined }
  | { readonly problem: string };

/** Reads a path such as `.status.conditions[?(@.type=="Ready")].status`. */
export function parseJsonPath(path: string): ParsedPath {
  try {
    return { nodes: new Reader(`{${path}}`).read() };
  } catch (error) {
    if (error instanceof PathError) return { problem: error.message };
    throw error;
  }
}

class PathError extends Error {}

const KEY = /^'([^']*)'$/;
const SLICE = /^(-?[0-9]*)(:-?[0-9]*)?(:-?[0-9]*)?$/;
const COMPARISON = /^([^!<>=]+)(?=[!<>=])(?=[^\n]+$)([!<>=]+)([^\n]+)$/;
const LETTER = /^[_\p{L}\p{Nd}]$/u;
const DIGIT = /^\p{Nd}$/u;
const ENDS = new Set(['', ' ', '\t', '\r', '\n', '.', ',', '[', ']', '$', '@', '{', '}']);
/** Go's own integers have 64 bits. */
const INTEGER_LIMIT = 2n ** 63n;

class Reader {
  private position = 0;
  private readonly input: string;
  constructor(input: string) {
    this.input = input;
  }

  /** What is in the first pair of braces; the text and pairs after it are read too, because they may be wrong. */
  read(): PathNode[] {
    let first: PathNode[] | undefined;
    while (this.position < this.input.length) {
      if (this.next() !== '{') continue;
      const nodes = this.action();
      first ??= nodes;
    }
    return first ?? [];
  }

  private peek(): string {
    const code = this.input.codePointAt(this.position);
    return code === undefined ? '' : String.fromCodePoint(code);
  }

  private next(): string {
    const character = this.peek();
    this.position += character.length;
    return character;
  }

  private action(): PathNode[] {
    const nodes: PathNode[] = [];
    for (;;) {
      if (this.input.startsWith('[?(', this.position)) nodes.push(this.filter());
      else if (this.input.startsWith('..', this.position)) this.descend(nodes);
      else {
        const start = this.position;
        const character = this.next();
        if (character === '}') return nodes;
        this.step(character, start, nodes);
      }
    }
  }

  private step(character: string, start: number, nodes: PathNode[]): void {
    if (character === '' || character === '\r' || character === '\n') throw new PathError('unclosed action');
    if (character === ' ' || character === '@' || character === '$') return;
    if (character === '[') nodes.push(...this.brackets());
    else if (character === '"' || character === "'") nodes.push(this.quoted(character, start));
    else if (character === '.') nodes.push(this.field());
    else if (character === '+' || character === '-' || DIGIT.test(character)) nodes.push(this.number(start));
    else if (LETTER.test(character)) nodes.push(this.word(start));
    else throw new PathError(`unrecognized character in action: ${shown(character)}`);
  }

  private descend(nodes: PathNode[]): void {
    if (nodes.at(-1)?.kind === 'descend') throw new PathError('invalid multiple recursive descent');
    this.position += 2;
    nodes.push({ kind: 'descend' });
    if (LETTER.test(this.peek())) nodes.push(this.field());
  }

  private field(): PathNode {
    const start = this.position;
    while (!ENDS.has(this.peek())) if (this.next() === '\\') this.next();
    const name = this.input.slice(start, this.position);
    return name === '*' ? { kind: 'wildcard' } : { kind: 'field', name: name.replaceAll('\\', '') };
  }

  private word(start: number): PathNode {
    while (!ENDS.has(this.peek())) this.next();
    const name = this.input.slice(start, this.position);
    return name === 'true' || name === 'false' ? { kind: 'value', value: name === 'true' } : { kind: 'word', name };
  }

  private number(start: number): PathNode {
    while (this.peek() === '.' || DIGIT.test(this.peek())) this.next();
    const text = this.input.slice(start, this.position);
    const integer = integerOf(text);
    if (integer !== undefined) return { kind: 'value', value: new Amount(integer, true) };
    if (!/^[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/.test(text)) throw new PathError(`cannot parse number ${text}`);
    return { kind: 'value', value: new Amount(Number(text), false) };
  }

  private quoted(quote: string, start: number): PathNode {
    for (let character = this.next(); ; character = this.next()) {
      if (character === '' || character === '\n') throw new PathError('unterminated quoted string');
      if (character === quote && this.input[this.position - 2] !== '\\') break;
    }
    const text = this.input.slice(start, this.position);
    const value = unquote(text);
    if (value === undefined) throw new PathError(`unquote string ${text} error invalid syntax`);
    return { kind: 'value', value };
  }

  private brackets(): readonly PathNode[] {
    const start = this.position;
    const end = this.input.indexOf(']', start);
    const line = this.input.indexOf('\n', start);
    if (end < 0 || (line >= 0 && line < end)) throw new PathError('unterminated array');
    this.position = end + 1;
    const inner = this.input.slice(start, end);
    const parts = inner.split(',');
    if (parts.length > 1) return [{ kind: 'union', lists: parts.map((part) => nested(`[${trimSpaces(part)}]`)) }];
    const key = KEY.exec(inner)?.[1];
    return key === undefined ? [{ kind: 'slice', slice: sliceOf(inner === '*' ? ':' : inner) }] : nested(`.${key}`);
  }

  private filter(): PathNode {
    this.position += 3;
    const start = this.position;
    this.skipCondition();
    const text = this.input.slice(start, this.position - 1);
    if (this.next() !== ']') throw new PathError('unclosed array expect ]');
    const [, left, operator, right] = COMPARISON.exec(text) ?? [];
    if (left === undefined || operator === undefined || right === undefined)
      return { kind: 'filter', filter: { left: nested(text), operator: 'exists', right: [] } };
    return { kind: 'filter', filter: { left: nested(left), operator, right: nested(right) } };
  }

  /** To the parenthesis that ends a filter; the first pair of quotes may contain others. */
  private skipCondition(): void {
    let quote = '';
    let isClosed = false;
    for (;;) {
      const character = this.next();
      if (character === '' || character === '\n') throw new PathError('unterminated filter');
      if (character === '"' || character === "'") {
        if (quote === '') quote = character;
        else if (character === quote && this.input[this.position - 2] !== '\\') isClosed = true;
      }
      if (character === ')' && (quote !== '') === isClosed) return;
    }
  }
}

/** Tabs and other white space stay. */
function trimSpaces(text: string): string {
  let [start, end] = [0, text.length];
  while (text[start] === ' ') start++;
  while (end > start && text[end - 1] === ' ') end--;
  return text.slice(start, end);
}

function nested(text: string): PathNode[] {
  return new Reader(`{${text}}`).read();
}

function integerOf(text: string): number | undefined {
  if (!/^[-+]?[0-9]+$/.test(text)) return undefined;
  const value = BigInt(text.replace(/^\+/, ''));
  return value < INTEGER_LIMIT && value >= -INTEGER_LIMIT ? Number(value) : undefined;
}

function sliceOf(text: string): Slice {
  const match = SLICE.exec(text);
  if (match === null) throw new PathError(`invalid array index ${text}`);
  const bound = (part: string | undefined): number | undefined => {
    if (part === undefined || part === '') return undefined;
    const value = integerOf(part);
    if (value === undefined) throw new PathError(`array index ${part} is not a number`);
    return value;
  };
  const [, first = '', second, third] = match;
  const from = bound(first);
  const isIndex = second === undefined;
  const to = isIndex ? (from ?? 0) + 1 : bound(second.slice(1));
  return { from, to, by: bound(third?.slice(1)), isIndex };
}

/** As Go shows a character: `U+0026 '&'`. */
function shown(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return /^[\p{C}\p{Z}]$/u.test(character) ? `U+${code}` : `U+${code} '${character}'`;
}
