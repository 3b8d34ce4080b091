/** What macros over lists and maps become: one step for every item. */
import type { Constants } from '../meter/constants.js';
import type { Meter } from '../meter/meter.js';
import { type Node, RESULT } from '../syntax/node.js';
import { CelFailure, CelLater, CelMap } from './values.js';

export type Variables = ReadonlyMap<string, unknown>;
type NodeOf<Kind extends Node['kind']> = Extract<Node, { kind: Kind }>;

/** What runs the parts of a fold. */
export interface Runner {
  readonly meter: Meter;
  readonly constants: Constants;
  value(node: Node, scope: Variables): unknown;
  /** The value, or the failure. */
  attempt(node: Node, scope: Variables): unknown;
  condition(node: Node, scope: Variables): boolean;
}

/** The value of a fold. */
export function fold(node: NodeOf<'fold'>, scope: Variables, runner: Runner): unknown {
  const range = runner.value(node.range, scope);
  const inner = new Map(scope);
  const { init } = node;
  // A name for a value is only worked out where it is used.
  const isKnown = runner.constants.has(init);
  inner.set(node.result, isKnown ? runner.value(init, scope) : new CelLater(() => runner.attempt(init, scope)));
  for (const [key, value] of pairsOf(range)) {
    if (node.variable2 === undefined) inner.set(node.variable, Array.isArray(range) ? value : key);
    else {
      inner.set(node.variable, key);
      inner.set(node.variable2, value);
    }
    if (!runner.condition(node.condition, inner)) break;
    inner.set(node.result, stepped(node.step, inner, runner));
  }
  const result = runner.value(node.value, inner);
  if (result instanceof CelFailure) throw result;
  return result;
}

/** A step that fails may be made good by a later one: `any || true`. */
function stepped(step: Node, scope: Variables, runner: Runner): unknown {
  if (step.kind !== 'call' || (step.name !== '_&&_' && step.name !== '_||_')) return runner.attempt(step, scope);
  const [, body] = step.args;
  const before = scope.get(RESULT);
  if (!(before instanceof CelFailure) || body === undefined) return runner.attempt(step, scope);
  runner.meter.charge(1);
  const value = runner.attempt(body, scope);
  return value === (step.name === '_||_') ? value : before;
}

/** `@result + [element]`, which only macros can write. */
export function isAppend({ name, args: [first, second] }: NodeOf<'call'>): boolean {
  return name === '_+_' && first?.kind === 'name' && first.name === RESULT && second?.kind === 'list';
}

/** The list that a macro makes is nobody else's, so it grows in place. */
export function append({ args: [, second] }: NodeOf<'call'>, scope: Variables, runner: Runner): unknown {
  // The name of the result, and the call.
  runner.meter.charge(2);
  const [result, added] = [scope.get(RESULT), second === undefined ? [] : runner.attempt(second, scope)];
  for (const part of [result, added]) if (part instanceof CelFailure) throw part;
  if (!Array.isArray(result) || !Array.isArray(added)) throw new CelFailure('no such overload: _+_');
  for (const item of added as unknown[]) result.push(item);
  return result;
}

function pairsOf(range: unknown): Iterable<readonly [unknown, unknown]> {
  if (Array.isArray(range)) return range.map((value: unknown, index) => [BigInt(index), value] as const);
  if (range instanceof CelMap) return range.pairs();
  throw new CelFailure('no such overload: the range is neither a list nor a map');
}
