/** Fields that are equal in all versions of a CRD. The API server validates them once, as fields of the spec. */
import type { Field } from '../field.js';
import { isObject, type JsonValue, jsonEqual, type JsonObject } from '../json/json-value.js';
import type { SchemaProps } from './schema-props.js';

const FIELDS = ['schema', 'subresources', 'additionalPrinterColumns', 'selectableFields'] as const;

/** Which fields all versions share. */
export type Shared = Readonly<Record<(typeof FIELDS)[number], boolean>>;

export function sharedFields(versions: Field): Shared {
  const [first, ...others] = versions.items;
  const isShared = (key: string): boolean => {
    const expected = withoutEmpty(first?.at(key).value);
    return others.every((version) => jsonEqual(withoutEmpty(version.at(key).value), expected));
  };
  return {
    schema: isShared('schema'),
    subresources: isShared('subresources'),
    additionalPrinterColumns: isShared('additionalPrinterColumns'),
    selectableFields: isShared('selectableFields'),
  };
}

/** The schema in `versions[].schema`. */
export function schemaOf(validation: Field): SchemaProps | undefined {
  const { value } = validation.at('openAPIV3Schema');
  return isObject(value) ? value : undefined;
}

/** Go decodes an empty string, list and `false` like a missing one. */
function withoutEmpty(value: JsonValue | undefined): JsonValue | undefined {
  if (value === '' || value === false || value === null) return undefined;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map((item) => withoutEmpty(item) ?? null);
  if (!isObject(value)) return value;
  const result: JsonObject = {};
  for (const [key, member] of Object.entries(value)) {
    // Values of a schema are any JSON, and whether it is open is told by a pointer.
    const isKept = ['default', 'example', 'enum', 'additionalProperties', 'x-kubernetes-preserve-unknown-fields'];
    const kept = isKept.includes(key) ? member : withoutEmpty(member);
    if (kept !== undefined) Object.defineProperty(result, key, { value: kept, enumerable: true });
  }
  return result;
}
