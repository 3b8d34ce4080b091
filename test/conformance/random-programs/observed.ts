/** A schema → what it says, in the words of `Expected`. */
import type { JsonSchema } from '../../../src/model/schema.js';
import type { Expected } from './expected.js';

/** What a schema allows; texts that are listed by a pattern count as literals. */
export function observedOf(schema: JsonSchema): Expected {
  const literals = literalsOf(schema);
  const values = schema.additionalProperties;
  const isObject = schema.type === 'object' && typeof values !== 'object';
  return {
    kinds: kindsOf(schema),
    isNullable: schema.nullable === true,
    ...(literals !== undefined && { literals: [...literals].sort() }),
    ...(schema.pattern !== undefined && literals === undefined && { isPattern: true }),
    ...(schema.items !== undefined && { items: observedOf(schema.items) }),
    ...(typeof values === 'object' && { values: observedOf(values) }),
    ...(isObject && {
      properties: Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .sort(([left], [right]) => (left < right ? -1 : 1))
          .map(([name, inner]) => [name, observedOf(inner)]),
      ),
      required: [...(schema.required ?? [])].sort(),
    }),
  };
}

function kindsOf(schema: JsonSchema): string[] {
  if (schema['x-kubernetes-int-or-string'] === true) return ['number', 'string'];
  if (schema.type === 'integer' || schema.type === 'number') return ['number'];
  if (schema.type === 'array') return ['list'];
  if (schema.type === 'object') return [typeof schema.additionalProperties === 'object' ? 'map' : 'object'];
  return schema.type === undefined ? [] : [schema.type];
}

function literalsOf(schema: JsonSchema): string[] | undefined {
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value));
  // Where null is allowed, a pattern or a rule takes the place of the enum.
  const listed = schema.nullable === true ? /^\^\((.*)\)\$$/.exec(schema.pattern ?? '')?.[1] : undefined;
  if (listed !== undefined) return listed.split('|').map((text) => JSON.stringify(text.replaceAll(/\\(.)/g, '$1')));
  return undefined;
}

/** Whether a part of the schema is what a refused type gets. */
export function isRefused(schema: JsonSchema): boolean {
  return JSON.stringify(schema).includes('"x-kubernetes-preserve-unknown-fields":true');
}
