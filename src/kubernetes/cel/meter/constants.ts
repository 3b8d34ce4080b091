/** Parts of expressions that the API server computes when it plans an expression: they cost nothing when it runs. */
import type { Checked } from '../check/check.js';
import type { Node } from '../syntax/node.js';
import { CelUint } from '../run/values.js';

const CONVERSIONS = new Set([
  'bool',
  'bytes',
  'double',
  'duration',
  'dyn',
  'int',
  'string',
  'timestamp',
  'type',
  'uint',
]);

/** Calls that are paths. */
export const PATHS: ReadonlySet<string> = new Set(['_[_]', '_[?_]', '_?._', '_?_:_']);

/** Constants of one expression. */
export class Constants {
  private readonly checked: Checked;
  private readonly known = new WeakMap<Node, boolean>();

  constructor(checked: Checked) {
    this.checked = checked;
  }

  has(node: Node): boolean {
    const known = this.known.get(node);
    if (known !== undefined) return known;
    const found = this.find(node);
    this.known.set(node, found);
    return found;
  }

  /** Whether a call asks for a member of constants, which are then looked up and not compared one by one. */
  isLookup(node: Extract<Node, { kind: 'call' }>, range: unknown): boolean {
    const [, list] = node.args;
    if (list === undefined || !this.isListMember(node) || !this.has(list)) return false;
    return Array.isArray(range) && range.every((item) => typeof item !== 'object' || isUint(item));
  }

  /** Whether a node is a path that can go on: a name, or what is selected from something. */
  isPath(node: Node): boolean {
    if (this.has(node)) return false;
    return node.kind === 'name' || node.kind === 'select' || (node.kind === 'call' && PATHS.has(node.name));
  }

  /** Whether a path begins with `?:`, which costs nothing of its own. */
  isChoice(node: Node): boolean {
    if (node.kind === 'select') return this.isChoice(node.operand);
    if (node.kind !== 'call' || !PATHS.has(node.name)) return false;
    const [first] = node.args;
    return node.name === '_?_:_' || (first !== undefined && this.isChoice(first));
  }

  private isListMember(node: Node): boolean {
    const overloads = this.checked.overloadsOf(node);
    return overloads.length === 1 && overloads[0] === 'in_list';
  }

  private find(node: Node): boolean {
    switch (node.kind) {
      case 'literal':
        return true;
      case 'list':
        return node.elements.every((element) => this.has(element));
      case 'map':
        return node.entries.every(({ key, value }) => this.has(key) && this.has(value));
      case 'call': {
        const { name, args, target } = node;
        const [first, second] = args;
        if (name === '@in') return second?.kind === 'list' && second.elements.length === 0 && this.isListMember(node);
        return (
          target === undefined && CONVERSIONS.has(name) && args.length === 1 && first !== undefined && this.has(first)
        );
      }
      case 'name':
      case 'select':
        return this.checked.typeOf(node).kind === 'type' && !this.isVariable(node);
      default:
        return false;
    }
  }

  private isVariable(node: Node): boolean {
    return node.kind === 'name' ? this.checked.variables.has(node.name) : this.checked.functionOf(node) === undefined;
  }
}

const isUint = (value: unknown): boolean => value instanceof CelUint;
