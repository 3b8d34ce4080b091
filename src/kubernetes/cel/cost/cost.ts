/**
 * What an expression can cost at most, in the units of the API server, which refuses rules that could be too slow. The numbers
 * are those of Kubernetes 1.37; `test/kubernetes/cel/cost.real.test.ts` compares them with a real server.
 */
import { type CallCost, libraryCost, type Operand } from './call-cost.js';
import type { Checked } from '../check/check.js';
import type { Fold, Node } from '../syntax/node.js';
import { RESULT } from '../syntax/node.js';
import { languageCost } from './language-cost.js';
import { ENDLESS, fixed, LIST_BASE, MAP_BASE, plus, type Range, times, union, UNKNOWN } from './size.js';
import { type EntrySize, unionEntries } from './value-size.js';
import { KnownSizes, type Local } from './known-sizes.js';

type NodeOf<Kind extends Node['kind']> = Extract<Node, { kind: Kind }>;

/** The cost of a checked expression; `declared` gives the sizes of values that a schema declares. */
export function estimateCost(checked: Checked, declared: (path: readonly string[]) => Range | undefined): Range {
  return new Coster(checked, declared).cost(checked.root);
}

const NOTHING = fixed(0);
const ONE = fixed(1);

class Coster extends KnownSizes {
  cost(node: Node): Range {
    switch (node.kind) {
      case 'literal':
        return NOTHING;
      case 'name':
        this.paths.set(node, this.local(node.name)?.path ?? [node.name]);
        return ONE;
      case 'select':
        return this.selectCost(node);
      case 'call':
        return this.callCost(node);
      case 'list':
        return this.listCost(node);
      case 'map':
        return this.mapCost(node);
      case 'struct':
        return node.fields.reduce((sum, { value }) => plus(sum, this.cost(value)), fixed(40));
      case 'fold':
        return isBind(node) ? this.bindCost(node) : this.foldCost(node);
    }
  }

  private selectCost(node: NodeOf<'select'>): Range {
    const typeName = this.checked.functionOf(node);
    if (typeName !== undefined) {
      this.paths.set(node, [typeName]);
      return ONE;
    }
    const cost = this.cost(node.operand);
    if (node.isTest) return cost;
    this.paths.set(node, [...this.pathOf(node.operand), node.field]);
    const { kind } = this.checked.typeOf(node.operand);
    return kind === 'map' || kind === 'struct' || kind === 'param' ? plus(cost, ONE) : cost;
  }

  private callCost(node: NodeOf<'call'>): Range {
    const [first] = node.args;
    if (node.name === 'dyn' && node.target === undefined && first !== undefined) {
      const cost = this.cost(first);
      this.copySizes(node, first);
      return plus(cost, ONE);
    }
    const costs = node.args.map((argument) => this.cost(argument));
    const overloads = this.checked.overloadsOf(node);
    const [overload] = overloads;
    if (overload === undefined) return NOTHING;
    const isMethod = node.target !== undefined && this.checked.functionOf(node) === node.name;
    const before = isMethod && node.target !== undefined ? this.cost(node.target) : NOTHING;
    const target = isMethod && node.target !== undefined ? this.operand(node.target) : undefined;
    const args = node.args.map((argument) => this.operand(argument));
    let cost: Range = { min: ENDLESS, max: 0 };
    let size: Range | undefined;
    for (const id of overloads) {
      const made = this.overloadCost(node, id, target, args, costs);
      cost = union(cost, made.cost);
      if (made.size !== undefined) size = size === undefined ? made.size : union(size, made.size);
      if (first !== undefined && (id === 'index_list' || id === 'index_map')) {
        size = this.entryOf(first)?.value;
        this.paths.set(node, [...this.pathOf(first), id === 'index_list' ? '@items' : '@values']);
      }
      size ??= this.sizeOf(node);
    }
    if (size !== undefined) this.sizes.set(node, size);
    return plus(before, cost);
  }

  private overloadCost(
    node: NodeOf<'call'>,
    overload: string,
    target: Operand | undefined,
    args: readonly Operand[],
    costs: readonly Range[],
  ): CallCost {
    const name = this.checked.functionOf(node) ?? node.name;
    const sum = costs.reduce(plus, NOTHING);
    const call = { name, overload, args, declared: this.declared, ...(target !== undefined && { target }) };
    const made = libraryCost(call) ?? languageCost(overload, target, args);
    if (overload.startsWith('add_')) this.joinEntries(node, node);
    if (made !== undefined) return { ...made, cost: plus(made.cost, sum) };
    return this.branchCost(node, overload, args, costs) ?? { cost: plus(ONE, sum) };
  }

  /** Of what is not always evaluated, the dearest counts. */
  private branchCost(
    node: Node,
    overload: string,
    args: readonly Operand[],
    costs: readonly Range[],
  ): CallCost | undefined {
    const [first = NOTHING, second = NOTHING, third = NOTHING] = costs;
    if (overload === 'logical_and' || overload === 'logical_or')
      return { cost: { min: first.min, max: plus(first, second).max } };
    const [, yes, no] = args;
    if (overload !== 'conditional' || yes?.node === undefined || no?.node === undefined) return undefined;
    this.setEntry(node, unionEntries(this.entryOf(yes.node), this.entryOf(no.node)));
    const size = union(yes.size ?? UNKNOWN, no.size ?? UNKNOWN);
    return { cost: plus(first, union(second, third)), size };
  }

  /** The entries of a sum are those of both sides. */
  private joinEntries({ args: [left, right] }: NodeOf<'call'>, node: Node): void {
    if (left !== undefined && right !== undefined)
      this.setEntry(node, unionEntries(this.entryOf(left), this.entryOf(right)));
  }

  private listCost(node: NodeOf<'list'>): Range {
    let cost = fixed(LIST_BASE);
    let item: Range = { min: node.elements.length === 0 ? 0 : ENDLESS, max: 0 };
    for (const element of node.elements) {
      cost = plus(cost, this.cost(element));
      item = union(item, this.sizeOf(element) ?? UNKNOWN);
    }
    this.entries.set(node, { isList: true, key: ONE, value: item });
    return cost;
  }

  private mapCost(node: NodeOf<'map'>): Range {
    let cost = fixed(MAP_BASE);
    const empty = { min: node.entries.length === 0 ? 0 : ENDLESS, max: 0 };
    let entry: EntrySize = { isList: false, key: empty, value: empty };
    for (const { key, value } of node.entries) {
      cost = plus(plus(cost, this.cost(key)), this.cost(value));
      const sizes = [this.sizeOf(key) ?? UNKNOWN, this.sizeOf(value) ?? UNKNOWN] as const;
      entry = { isList: false, key: union(entry.key, sizes[0]), value: union(entry.value, sizes[1]) };
    }
    this.entries.set(node, entry);
    return cost;
  }

  private foldCost(node: NodeOf<'fold'>): Range {
    const before = plus(this.cost(node.range), this.cost(node.init));
    const local = { path: this.pathOf(node.init), size: this.sizeOf(node.init), entry: this.entryOf(node.init) };
    this.push(node.result, local);
    const names = this.pushVariables(node);
    const each = plus(this.cost(node.condition), this.cost(node.step));
    for (const name of names) this.locals.get(name)?.pop();
    const after = this.cost(node.value);
    this.locals.get(node.result)?.pop();
    const count = this.sizeOf(node.range) ?? UNKNOWN;
    if (node.init.kind === 'literal') this.setSize(node, this.sizeOf(node.init));
    if (node.init.kind === 'list' || node.init.kind === 'map') {
      this.sizes.set(node, count);
      this.setEntry(node, this.entryOf(node.step));
    }
    return plus(plus(before, after), times(count, each));
  }

  private pushVariables({ range, variable, variable2 }: Fold): string[] {
    const entry = this.entryOf(range);
    const isList = entry?.isList ?? this.checked.typeOf(range).kind === 'list';
    const path = this.pathOf(range);
    const key: Local = { path: [...path, isList ? '@indices' : '@keys'], size: entry?.key };
    const value: Local = { path: [...path, isList ? '@items' : '@values'], size: entry?.value };
    this.push(variable, variable2 === undefined && isList ? value : key);
    if (variable2 === undefined) return [variable];
    this.push(variable2, value);
    return [variable, variable2];
  }

  private bindCost(node: NodeOf<'fold'>): Range {
    const before = plus(this.cost(node.range), this.cost(node.init));
    this.push(node.result, {
      path: this.pathOf(node.init),
      size: this.sizeOf(node.init),
      entry: this.entryOf(node.init),
    });
    const cost = plus(before, this.cost(node.value));
    this.copySizes(node, node.value);
    this.locals.get(node.result)?.pop();
    return cost;
  }
}

function isBind({ range, condition, result }: Fold): boolean {
  const isFalse = condition.kind === 'literal' && condition.literal.value === false;
  return range.kind === 'list' && range.elements.length === 0 && isFalse && result !== RESULT;
}
