/** The type checker: what every part of an expression is, and which overloads its calls can mean. */
import { listType, mapType } from './check-literals.js';
import { CheckState } from './check-state.js';
import { type CelProblem, expected, noFields, noOverload, noRange, undeclared, undefinedField } from './check-words.js';
import { structType } from './check-struct.js';
import { type Names, type Overload, STANDARD_NAMES } from './functions.js';
import { type Node, qualifiedName } from '../syntax/node.js';
import {
  BOOL,
  BYTES,
  DOUBLE,
  DYN,
  ERROR,
  INT,
  isSame,
  NULL,
  optionalOf,
  STRING,
  substitute,
  type Type,
  UINT,
  unwrapOptional,
} from './types.js';

type NodeOf<Kind extends Node['kind']> = Extract<Node, { kind: Kind }>;

/** What the checker found out. */
export interface Checked {
  readonly root: Node;
  readonly type: Type;
  readonly typeOf: (node: Node) => Type;
  /** Overloads that a call can mean; more than one when types are only known at run time. */
  readonly overloadsOf: (node: Node) => readonly string[];
  /** Functions that a qualified call names: `sets.contains(a, b)` has no target. */
  readonly functionOf: (node: Node) => string | undefined;
  readonly problems: readonly CelProblem[];
  /** Variables of the surroundings that the expression reads. */
  readonly variables: ReadonlySet<string>;
}

/** Checks an expression in which these variables can be read. */
export function checkTypes(root: Node, variables: Readonly<Record<string, Type>>, names = STANDARD_NAMES): Checked {
  const checker = new Checker(variables, names);
  return checker.run(root);
}

const LITERALS = {
  null: NULL,
  bool: BOOL,
  int: INT,
  uint: UINT,
  double: DOUBLE,
  string: STRING,
  bytes: BYTES,
} as const;

class Checker {
  private readonly state: CheckState;

  constructor(variables: Readonly<Record<string, Type>>, names: Names) {
    this.state = new CheckState(variables, names);
  }

  run(root: Node): Checked {
    const { state } = this;
    const type = this.check(root);
    return {
      root,
      type: state.final(type),
      typeOf: (node) => state.final(state.types.get(node) ?? ERROR),
      overloadsOf: (node) => state.references.get(node)?.ids ?? [],
      functionOf: (node) => state.references.get(node)?.name,
      problems: state.problems,
      variables: state.used,
    };
  }

  private check(node: Node): Type {
    const type = this.typeFor(node);
    this.state.types.set(node, type);
    return type;
  }

  private typeFor(node: Node): Type {
    switch (node.kind) {
      case 'literal':
        return LITERALS[node.literal.type];
      case 'name':
        return this.state.named(node.name) ?? this.state.fail(node, undeclared(node.name, 'variable'));
      case 'select':
        return this.selection(node);
      case 'call':
        return node.name === '_?._' ? this.optionalSelection(node) : this.call(node);
      case 'list':
        return listType(node, this.state, (element) => this.check(element));
      case 'map':
        return mapType(node, this.state, (element) => this.check(element));
      case 'struct':
        return structType(node, this.state, (value) => this.check(value));
      case 'fold':
        return this.fold(node);
    }
  }

  private selection(node: NodeOf<'select'>): Type {
    const name = node.isTest ? undefined : qualifiedName(node);
    const qualified = name === undefined ? undefined : this.state.qualified(name);
    if (qualified !== undefined) {
      this.state.references.set(node, { ids: [], name: name ?? '' });
      return qualified;
    }
    const type = this.field(node, node.operand, node.field, false);
    return node.isTest ? BOOL : this.state.known(type);
  }

  private optionalSelection(node: NodeOf<'call'>): Type {
    const [operand, field] = node.args;
    if (operand === undefined || field?.kind !== 'literal' || field.literal.type !== 'string')
      return this.state.fail(node, { message: 'unsupported optional field selection' });
    this.state.references.set(node, { ids: ['select_optional_field'], name: node.name });
    return this.state.known(this.field(node, operand, field.literal.value, true));
  }

  private field(node: Node, operand: Node, field: string, isOptionalAccess: boolean): Type {
    const { type: target, isOptional } = unwrapOptional(this.state.known(this.check(operand)));
    const type = this.fieldOf(node, target, field);
    return isOptional || isOptionalAccess ? optionalOf(type) : type;
  }

  private fieldOf(node: Node, target: Type, field: string): Type {
    switch (target.kind) {
      case 'map':
        return target.params[1] ?? DYN;
      case 'struct': {
        const found = target.fields?.get(field) ?? target.fields?.get(`__${field}__`);
        return found ?? this.state.fail(node, undefinedField(field, target));
      }
      case 'param':
        this.state.fit([DYN], [target]);
        return DYN;
      case 'dyn':
      case 'error':
        return DYN;
      default:
        this.state.fail(node, noFields(target));
        return DYN;
    }
  }

  private call(node: NodeOf<'call'>): Type {
    const args = node.args.map((argument) => this.check(argument));
    const { overloadsOf } = this.state.names;
    if (node.target === undefined) return this.resolve(node, node.name, overloadsOf(node.name), args, false);
    const prefix = qualifiedName(node.target);
    const qualified = prefix === undefined ? undefined : overloadsOf(`${prefix}.${node.name}`);
    if (qualified !== undefined) return this.resolve(node, `${prefix ?? ''}.${node.name}`, qualified, args, false);
    const target = this.check(node.target);
    return this.resolve(node, node.name, overloadsOf(node.name), [target, ...args], true);
  }

  private resolve(
    node: NodeOf<'call'>,
    name: string,
    overloads: readonly Overload[] | undefined,
    args: readonly Type[],
    isMethod: boolean,
  ): Type {
    if (overloads === undefined) return this.state.fail(node, undeclared(name, 'function'));
    if (name === '_&&_' || name === '_||_') return this.logic(node, name, overloads, args);
    const ids: string[] = [];
    let result: Type | undefined;
    for (const overload of overloads) {
      if (overload.isMethod !== isMethod) continue;
      const fresh = new Map(overload.params.map((param) => [param, this.state.newParam()]));
      const wanted = overload.args.map((type) => substitute(fresh, type, false));
      if (!this.state.fit(args, wanted)) continue;
      ids.push(overload.id);
      const made = this.state.known(substitute(fresh, overload.result, false));
      if (result === undefined) result = made;
      else if (result.kind !== 'dyn' && !isSame(made, result)) result = DYN;
    }
    if (result === undefined) {
      const shown = args.map((type) => this.state.final(type));
      return this.state.fail(node, noOverload(name, shown, isMethod));
    }
    this.state.references.set(node, { ids, name });
    return result;
  }

  private logic(node: NodeOf<'call'>, name: string, overloads: readonly Overload[], args: readonly Type[]): Type {
    const wrong = args.filter((type, index) => {
      if (this.state.fit([type], [BOOL])) return false;
      this.state.fail(node.args[index] ?? node, expected(BOOL, type));
      return true;
    });
    if (wrong.length > 0) return ERROR;
    this.state.references.set(node, { ids: overloads.map(({ id }) => id), name });
    return BOOL;
  }

  private fold(node: NodeOf<'fold'>): Type {
    const range = this.state.known(this.check(node.range));
    const result = this.check(node.init);
    this.state.enter(new Map([[node.result, result]]));
    const [first, second] = this.elementTypes(node, range);
    const variables = new Map([[node.variable, first]]);
    if (node.variable2 !== undefined) variables.set(node.variable2, second);
    this.state.enter(variables);
    this.assert(node.condition, BOOL);
    this.assert(node.step, result);
    this.state.leave();
    const value = this.check(node.value);
    this.state.leave();
    return this.state.known(value);
  }

  private elementTypes(node: NodeOf<'fold'>, range: Type): [Type, Type] {
    const [first = DYN, second = DYN] = range.params;
    if (range.kind === 'list') return node.variable2 === undefined ? [first, DYN] : [INT, first];
    if (range.kind === 'map') return [first, second];
    if (range.kind === 'dyn' || range.kind === 'error' || range.kind === 'param') {
      this.state.fit([DYN], [range]);
      return [DYN, DYN];
    }
    this.state.fail(node.range, noRange(range));
    return [ERROR, ERROR];
  }

  private assert(node: Node, wanted: Type): void {
    const type = this.check(node);
    if (!this.state.fit([wanted], [type])) this.state.fail(node, expected(wanted, type));
  }
}
