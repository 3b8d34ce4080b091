/** What is known of the sizes of an expression's parts while its cost is summed up. */
import type { Checked } from '../check/check.js';
import { type Node, RESULT } from '../syntax/node.js';
import type { Operand } from './call-cost.js';
import { fixed, type Range } from './size.js';
import { type EntrySize, isScalar, literalSize } from './value-size.js';

/** A variable of a macro. */
export interface Local {
  readonly path: readonly string[];
  readonly size?: Range;
  readonly entry?: EntrySize;
}

const ONE = fixed(1);

/** Sizes and paths of nodes, and the variables in scope. */
export class KnownSizes {
  protected readonly paths = new Map<Node, readonly string[]>();
  protected readonly sizes = new Map<Node, Range>();
  protected readonly entries = new Map<Node, EntrySize>();
  protected readonly locals = new Map<string, Local[]>();
  protected readonly checked: Checked;
  protected readonly declared: (path: readonly string[]) => Range | undefined;

  constructor(checked: Checked, declared: (path: readonly string[]) => Range | undefined) {
    this.checked = checked;
    this.declared = declared;
  }

  protected operand(node: Node): Operand {
    const path = this.pathOf(node);
    const size = this.sizeOf(node);
    const known = { node, type: this.checked.typeOf(node), path: path[0] === RESULT ? [] : path };
    return size === undefined ? known : { ...known, size };
  }

  protected sizeOf(node: Node): Range | undefined {
    const known = this.sizes.get(node) ?? literalSize(node) ?? this.declared(this.pathOf(node));
    if (known !== undefined) return known;
    if (isScalar(this.checked.typeOf(node))) return ONE;
    return node.kind === 'name' ? this.local(node.name)?.size : undefined;
  }

  protected entryOf(node: Node): EntrySize | undefined {
    return this.entries.get(node) ?? (node.kind === 'name' ? this.local(node.name)?.entry : undefined);
  }

  protected pathOf(node: Node): readonly string[] {
    const local = node.kind === 'name' ? this.local(node.name) : undefined;
    return local?.path ?? this.paths.get(node) ?? [];
  }

  protected copySizes(to: Node, from: Node): void {
    this.setSize(to, this.sizeOf(from));
    this.setEntry(to, this.entryOf(from));
  }

  protected setSize(node: Node, size: Range | undefined): void {
    if (size !== undefined) this.sizes.set(node, size);
  }

  protected setEntry(node: Node, entry: EntrySize | undefined): void {
    if (entry !== undefined) this.entries.set(node, entry);
  }

  protected local(name: string): Local | undefined {
    return this.locals.get(name)?.at(-1);
  }

  protected push(name: string, local: Local): void {
    const stack = this.locals.get(name) ?? [];
    stack.push(local);
    this.locals.set(name, stack);
  }
}
