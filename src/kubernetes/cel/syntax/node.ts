/** Syntax trees of CEL after macros are expanded. Operators are calls, such as `_+_`. */

/** The value of a literal, with its type. */
export type Literal =
  | { readonly type: 'null'; readonly value: null }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'int' | 'uint'; readonly value: bigint }
  | { readonly type: 'double'; readonly value: number }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'bytes'; readonly value: Uint8Array };

/** Where a node is in the text: the place that messages point to. */
interface Place {
  readonly at: number;
}

/** A node. */
export type Node =
  | (Place & { readonly kind: 'literal'; readonly literal: Literal })
  | (Place & { readonly kind: 'name'; readonly name: string })
  /** `operand.field`; `isTest` inside `has()`. */
  | (Place & { readonly kind: 'select'; readonly operand: Node; readonly field: string; readonly isTest: boolean })
  | (Place & { readonly kind: 'call'; readonly name: string; readonly target?: Node; readonly args: readonly Node[] })
  /** `optional` has the places of `[?element]`. */
  | (Place & { readonly kind: 'list'; readonly elements: readonly Node[]; readonly optional: readonly number[] })
  | (Place & { readonly kind: 'map'; readonly entries: readonly MapEntry[] })
  | (Place & { readonly kind: 'struct'; readonly name: string; readonly fields: readonly StructField[] })
  | (Place & Fold & { readonly kind: 'fold' });

/** An entry of a map literal. */
export interface MapEntry {
  readonly key: Node;
  readonly value: Node;
  readonly isOptional: boolean;
}

/** A field of a message literal, at the place of its colon. */
export interface StructField extends Place {
  readonly name: string;
  readonly value: Node;
  readonly isOptional: boolean;
}

/** What macros over lists and maps become. */
export interface Fold {
  readonly range: Node;
  readonly variable: string;
  readonly variable2?: string;
  readonly result: string;
  readonly init: Node;
  readonly condition: Node;
  readonly step: Node;
  readonly value: Node;
}

/** The name of the value that a macro accumulates. */
export const RESULT = '@result';

/** A node with all that is below it, as new nodes. */
export function copyNode(node: Node): Node {
  return structuredClone(node);
}

/** All nodes directly below a node. */
export function childrenOf(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'literal':
    case 'name':
      return [];
    case 'select':
      return [node.operand];
    case 'call':
      return node.target === undefined ? node.args : [node.target, ...node.args];
    case 'list':
      return node.elements;
    case 'map':
      return node.entries.flatMap(({ key, value }) => [key, value]);
    case 'struct':
      return node.fields.map(({ value }) => value);
    case 'fold':
      return [node.range, node.init, node.condition, node.step, node.value];
  }
}

/** Calls `visit` for a node and everything below it. */
export function walkNodes(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const child of childrenOf(node)) walkNodes(child, visit);
}

/** `a.b.c` as it is written, when a node is nothing else. */
export function qualifiedName(node: Node): string | undefined {
  if (node.kind === 'name') return node.name;
  if (node.kind !== 'select' || node.isTest) return undefined;
  const operand = qualifiedName(node.operand);
  return operand === undefined ? undefined : `${operand}.${node.field}`;
}
