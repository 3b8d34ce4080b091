/** CEL expressions → syntax trees. */
import { type CelToken, CelSyntaxError, celTokens } from './cel-tokens.js';

/** What sort of value a literal is. */
export type LiteralType = 'string' | 'bytes' | 'int' | 'double' | 'bool' | 'null';

/** A node of an expression. */
export type CelNode =
  /** `length` counts the characters of a text; other literals count as one. */
  | { readonly kind: 'literal'; readonly type: LiteralType; readonly text: string; readonly length: number }
  | { readonly kind: 'name'; readonly name: string }
  /** `target.field`, also inside `has()`; `target.?field` is optional. */
  | { readonly kind: 'field'; readonly target: CelNode; readonly field: string; readonly isOptional: boolean }
  | { readonly kind: 'index'; readonly target: CelNode; readonly index: CelNode; readonly isOptional: boolean }
  /** A function, method or macro. */
  | { readonly kind: 'call'; readonly target?: CelNode; readonly name: string; readonly arguments: readonly CelNode[] }
  /** `a && b`, `!a`, `-a`; the conditional is `?:` with three parts. */
  | { readonly kind: 'operator'; readonly operator: string; readonly parts: readonly CelNode[] }
  | { readonly kind: 'list'; readonly parts: readonly CelNode[] }
  /** Keys and values in turn. */
  | { readonly kind: 'map'; readonly parts: readonly CelNode[] };

/** Parses an expression; throws `CelSyntaxError`. */
export function parseCel(text: string): CelNode {
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
/** Deeper nesting is refused by the API server as well. */
const MAX_DEPTH = 100;

class Parser {
  private readonly tokens: readonly CelToken[];
  private position = 0;
  private depth = 0;

  constructor(tokens: readonly CelToken[]) {
    this.tokens = tokens;
  }

  expression(): CelNode {
    if (++this.depth > MAX_DEPTH) throw new CelSyntaxError('the expression is nested too deeply', this.peek().start);
    const condition = this.binary(0);
    this.depth--;
    if (!this.accept('?')) return condition;
    const first = this.expression();
    this.expect(':');
    return { kind: 'operator', operator: '?:', parts: [condition, first, this.expression()] };
  }

  end(): void {
    const token = this.peek();
    if (token.kind !== 'end') throw this.unexpected(token);
  }

  private binary(level: number): CelNode {
    const operators = LEVELS[level];
    if (operators === undefined) return this.unary();
    let left = this.binary(level + 1);
    while (operators.has(this.peek().text) && this.peek().kind !== 'string') {
      const operator = this.next().text;
      left = { kind: 'operator', operator, parts: [left, this.binary(level + 1)] };
    }
    return left;
  }

  private unary(): CelNode {
    const signs: string[] = [];
    while (this.peek().kind === 'operator' && ['!', '-'].includes(this.peek().text)) signs.push(this.next().text);
    const isNumber = this.peek().kind === 'number';
    const operand = this.postfix(this.primary());
    // A sign before a number belongs to the number.
    const isNegative = isNumber && operand.kind === 'literal' && signs.at(-1) === '-';
    const start = isNegative ? { ...operand, text: `-${operand.text}` } : operand;
    const rest = isNegative ? signs.slice(0, -1) : signs;
    return rest.reduceRight<CelNode>((part, operator) => ({ kind: 'operator', operator, parts: [part] }), start);
  }

  private postfix(start: CelNode): CelNode {
    let node = start;
    for (;;) {
      if (this.accept('.')) {
        const isOptional = this.accept('?');
        const name = this.name();
        node = this.accept('(')
          ? { kind: 'call', target: node, name, arguments: this.list(')') }
          : { kind: 'field', target: node, field: name, isOptional };
      } else if (this.accept('[')) {
        const isOptional = this.accept('?');
        const index = this.expression();
        this.expect(']');
        node = { kind: 'index', target: node, index, isOptional };
      } else return node;
    }
  }

  private primary(): CelNode {
    const token = this.next();
    if (token.kind === 'string' || token.kind === 'number') return literal(token);
    if (token.kind === 'name') {
      if (['true', 'false', 'null'].includes(token.text)) return literal(token);
      if (token.text === 'in') throw this.unexpected(token);
      return this.accept('(')
        ? { kind: 'call', name: token.text, arguments: this.list(')') }
        : { kind: 'name', name: token.text };
    }
    if (token.text === '(') {
      const inner = this.expression();
      this.expect(')');
      return inner;
    }
    if (token.text === '[') return { kind: 'list', parts: this.list(']') };
    if (token.text === '{') return { kind: 'map', parts: this.map() };
    throw this.unexpected(token);
  }

  private list(close: string): CelNode[] {
    const items: CelNode[] = [];
    while (!this.accept(close)) {
      this.accept('?');
      items.push(this.expression());
      if (this.accept(close)) break;
      this.expect(',');
    }
    return items;
  }

  private map(): CelNode[] {
    const parts: CelNode[] = [];
    while (!this.accept('}')) {
      this.accept('?');
      parts.push(this.expression());
      this.expect(':');
      parts.push(this.expression());
      if (this.accept('}')) break;
      this.expect(',');
    }
    return parts;
  }

  private name(): string {
    const token = this.next();
    if (token.kind !== 'name') throw this.unexpected(token);
    return token.text.replaceAll('`', '');
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
    if (token.text !== text)
      throw new CelSyntaxError(
        `expected "${text}", got ${token.kind === 'end' ? 'the end' : JSON.stringify(token.text)}`,
        token.start,
      );
  }

  private unexpected(token: CelToken): CelSyntaxError {
    return new CelSyntaxError(
      token.kind === 'end' ? 'the expression ends too early' : `unexpected ${JSON.stringify(token.text)}`,
      token.start,
    );
  }
}

const ESCAPE = /\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[0-3][0-7]{2}|[^])/g;

function literal({ kind, text }: CelToken): CelNode {
  if (kind === 'number') return { kind: 'literal', type: /^0x|^\d+u?$/.test(text) ? 'int' : 'double', text, length: 1 };
  if (kind !== 'string') return { kind: 'literal', type: text === 'null' ? 'null' : 'bool', text, length: 1 };
  const [, prefix = '', quote = '', body = ''] = /^([bBrR]*)("""|'''|"|')([^]*)\2$/.exec(text) ?? [];
  const plain = /[rR]/.test(prefix) || quote === '' ? body : body.replaceAll(ESCAPE, '_');
  return { kind: 'literal', type: /[bB]/.test(prefix) ? 'bytes' : 'string', text, length: [...plain].length };
}
