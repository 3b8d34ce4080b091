/** Objects as kustomize renders them. */

/** Any value of JSON. */
export type Json = string | number | boolean | null | readonly Json[] | JsonMap;

/** A map of JSON. */
export interface JsonMap {
  readonly [key: string]: Json;
}

/** A Kubernetes object. */
export type Manifest = JsonMap & {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: JsonMap & { readonly name: string };
};

/** Whether a value is a map. */
export function isMap(value: Json | undefined): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a list. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The value at a path of keys, if it is there. */
export function valueAt(value: Json | undefined, ...path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((found, key) => (isMap(found) ? found[key] : undefined), value);
}
