/** CEL expressions → syntax trees. */
import { readNumber, readString } from './literal-text.js';
import { expandMacro } from './macros.js';
import { type MapEntry, type Node, qualifiedName, type StructField } from './node.js';
import { CelSyntaxError } from './syntax-error.js';
import { type CelToken, celTokens } from './tokens.js';

/** Parses an expression and expands its macros; throws `CelSyntaxError`. */
export function parseCel(text: string): Node {
  const parser = new Parser(celTokens(text));
  const node = parser.expression();
  parser.end();
  return node;
}

/** Binary operators by how tightly they bind, loosest first. */
const LEVELS: readonly ReadonlySet<string>[] = [
  new Set(['||']),
  new Set(['&&']),
  new Set(['<', '<=', '>', '>=', '==', '!=', 'in']),
  new Set(['+', '-']),
  new Set(['*', '/', '%']),
];
const RESERVED = new Set(
  'as break const continue else for function if import let loop package namespace return var void while'.split(' '),
);
/** Words that are never names. */
const WORDS = new Set(['in', 'true', 'false', 'null']);
/** Deeper nesting is refused by the API server as well. */
const MAX_DEPTH = 250;

class Parser {
  private readonly tokens: readonly CelToken[];
  private position = 0;
  private depth = 0;

  constructor(tokens: readonly CelToken[]) {
    this.tokens = tokens;
  }

  expression(): Node {
    if (++this.depth > MAX_DEPTH)
      throw new CelSyntaxError('expression recursion limit exceeded: 250', this.peek().start, false);
    const condition = this.binary(0);
    const { start: at } = this.peek();
    if (!this.accept('?')) {
      this.depth--;
      return condition;
    }
    const first = this.binary(0);
    this.expect(':');
    const second = this.expression();
    this.depth--;
    return { kind: 'call', name: '_?_:_', args: [condition, first, second], at };
  }

  end(): void {
    const token = this.peek();
    if (token.kind !== 'end') throw this.unexpected(token);
  }

  private binary(level: number): Node {
    const operators = LEVELS[level];
    if (operators === undefined) return this.unary();
    let left = this.binary(level + 1);
    while (operators.has(this.peek().text) && this.peek().kind !== 'string') {
      const { text, start: at } = this.next();
      const name = text === 'in' ? '@in' : `_${text}_`;
      left = { kind: 'call', name, args: [left, this.binary(level + 1)], at };
    }
    return left;
  }

  /** Signs of one sort; an even number of them cancels out, and one before a number belongs to it. */
  private unary(): Node {
    const { text: sign, start: at, kind } = this.peek();
    if (kind !== 'operator' || (sign !== '!' && sign !== '-')) return this.member('');
    let count = 0;
    while (this.accept(sign)) count++;
    if (sign === '-' && this.peek().kind === 'number') {
      const operand = this.member('-', at);
      return count % 2 === 1 ? operand : { kind: 'call', name: '-_', args: [operand], at };
    }
    const operand = sign === '!' && this.accept('-') ? this.negative(at) : this.member('');
    return count % 2 === 0 ? operand : { kind: 'call', name: `${sign}_`, args: [operand], at };
  }

  private negative(at: number): Node {
    const token = this.peek();
    if (token.kind !== 'number') throw this.unexpected(token);
    return this.member('-', at);
  }

  private member(sign: '' | '-', start?: number): Node {
    let node = this.primary(sign, start);
    for (;;) {
      const { start: at } = this.peek();
      if (this.accept('.')) node = this.selection(node, at);
      else if (this.accept('[')) node = this.index(node, at);
      else if (this.peek().text === '{' && this.peek().kind === 'operator' && qualifiedName(node) !== undefined)
        node = this.struct(qualifiedName(node) ?? '', this.next().start);
      else return node;
    }
  }

  private selection(operand: Node, at: number): Node {
    const isOptional = this.accept('?');
    const field = this.name();
    const { start: open } = this.peek();
    if (isOptional) {
      const literal = { kind: 'literal', literal: { type: 'string', value: field }, at } as const;
      return { kind: 'call', name: '_?._', args: [operand, literal], at };
    }
    if (!this.accept('(')) return { kind: 'select', operand, field, isTest: false, at };
    return expandMacro({ name: field, target: operand, args: this.list(')').elements, at: open });
  }

  private index(operand: Node, at: number): Node {
    const name = this.accept('?') ? '_[?_]' : '_[_]';
    const index = this.expression();
    this.expect(']');
    return { kind: 'call', name, args: [operand, index], at };
  }

  private primary(sign: '' | '-', start?: number): Node {
    const token = this.next();
    const at = start ?? token.start;
    if (token.kind === 'number') return { kind: 'literal', literal: readNumber(token.text, sign, at), at };
    if (token.kind === 'string') return { kind: 'literal', literal: readString(token.text, at), at };
    if (token.kind === 'name') return this.named(token);
    if (token.text === '(') {
      const inner = this.expression();
      this.expect(')');
      return inner;
    }
    if (token.text === '[') return { kind: 'list', ...this.list(']'), at };
    if (token.text === '{') return { kind: 'map', entries: this.map(), at };
    // A leading dot means the outermost scope.
    if (token.text === '.' && this.peek().kind === 'name') return this.named(this.next());
    throw this.unexpected(token);
  }

  private named({ text, start: at }: CelToken): Node {
    if (text === 'null') return { kind: 'literal', literal: { type: 'null', value: null }, at };
    if (text === 'true' || text === 'false')
      return { kind: 'literal', literal: { type: 'bool', value: text === 'true' }, at };
    if (text === 'in') throw this.unexpected({ kind: 'name', text, start: at });
    if (RESERVED.has(text)) throw new CelSyntaxError(`reserved identifier: ${text}`, at, false);
    const { start: open } = this.peek();
    return this.accept('(')
      ? expandMacro({ name: text, args: this.list(')').elements, at: open })
      : { kind: 'name', name: text, at };
  }

  private list(close: string): { elements: Node[]; optional: number[] } {
    const elements: Node[] = [];
    const optional: number[] = [];
    while (!this.accept(close)) {
      if (close === ']' && this.accept('?')) optional.push(elements.length);
      elements.push(this.expression());
      if (this.accept(close)) break;
      this.expect(',');
      if (close === ')' && this.peek().text === ')') throw this.unexpected(this.peek());
    }
    return { elements, optional };
  }

  private map(): MapEntry[] {
    const entries: MapEntry[] = [];
    while (!this.accept('}')) {
      const isOptional = this.accept('?');
      const key = this.expression();
      this.expect(':');
      entries.push({ key, value: this.expression(), isOptional });
      if (this.accept('}')) break;
      this.expect(',');
    }
    return entries;
  }

  private struct(name: string, at: number): Node {
    const fields: StructField[] = [];
    while (!this.accept('}')) {
      const isOptional = this.accept('?');
      const field = this.name();
      const { start } = this.peek();
      this.expect(':');
      fields.push({ name: field, value: this.expression(), isOptional, at: start });
      if (this.accept('}')) break;
      this.expect(',');
    }
    return { kind: 'struct', name, fields, at };
  }

  private name(): string {
    const token = this.next();
    if (token.kind !== 'name' || WORDS.has(token.text)) throw this.unexpected(token);
    return token.text;
  }

  private peek(): CelToken {
    return this.tokens[this.position] ?? { kind: 'end', text: '', start: 0 };
  }

  private next(): CelToken {
    const token = this.peek();
    this.position++;
    return token;
  }

  private accept(text: string): boolean {
    const token = this.peek();
    if (token.text !== text || token.kind !== 'operator') return false;
    this.position++;
    return true;
  }

  private expect(text: string): void {
    const token = this.next();
    if (token.text === text && token.kind === 'operator') return;
    const got = token.kind === 'end' ? 'the end' : JSON.stringify(token.text);
    throw new CelSyntaxError(`expected "${text}", got ${got}`, token.start);
  }

  private unexpected(token: CelToken): CelSyntaxError {
    const what = token.kind === 'end' ? 'the expression ends too early' : `unexpected ${JSON.stringify(token.text)}`;
    return new CelSyntaxError(what, token.start);
  }
}
