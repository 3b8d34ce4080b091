/** Runs checked expressions. */
import type { Checked } from '../check/check.js';
import type { Node } from '../syntax/node.js';
import { callFunction, callMethod } from './calls.js';
import { append, fold, isAppend, type Runner, type Variables } from './fold.js';
import { callCharge, dependsOnResult } from '../meter/call-charge.js';
import { Constants, PATHS } from '../meter/constants.js';
import { Meter, Stopped } from '../meter/meter.js';
import { structOf } from './structs.js';
import { CelFailure, CelLater, CelMap, CelOptional, CelTypeName, CelUint } from './values.js';

type NodeOf<Kind extends Node['kind']> = Extract<Node, { kind: Kind }>;

/** What an expression pays for a list, map or message that it makes. */
const NEW = { list: 10, map: 30, struct: 40 };

/** The value of an expression; throws `CelFailure` when it has none or costs too much. */
export function evaluate(checked: Checked, variables: Readonly<Record<string, unknown>>, meter = new Meter()): unknown {
  try {
    return new Evaluation(checked, meter).value(checked.root, new Map(Object.entries(variables)));
  } catch (error) {
    throw error instanceof Stopped ? error.failure : error;
  }
}

class Evaluation implements Runner {
  private readonly checked: Checked;
  readonly meter: Meter;
  readonly constants: Constants;

  constructor(checked: Checked, meter: Meter) {
    this.checked = checked;
    this.meter = meter;
    this.constants = new Constants(checked);
  }

  /** A name, or what is selected from one, costs nothing of its own (`isInner`) as a key or as one side of `?:`. */
  value(node: Node, scope: Variables, isInner = false): unknown {
    switch (node.kind) {
      case 'literal':
        return node.literal.type === 'uint' ? new CelUint(node.literal.value) : node.literal.value;
      case 'name':
        return this.named(node, scope, isInner);
      case 'select':
        return this.selection(node, scope, isInner);
      case 'call':
        return this.call(node, scope, isInner);
      case 'list':
        if (!this.constants.has(node)) this.meter.charge(NEW.list);
        return node.elements.flatMap((element, index) => {
          const value = this.value(element, scope);
          if (!node.optional.includes(index)) return [value];
          return value instanceof CelOptional && value.value !== undefined ? [value.value] : [];
        });
      case 'map':
        return this.map(node, scope);
      case 'struct':
        this.meter.charge(NEW.struct);
        return structOf(node, (value) => this.value(value, scope));
      case 'fold':
        return fold(node, scope, this);
    }
  }

  private named(node: NodeOf<'name'>, scope: Variables, isInner: boolean): unknown {
    const { name } = node;
    if (!isInner && !this.constants.has(node)) this.meter.charge(1);
    const value = scope.get(name);
    if (scope.has(name)) return value instanceof CelLater ? settled(value) : value;
    if (this.checked.variables.has(name)) throw new CelFailure(`no such attribute(s): ${name}`);
    return new CelTypeName(name);
  }

  private selection(node: NodeOf<'select'>, scope: Variables, isInner: boolean): unknown {
    const typeName = this.checked.functionOf(node);
    if (typeName !== undefined) {
      if (!isInner && !this.constants.has(node)) this.meter.charge(1);
      return scope.has(typeName) ? scope.get(typeName) : new CelTypeName(typeName);
    }
    // A test costs what it looks at, without the name; of `?:` it takes back what that has never cost.
    if (node.isTest && !isInner && this.constants.isChoice(node.operand)) this.meter.charge(-1);
    const operand = this.target(node.operand, scope, isInner || node.isTest);
    const { field } = node;
    if (operand instanceof CelOptional) {
      const inner = operand.value instanceof CelMap ? operand.value.field(field) : undefined;
      if (inner !== undefined) this.meter.charge(1);
      return node.isTest ? inner !== undefined : CelOptional.of(inner);
    }
    this.meter.charge(1);
    if (!(operand instanceof CelMap)) {
      if (node.isTest) return false;
      throw new CelFailure(`no such key: ${field}`);
    }
    const value = operand.field(field);
    if (node.isTest) return value !== undefined;
    if (value === undefined) throw new CelFailure(`no such key: ${field}`);
    return settled(value);
  }

  /** What something is selected from: a path goes on, every other value begins one. */
  private target(node: Node, scope: Variables, isInner: boolean): unknown {
    if (this.constants.isPath(node)) return this.value(node, scope, isInner);
    const value = this.attempt(node, scope);
    if (!isInner) this.meter.charge(1);
    return settled(value);
  }

  private call(node: NodeOf<'call'>, scope: Variables, isInner: boolean): unknown {
    const [first, second, third] = node.args;
    if (first !== undefined && second !== undefined) {
      if (node.name === '_&&_') return this.logic(first, second, scope, false);
      if (node.name === '_||_') return this.logic(first, second, scope, true);
      if (node.name === '_?_:_' && third !== undefined) {
        const chosen = this.condition(first, scope) ? second : third;
        return this.value(chosen, scope, this.constants.isPath(chosen));
      }
      if (PATHS.has(node.name)) return this.entry(node.name, first, second, scope, isInner);
    }
    // Nothing is in an empty list, whatever it is.
    if (node.name === '@in' && second?.kind === 'list' && second.elements.length === 0) return false;
    if (node.name === '@not_strictly_false' && first !== undefined) return this.isNotFalse(first, scope);
    if (isAppend(node)) return append(node, scope, this);
    return this.applied(node, scope);
  }

  /** `target[key]`; what an optional does not have costs nothing. */
  private entry(name: string, target: Node, key: Node, scope: Variables, isInner: boolean): unknown {
    const from = this.target(target, scope, isInner);
    if (from instanceof CelOptional && from.value === undefined) return CelOptional.none;
    const place = this.attempt(key, scope, this.constants.isPath(key));
    const isCertain = name === '_[_]' && !(from instanceof CelOptional);
    if (isCertain) this.meter.charge(1);
    if (place instanceof CelFailure) throw place;
    const value = callFunction(name, [from, place]);
    if (!isCertain && value instanceof CelOptional && value.value !== undefined) this.meter.charge(1);
    return value;
  }

  private applied(node: NodeOf<'call'>, scope: Variables): unknown {
    const name = this.checked.functionOf(node) ?? node.name;
    const isMethod = node.target !== undefined && name === node.name;
    const parts = isMethod && node.target !== undefined ? [node.target, ...node.args] : node.args;
    const [first] = parts;
    if (isMethod && first !== undefined && ALTERNATIVES.has(name)) return this.alternative(node, first, scope);
    // A call of many values, or with a pattern that is known, stops at the first that fails; without the rest it costs nothing.
    const isStopping = parts.length > 2 || (PATTERNS.has(name) && parts[1]?.kind === 'literal');
    const args: unknown[] = [];
    for (const part of parts) {
      args.push(this.attempt(part, scope));
      if (isStopping && args.at(-1) instanceof CelFailure) break;
    }
    const failure = args.find((value) => value instanceof CelFailure);
    const overload = this.overloadOf(node, name);
    const isFree = this.constants.has(node) || (name === '@in' && this.constants.isLookup(node, args[1]));
    const charge = (result?: unknown): void => {
      if (!isFree) this.meter.charge(callCharge(name, overload, args, result));
    };
    if (failure !== undefined) {
      if (args.length === parts.length) charge();
      throw failure;
    }
    const isLater = dependsOnResult(name, overload);
    if (!isLater) charge();
    const result = attempted(() => (isMethod ? callMethod(name, args[0], args.slice(1)) : callFunction(name, args)));
    if (isLater) charge(result);
    if (!(result instanceof CelFailure)) return result;
    throw this.constants.has(node) ? new Stopped(result) : result;
  }

  /** What an optional has, or else something that is not even looked at before. */
  private alternative(node: NodeOf<'call'>, first: Node, scope: Variables): unknown {
    const target = this.value(first, scope);
    const [other] = node.args;
    if (!(target instanceof CelOptional) || other === undefined) throw new CelFailure(`no such overload: ${node.name}`);
    if (target.value === undefined) return this.value(other, scope);
    return node.name === 'or' ? target : target.value;
  }

  /** Empty when more than one may be meant. */
  private overloadOf(node: Node, name: string): string {
    const [overload = '', ...more] = this.checked.overloadsOf(node);
    return EQUALITIES[name] ?? (more.length === 0 ? overload : '');
  }

  condition(node: Node, scope: Variables): boolean {
    const value = this.value(node, scope);
    if (typeof value !== 'boolean') throw new CelFailure('no such overload: _?_:_');
    return value;
  }

  private isNotFalse(node: Node, scope: Variables): boolean {
    const value = this.attempt(node, scope);
    this.meter.charge(1);
    return value !== false;
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

  attempt(node: Node, scope: Variables, isInner = false): unknown {
    return attempted(() => this.value(node, scope, isInner));
  }

  private map(node: NodeOf<'map'>, scope: Variables): CelMap {
    if (!this.constants.has(node)) this.meter.charge(NEW.map);
    return CelMap.of(
      node.entries.flatMap(({ key, value, isOptional }): (readonly [unknown, unknown])[] => {
        const made = this.value(value, scope);
        const name = this.value(key, scope);
        if (!isOptional) return [[name, made]];
        return made instanceof CelOptional && made.value !== undefined ? [[name, made.value]] : [];
      }),
    );
  }
}

/** What an optional gives instead of nothing; it costs nothing of its own. */
const ALTERNATIVES = new Set(['or', 'orValue']);
/** Equality is one function, whatever it compares. */
const EQUALITIES: Readonly<Record<string, string>> = { '_==_': 'equals', '_!=_': 'not_equals' };
const PATTERNS = new Set(['matches', 'find', 'findAll']);

function attempted(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof CelFailure)) throw error;
    return error;
  }
}

/** A value that is worked out when it is read, and fails then. */
function settled(value: unknown): unknown {
  const made = value instanceof CelLater ? value.get() : value;
  if (made instanceof CelFailure) throw made;
  return made;
}
