/** CEL expressions → syntax trees, as far as checks need them. */
import { type CelToken, CelSyntaxError, celTokens } from './cel-tokens.js';

/** A node of an expression. */
export type CelNode =
  | { readonly kind: 'literal' }
  | { readonly kind: 'name'; readonly name: string }
  /** `target.field`, also inside `has()`. */
  | { readonly kind: 'field'; readonly target: CelNode; readonly field: string }
  | { readonly kind: 'index'; readonly target: CelNode; readonly index: CelNode }
  /** A function, method or macro. */
  | { readonly kind: 'call'; readonly target?: CelNode; readonly name: string; readonly arguments: readonly CelNode[] }
  /** Operators, lists and maps: only their parts matter. */
  | { readonly kind: 'group'; readonly parts: readonly CelNode[] };

/** Parses an expression; throws `CelSyntaxError`. */
export function parseCel(text: string): CelNode {
  const parser = new Parser(celTokens(text));
  const node = parser.expression();
  parser.end();
  return node;
}

const BINARY = new Set(['||', '&&', '<', '<=', '>', '>=', '==', '!=', 'in', '+', '-', '*', '/', '%']);
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
    const condition = this.binary();
    this.depth--;
    if (!this.accept('?')) return condition;
    const first = this.expression();
    this.expect(':');
    return { kind: 'group', parts: [condition, first, this.expression()] };
  }

  end(): void {
    const token = this.peek();
    if (token.kind !== 'end') throw this.unexpected(token);
  }

  /** Precedence does not matter for what is checked, so all binary operators are one level. */
  private binary(): CelNode {
    const parts = [this.unary()];
    while (BINARY.has(this.peek().text) && this.peek().kind !== 'string') {
      this.next();
      parts.push(this.unary());
    }
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: 'group', parts };
  }

  private unary(): CelNode {
    while (this.accept('!') || this.accept('-'));
    return this.postfix(this.primary());
  }

  private postfix(start: CelNode): CelNode {
    let node = start;
    for (;;) {
      if (this.accept('.')) {
        this.accept('?');
        const name = this.name();
        node = this.accept('(')
          ? { kind: 'call', target: node, name, arguments: this.list(')') }
          : { kind: 'field', target: node, field: name };
      } else if (this.accept('[')) {
        this.accept('?');
        const index = this.expression();
        this.expect(']');
        node = { kind: 'index', target: node, index };
      } else return node;
    }
  }

  private primary(): CelNode {
    const token = this.next();
    if (token.kind === 'string' || token.kind === 'number') return { kind: 'literal' };
    if (token.kind === 'name') {
      if (['true', 'false', 'null'].includes(token.text)) return { kind: 'literal' };
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
    if (token.text === '[') return { kind: 'group', parts: this.list(']') };
    if (token.text === '{') return { kind: 'group', parts: this.map() };
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
