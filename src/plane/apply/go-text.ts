/** JSON values as Go prints them in messages about server-side apply. */
import { isObject, type JsonValue } from '../../kubernetes/json/json-value.js';

/** A value behind the pointer that apply has, with `%v`. */
export function goText(value: JsonValue): string {
  return `&{${goValue(value)}}`;
}

/** The same with `%#v`. */
export function goSyntax(value: JsonValue): string {
  return `&value.valueUnstructured{Value:${literal(value)}}`;
}

/** The type of a value, with `%T`. */
export function goType(value: JsonValue): string {
  if (Array.isArray(value)) return '[]interface {}';
  if (isObject(value)) return 'map[string]interface {}';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  return value === null ? '<nil>' : 'string';
}

/** A value with `%v`. */
export function goValue(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return `[${value.map(goValue).join(' ')}]`;
  if (isObject(value)) return `map[${entries(value, goValue, ' ')}]`;
  return value === null || value === undefined ? '<nil>' : String(value);
}

function literal(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return `[]interface {}{${value.map(literal).join(', ')}}`;
  if (isObject(value)) return `map[string]interface {}{${entries(value, literal, ', ', JSON.stringify)}}`;
  if (value === null || value === undefined) return 'interface {}(nil)';
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

function entries(
  value: Readonly<Record<string, JsonValue | undefined>>,
  show: (member: JsonValue | undefined) => string,
  separator: string,
  showKey: (key: string) => string = String,
): string {
  return Object.keys(value)
    .sort()
    .map((key) => `${showKey(key)}:${show(value[key])}`)
    .join(separator);
}
