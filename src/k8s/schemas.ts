/** Schemas of the built-in kinds, from the OpenAPI of a real API server; unpacked at first use. */
import type { GVK } from '../runtime/object/kind.js';
import type { BuiltinSchema } from './builtin.js';
import { packed } from './generated/openapi.js';
import { once, unpack } from './packed.js';

/** Definitions refer to each other by number. */
type PackedNode = { readonly [key: string]: unknown; readonly $ref?: number };

interface Table {
  readonly definitions: readonly PackedNode[];
  readonly kinds: Readonly<Record<string, number>>;
}

/** The schema of a built-in kind, or `undefined` when Kubernetes has no such kind. */
export function builtinSchema(gvk: GVK): BuiltinSchema | undefined {
  const { group, version, kind } = gvk;
  const { kinds, resolver } = unpacked();
  const key = group === '' ? `${version}/${kind}` : `${group}/${version}/${kind}`;
  const definition = Object.hasOwn(kinds, key) ? kinds[key] : undefined;
  return definition === undefined ? undefined : resolver.definition(definition);
}

const table = unpack<Table>(packed);
const unpacked = once(() => ({ kinds: table().kinds, resolver: new Resolver(table().definitions) }));

/** Replaces references by the nodes they mean. */
class Resolver {
  readonly #definitions: readonly PackedNode[];
  readonly #resolved = new Map<number, BuiltinSchema>();
  constructor(definitions: readonly PackedNode[]) {
    this.#definitions = definitions;
  }

  definition(number: number): BuiltinSchema {
    const known = this.#resolved.get(number);
    if (known) return known;
    // Known before its parts are: a definition may contain itself.
    const node: Record<string, unknown> = {};
    this.#resolved.set(number, node);
    return Object.freeze(this.#fill(node, this.#definitions[number] ?? {}));
  }

  #node(packedNode: PackedNode): BuiltinSchema {
    const { $ref, ...own } = packedNode;
    if ($ref === undefined) return Object.freeze(this.#fill({}, packedNode));
    const target = this.definition($ref);
    return Object.keys(own).length === 0 ? target : Object.freeze({ ...target, ...own });
  }

  #fill(node: Record<string, unknown>, packedNode: PackedNode): Record<string, unknown> {
    Object.assign(node, packedNode);
    const { properties, items, additionalProperties } = packedNode;
    if (properties) {
      const entries = Object.entries(properties as Record<string, PackedNode>);
      node['properties'] = Object.freeze(Object.fromEntries(entries.map(([key, value]) => [key, this.#node(value)])));
    }
    if (items) node['items'] = this.#node(items as PackedNode);
    if (additionalProperties) node['additionalProperties'] = this.#node(additionalProperties as PackedNode);
    return node;
  }
}
