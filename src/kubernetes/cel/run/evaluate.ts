/** Runs checked expressions. */
import type { Checked } from '../check/check.js';
import { type Node, RESULT } from '../syntax/node.js';
import { callFunction, callMethod } from './calls.js';
import { CelFailure, CelMap, CelOptional, CelTypeName, CelUint } from './values.js';

type Variables = ReadonlyMap<string, unknown>;
type NodeOf<Kind extends Node['kind']> = Extract<Node, { kind: Kind }>;

/** The value of an expression; throws `CelFailure` when it has none. */
export function evaluate(checked: Checked, variables: Readonly<Record<string, unknown>>): unknown {
  return new Evaluation(checked).value(checked.root, new Map(Object.entries(variables)));
}

class Evaluation {
  private readonly checked: Checked;

  constructor(checked: Checked) {
    this.checked = checked;
  }

  value(node: Node, scope: Variables): unknown {
    switch (node.kind) {
      case 'literal':
        return node.literal.type === 'uint' ? new CelUint(node.literal.value) : node.literal.value;
      case 'name':
        return this.named(node, scope);
      case 'select':
        return this.selection(node, scope);
      case 'call':
        return this.call(node, scope);
      case 'list':
        return node.elements.flatMap((element, index) => {
          const value = this.value(element, scope);
          if (!node.optional.includes(index)) return [value];
          return value instanceof CelOptional && value.value !== undefined ? [value.value] : [];
        });
      case 'map':
        return this.map(node, scope);
      case 'struct':
        throw new CelFailure(`unknown type: ${node.name}`);
      case 'fold':
        return this.fold(node, scope);
    }
  }

  private named({ name }: NodeOf<'name'>, scope: Variables): unknown {
    if (scope.has(name)) return scope.get(name);
    if (this.checked.variables.has(name)) throw new CelFailure(`no such attribute(s): ${name}`);
    return new CelTypeName(name);
  }

  private selection(node: NodeOf<'select'>, scope: Variables): unknown {
    const typeName = this.checked.functionOf(node);
    if (typeName !== undefined) return scope.has(typeName) ? scope.get(typeName) : new CelTypeName(typeName);
    const operand = this.value(node.operand, scope);
    const { field } = node;
    if (operand instanceof CelOptional) {
      const inner = operand.value instanceof CelMap ? fieldOf(operand.value, field) : undefined;
      return node.isTest ? inner !== undefined : optionalOf(inner);
    }
    if (!(operand instanceof CelMap)) {
      if (node.isTest) return false;
      throw new CelFailure(`no such key: ${field}`);
    }
    const value = fieldOf(operand, field);
    if (node.isTest) return value !== undefined;
    if (value === undefined) throw new CelFailure(`no such key: ${field}`);
    // A variable of a policy that failed fails those who read it.
    if (value instanceof CelFailure) throw value;
    return value;
  }

  private call(node: NodeOf<'call'>, scope: Variables): unknown {
    const [first, second, third] = node.args;
    if (first !== undefined && second !== undefined) {
      if (node.name === '_&&_') return this.logic(first, second, scope, false);
      if (node.name === '_||_') return this.logic(first, second, scope, true);
      if (node.name === '_?_:_' && third !== undefined)
        return this.value(this.condition(first, scope) ? second : third, scope);
    }
    // Nothing is in an empty list, whatever it is.
    if (node.name === '@in' && second?.kind === 'list' && second.elements.length === 0) return false;
    if (node.name === '@not_strictly_false' && first !== undefined) return this.isNotFalse(first, scope);
    if (isAppend(node)) return this.append(node, scope);
    const args = node.args.map((argument) => this.value(argument, scope));
    const name = this.checked.functionOf(node) ?? node.name;
    if (node.target === undefined || name !== node.name) return callFunction(name, args);
    return callMethod(name, this.value(node.target, scope), args);
  }

  /** The list that a macro makes is nobody else's, so it grows in place. */
  private append({ args: [, second] }: NodeOf<'call'>, scope: Variables): unknown {
    const [result, added] = [scope.get(RESULT), second === undefined ? [] : this.value(second, scope)];
    if (!Array.isArray(result) || !Array.isArray(added)) throw new CelFailure('no such overload: _+_');
    for (const item of added as unknown[]) result.push(item);
    return result;
  }

  private condition(node: Node, scope: Variables): boolean {
    const value = this.value(node, scope);
    if (typeof value !== 'boolean') throw new CelFailure('no such overload: _?_:_');
    return value;
  }

  private isNotFalse(node: Node, scope: Variables): boolean {
    const value = this.attempt(node, scope);
    return value instanceof CelFailure || value !== false;
  }

  /** One side that decides is enough, even if the other fails. */
  private logic(left: Node, right: Node, scope: Variables, deciding: boolean): boolean {
    const first = this.attempt(left, scope);
    if (first === deciding) return deciding;
    const second = this.attempt(right, scope);
    if (second === deciding) return deciding;
    for (const value of [first, second]) {
      if (value instanceof CelFailure) throw value;
      if (typeof value !== 'boolean') throw new CelFailure(`no such overload: ${deciding ? '_||_' : '_&&_'}`);
    }
    return !deciding;
  }

  private attempt(node: Node, scope: Variables): unknown {
    try {
      return this.value(node, scope);
    } catch (error) {
      if (!(error instanceof CelFailure)) throw error;
      return error;
    }
  }

  private map(node: NodeOf<'map'>, scope: Variables): CelMap {
    return CelMap.of(
      node.entries.flatMap(({ key, value, isOptional }): (readonly [unknown, unknown])[] => {
        const made = this.value(value, scope);
        const name = this.value(key, scope);
        if (!isOptional) return [[name, made]];
        return made instanceof CelOptional && made.value !== undefined ? [[name, made.value]] : [];
      }),
    );
  }

  private fold(node: NodeOf<'fold'>, scope: Variables): unknown {
    const range = this.value(node.range, scope);
    const inner = new Map(scope);
    inner.set(node.result, this.attempt(node.init, scope));
    for (const [key, value] of pairsOf(range)) {
      if (node.variable2 === undefined) inner.set(node.variable, Array.isArray(range) ? value : key);
      else {
        inner.set(node.variable, key);
        inner.set(node.variable2, value);
      }
      if (!this.condition(node.condition, inner)) break;
      inner.set(node.result, this.stepped(node.step, inner));
    }
    const result = inner.get(node.result);
    if (result instanceof CelFailure) throw result;
    return this.value(node.value, inner);
  }

  /** A step that fails may be made good by a later one: `any || true`. */
  private stepped(step: Node, scope: Variables): unknown {
    if (step.kind !== 'call' || (step.name !== '_&&_' && step.name !== '_||_')) return this.value(step, scope);
    const [, body] = step.args;
    const before = scope.get('@result');
    if (!(before instanceof CelFailure) || body === undefined) return this.attempt(step, scope);
    const value = this.attempt(body, scope);
    return value === (step.name === '_||_') ? value : before;
  }
}

/** `@result + [element]`, which only macros can write. */
function isAppend({ name, args: [first, second] }: NodeOf<'call'>): boolean {
  return name === '_+_' && first?.kind === 'name' && first.name === RESULT && second?.kind === 'list';
}

function pairsOf(range: unknown): Iterable<readonly [unknown, unknown]> {
  if (Array.isArray(range)) return range.map((value: unknown, index) => [BigInt(index), value] as const);
  if (range instanceof CelMap) return range.pairs();
  throw new CelFailure('no such overload: the range is neither a list nor a map');
}

/** Fields with the name of a keyword are also found under it. */
function fieldOf(map: CelMap, field: string): unknown {
  return map.get(field) ?? map.get(`__${field}__`);
}

function optionalOf(value: unknown): CelOptional {
  return value === undefined ? CelOptional.none : new CelOptional(value);
}
