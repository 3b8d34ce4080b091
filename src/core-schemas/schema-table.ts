/** Unpacks stored schemas: a table in which every distinct node stands once. */
import type { JsonSchema, ValidationRule } from '../model/schema.js';

/** How a schema differs from what is stored. */
export interface CoreSchemaOptions {
  /** Whether embedded metadata has its properties; when not, the API server keeps nothing of it. Default: true. */
  readonly hasEmbeddedObjectMeta?: boolean;
  /** Whether rules that use `oldSelf` stay. The API server refuses them below lists that are atomic or sets. Default: true. */
  readonly hasTransitionRules?: boolean;
}

/** A node with numbers in place of nodes; `properties` is the number of a map. */
interface PackedNode {
  readonly [keyword: string]: unknown;
  readonly properties?: number;
}

interface PackedTable {
  readonly nodes: readonly PackedNode[];
  readonly maps: readonly Readonly<Record<string, number>>[];
  readonly types: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** Nodes are frozen and shared; asking twice gives the same object. */
export interface SchemaTable {
  readonly schema: (subpath: string, name: string, options: CoreSchemaOptions) => JsonSchema | undefined;
}

/** `packed` is JSON, compressed with brotli, in base64. */
export function openSchemaTable(packed: string): SchemaTable {
  // Most projects need no schema of Kubernetes, and loading this module takes as long as reading ten types.
  const { brotliDecompressSync } = process.getBuiltinModule('node:zlib');
  const table = JSON.parse(brotliDecompressSync(Buffer.from(packed, 'base64')).toString('utf8')) as PackedTable;
  const resolvers = new Map<string, Resolver>();
  return {
    schema: (subpath, name, options) => {
      const number = table.types[subpath]?.[name];
      if (number === undefined) return undefined;
      const { hasEmbeddedObjectMeta = true, hasTransitionRules = true } = options;
      const key = `${hasEmbeddedObjectMeta} ${hasTransitionRules}`;
      const resolver = resolvers.get(key) ?? new Resolver(table, { hasEmbeddedObjectMeta, hasTransitionRules });
      resolvers.set(key, resolver);
      return resolver.node(number);
    },
  };
}

/** Known by its properties: no other type has just these. */
const OBJECT_META = 'annotations,finalizers,labels,name,namespace';

class Resolver {
  readonly #table: PackedTable;
  readonly #options: Required<CoreSchemaOptions>;
  readonly #nodes = new Map<number, JsonSchema>();
  readonly #maps = new Map<number, Readonly<Record<string, JsonSchema>>>();
  constructor(table: PackedTable, options: Required<CoreSchemaOptions>) {
    this.#table = table;
    this.#options = options;
  }

  node(number: number): JsonSchema {
    const known = this.#nodes.get(number);
    if (known) return known;
    const result: Record<string, unknown> = {};
    for (const [keyword, value] of Object.entries(this.#table.nodes[number] ?? {})) {
      const resolved = this.#keyword(keyword, value);
      if (resolved !== undefined) result[keyword] = resolved;
    }
    this.#nodes.set(number, Object.freeze(result));
    return result;
  }

  #keyword(keyword: string, value: unknown): unknown {
    switch (keyword) {
      case 'properties':
        return this.#properties(value as number);
      case 'items':
      case 'not':
      case 'additionalProperties':
        return typeof value === 'number' ? this.node(value) : value;
      case 'allOf':
      case 'anyOf':
      case 'oneOf':
        return Object.freeze((value as readonly number[]).map((number) => this.node(number)));
      case 'x-kubernetes-validations':
        return this.#rules(value as readonly ValidationRule[]);
      default:
        return typeof value === 'object' ? Object.freeze(value) : value;
    }
  }

  #properties(number: number): Readonly<Record<string, JsonSchema>> | undefined {
    const known = this.#maps.get(number);
    if (known) return known;
    const packed = this.#table.maps[number] ?? {};
    if (!this.#options.hasEmbeddedObjectMeta && Object.keys(packed).join() === OBJECT_META) return undefined;
    const entries = Object.entries(packed).map(([name, node]) => [name, this.node(node)] as const);
    const map = Object.freeze(Object.fromEntries(entries));
    this.#maps.set(number, map);
    return map;
  }

  #rules(rules: readonly ValidationRule[]): readonly ValidationRule[] | undefined {
    if (this.#options.hasTransitionRules) return Object.freeze(rules);
    const kept = rules.filter(({ rule }) => !/\boldSelf\b/.test(rule));
    return kept.length === 0 ? undefined : Object.freeze(kept);
  }
}
