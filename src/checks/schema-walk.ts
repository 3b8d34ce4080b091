/** Visits every node of a schema. */
import type { JsonSchema } from '../model/schema.js';

/** A node and how it was reached. */
export interface SchemaNode {
  readonly schema: JsonSchema;
  /** As in `spec.ports[].name`; maps are `labels{}`. Empty for the root. */
  readonly path: string;
  readonly parent?: SchemaNode;
  /** Whether the API server can tell which old value belongs to this one. */
  readonly isCorrelatable: boolean;
}

/** Calls `visit` for the node and everything below it; Kubernetes' own schemas are known to be right and left out. */
export function walkSchema(schema: JsonSchema, visit: (node: SchemaNode) => void): void {
  step({ schema, path: '', isCorrelatable: true }, visit);
}

function step(node: SchemaNode, visit: (node: SchemaNode) => void): void {
  const { schema, path } = node;
  if (Object.isFrozen(schema)) return;
  visit(node);
  // Keys tell members of an object apart, also where it is written as a whole.
  const { isCorrelatable: isKeyed } = node;
  for (const [name, child] of Object.entries(schema.properties ?? {})) {
    step({ schema: child, path: path === '' ? name : `${path}.${name}`, parent: node, isCorrelatable: isKeyed }, visit);
  }
  if (schema.items !== undefined) {
    const isCorrelatable = node.isCorrelatable && schema['x-kubernetes-list-type'] === 'map';
    step({ schema: schema.items, path: `${path}[]`, parent: node, isCorrelatable }, visit);
  }
  if (typeof schema.additionalProperties === 'object') {
    step({ schema: schema.additionalProperties, path: `${path}{}`, parent: node, isCorrelatable: isKeyed }, visit);
  }
}
