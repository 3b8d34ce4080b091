/** Rules over `oldSelf` work only where the API server can find the old value. */
import type { JsonSchema } from '../../model/schema.js';

/** Called when a node is replaced by a changed copy. */
export type OnCopy = (from: JsonSchema, to: JsonSchema) => void;

/**
 * A function that leaves out transition rules of Kubernetes' own types below lists whose items have no identity; the
 * API server refuses them there. The user's own rules stay, so that checks can point at them.
 */
export function makeCorrelator(onCopy: OnCopy = () => undefined): (schema: JsonSchema) => JsonSchema {
  const walker = new Walker(onCopy);
  return (schema) => walker.walk(schema, true);
}

class Walker {
  private readonly onCopy: OnCopy;
  /** Results for shared nodes, by whether old values can be found. */
  private readonly known = [new WeakMap<JsonSchema, JsonSchema>(), new WeakMap<JsonSchema, JsonSchema>()] as const;

  constructor(onCopy: OnCopy) {
    this.onCopy = onCopy;
  }

  walk(schema: JsonSchema, isCorrelatable: boolean): JsonSchema {
    // Only schemas of Kubernetes' own types are frozen.
    if (!Object.isFrozen(schema)) return this.change(schema, isCorrelatable);
    const results = this.known[isCorrelatable ? 1 : 0];
    const known = results.get(schema) ?? this.change(schema, isCorrelatable);
    results.set(schema, known);
    return known;
  }

  private change(schema: JsonSchema, isCorrelatable: boolean): JsonSchema {
    const changed: Partial<Record<keyof JsonSchema, unknown>> = {};
    const rules = schema['x-kubernetes-validations'];
    if (!isCorrelatable && rules !== undefined && Object.isFrozen(schema)) {
      const kept = rules.filter(({ rule }) => !/\boldSelf\b/.test(rule));
      if (kept.length < rules.length) changed['x-kubernetes-validations'] = kept.length > 0 ? kept : undefined;
    }
    const isGranular = isCorrelatable && schema['x-kubernetes-map-type'] !== 'atomic';
    if (schema.properties !== undefined) {
      const properties = this.walkEach(schema.properties, isGranular);
      if (properties !== schema.properties) changed.properties = properties;
    }
    if (typeof schema.additionalProperties === 'object') {
      const values = this.walk(schema.additionalProperties, isGranular);
      if (values !== schema.additionalProperties) changed.additionalProperties = values;
    }
    if (schema.items !== undefined) {
      const items = this.walk(schema.items, isCorrelatable && schema['x-kubernetes-list-type'] === 'map');
      if (items !== schema.items) changed.items = items;
    }
    if (Object.keys(changed).length === 0) return schema;
    const copy = withoutUndefined({ ...schema, ...changed } as JsonSchema);
    this.onCopy(schema, copy);
    return copy;
  }

  private walkEach(
    properties: Readonly<Record<string, JsonSchema>>,
    isCorrelatable: boolean,
  ): Readonly<Record<string, JsonSchema>> {
    let changed: Record<string, JsonSchema> | undefined;
    for (const [name, schema] of Object.entries(properties)) {
      const walked = this.walk(schema, isCorrelatable);
      if (walked === schema) continue;
      changed ??= { ...properties };
      changed[name] = walked;
    }
    return changed ?? properties;
  }
}

function withoutUndefined(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
}
