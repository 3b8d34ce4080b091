/** Defaults as data: what is filled in, field by field. */
import { isObject, type JsonObject, type JsonValue } from '../../../kubernetes/json/json-value.js';

/** What happens to one field. */
export type FieldDefault =
  /** Filled in when it is absent. */
  | { readonly absent: JsonValue }
  /** Filled in when it is absent or Go's zero value. */
  | { readonly zero: JsonValue }
  /** Goes on inside, if there is an object. */
  | { readonly inside: Shape }
  /** Goes on inside, with an object made if there is none. */
  | { readonly made: Shape }
  /** Goes on inside every item. */
  | { readonly each: Shape }
  /** Left out: it belongs to a feature that is switched off. */
  | { readonly dropped: true };

/** Defaults of the fields of an object; a function sees the object after them. */
export type Shape = Readonly<Record<string, FieldDefault>> | ((object: JsonObject) => JsonObject);

/** All shapes, one after the other. */
export function filled(object: JsonObject, ...shapes: readonly Shape[]): JsonObject {
  let result = object;
  for (const shape of shapes) result = typeof shape === 'function' ? shape(result) : withFields(result, shape);
  return result;
}

/** Shapes as one. */
export const all =
  (...shapes: readonly Shape[]): Shape =>
  (object) =>
    filled(object, ...shapes);

function withFields(object: JsonObject, shape: Exclude<Shape, (object: JsonObject) => JsonObject>): JsonObject {
  const result: JsonObject = { ...object };
  for (const key of Object.keys(shape)) {
    const rule = shape[key];
    if (rule === undefined) continue;
    const value = result[key];
    if ('dropped' in rule) delete result[key];
    else if ('absent' in rule) {
      if (value === undefined) result[key] = rule.absent;
    } else if ('zero' in rule) {
      if (value === undefined || value === '' || value === 0) result[key] = rule.zero;
    } else if ('each' in rule) {
      if (Array.isArray(value)) result[key] = value.map((item) => (isObject(item) ? filled(item, rule.each) : item));
    } else if ('made' in rule) {
      result[key] = filled(isObject(value) ? value : {}, rule.made);
    } else if (isObject(value)) {
      result[key] = filled(value, rule.inside);
    }
  }
  return result;
}
