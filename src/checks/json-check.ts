/** Whether a value fits a schema, as the API server would judge it. */
import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema, JsonValue } from '../model/schema.js';
import { isFormatValid } from '../kubernetes/format/formats.js';
import { compilePattern } from '../kubernetes/regex/pattern.js';

/** The same schema for values whose defaults are filled in before they are judged: defaulted fields may be missing. */
export function withDefaultsFilled(schema: JsonSchema): JsonSchema {
  const { required, properties, items, additionalProperties } = schema;
  const isNeeded = (name: string): boolean => properties?.[name]?.default === undefined;
  return {
    ...schema,
    ...(required && { required: required.filter(isNeeded) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, withDefaultsFilled(field)]),
      ),
    }),
    ...(items && { items: withDefaultsFilled(items) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: withDefaultsFilled(additionalProperties) }),
  };
}

/** The first thing that is wrong with the value, or `undefined`. Defaults of fields are not filled in, as in the server's check of defaults. */
export function misfit(value: JsonValue, schema: JsonSchema, path = ''): string | undefined {
  if (value === null)
    return schema.nullable === true || schema.type === undefined ? undefined : `${at(path)}null is not allowed`;
  return (
    typeMisfit(value, schema, path) ??
    enumMisfit(value, schema, path) ??
    deepMisfit(value, schema, path) ??
    allMisfit(value, schema, path)
  );
}

const at = (path: string): string => (path === '' ? '' : `${path}: `);
const show = (value: JsonValue): string =>
  JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? item.toString() : item)) ?? 'undefined';

function typeMisfit(value: JsonValue, schema: JsonSchema, path: string): string | undefined {
  const isText = typeof value === 'string';
  const isInteger = typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));
  if (schema['x-kubernetes-int-or-string'] === true)
    return isText || isInteger ? undefined : `${at(path)}${show(value)} is neither an integer nor a string`;
  const fits: Readonly<Record<string, boolean>> = {
    string: isText,
    integer: isInteger,
    number: isInteger || typeof value === 'number',
    boolean: typeof value === 'boolean',
    array: Array.isArray(value),
    object: typeof value === 'object' && value !== null && !Array.isArray(value),
  };
  const { type } = schema;
  return type === undefined || fits[type] !== false ? undefined : `${at(path)}${show(value)} is not of type ${type}`;
}

function enumMisfit(value: JsonValue, schema: JsonSchema, path: string): string | undefined {
  if (schema.enum === undefined || schema.enum.some((allowed) => isDeepStrictEqual(allowed, value))) return undefined;
  return `${at(path)}${show(value)} is none of ${schema.enum.map(show).join(', ')}`;
}

function allMisfit(value: JsonValue, schema: JsonSchema, path: string): string | undefined {
  for (const branch of schema.allOf ?? []) {
    const problem = misfit(value, branch, path);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function deepMisfit(value: JsonValue, schema: JsonSchema, path: string): string | undefined {
  if (typeof value === 'string') return textMisfit(value, schema, path);
  if (typeof value === 'number' || typeof value === 'bigint') return numberMisfit(value, schema, path);
  if (Array.isArray(value)) return listMisfit(value as readonly JsonValue[], schema, path);
  return typeof value === 'object'
    ? objectMisfit(value as { readonly [key: string]: JsonValue }, schema, path)
    : undefined;
}

function textMisfit(value: string, schema: JsonSchema, path: string): string | undefined {
  const length = [...value].length;
  if (schema.maxLength !== undefined && length > schema.maxLength)
    return `${at(path)}${show(value)} is longer than ${schema.maxLength}`;
  if (schema.minLength !== undefined && length < schema.minLength)
    return `${at(path)}${show(value)} is shorter than ${schema.minLength}`;
  const pattern = schema.pattern === undefined ? undefined : compilePattern(schema.pattern);
  if (pattern?.kind === 'pattern' && !pattern.pattern.test(value))
    return `${at(path)}${show(value)} does not match ${schema.pattern ?? ''}`;
  if (schema.format !== undefined && !isFormatValid(schema.format, value))
    return `${at(path)}${show(value)} is not of the format ${schema.format}`;
  return undefined;
}

function numberMisfit(value: number | bigint, schema: JsonSchema, path: string): string | undefined {
  const { maximum, minimum, multipleOf } = schema;
  if (maximum !== undefined && (value > maximum || (schema.exclusiveMaximum === true && value === maximum)))
    return `${at(path)}${value} is above the maximum ${maximum}`;
  if (minimum !== undefined && (value < minimum || (schema.exclusiveMinimum === true && value === minimum)))
    return `${at(path)}${value} is below the minimum ${minimum}`;
  if (
    multipleOf !== undefined &&
    typeof value === 'number' &&
    typeof multipleOf === 'number' &&
    value % multipleOf !== 0
  )
    return `${at(path)}${value} is not a multiple of ${multipleOf}`;
  if (schema.format === 'int32' && (value > 2_147_483_647 || value < -2_147_483_648))
    return `${at(path)}${value} does not fit into 32 bits`;
  return undefined;
}

function listMisfit(values: readonly JsonValue[], schema: JsonSchema, path: string): string | undefined {
  if (schema.maxItems !== undefined && values.length > schema.maxItems)
    return `${at(path)}more than ${schema.maxItems} items`;
  if (schema.minItems !== undefined && values.length < schema.minItems)
    return `${at(path)}fewer than ${schema.minItems} items`;
  for (const [index, value] of values.entries()) {
    const problem = schema.items === undefined ? undefined : misfit(value, schema.items, `${path}[${index}]`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function objectMisfit(
  value: { readonly [key: string]: JsonValue },
  schema: JsonSchema,
  path: string,
): string | undefined {
  const keys = Object.keys(value);
  if (schema.maxProperties !== undefined && keys.length > schema.maxProperties)
    return `${at(path)}more than ${schema.maxProperties} keys`;
  if (schema.minProperties !== undefined && keys.length < schema.minProperties)
    return `${at(path)}fewer than ${schema.minProperties} keys`;
  const missing = (schema.required ?? []).find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) {
    const isDefaulted = schema.properties?.[missing]?.default !== undefined;
    return `${at(path)}the field "${missing}" is missing${isDefaulted ? ', whose default the API server does not fill in here' : ''}`;
  }
  for (const key of keys) {
    const child =
      schema.properties?.[key] ??
      (typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined);
    const isOpen = schema['x-kubernetes-preserve-unknown-fields'] === true || schema.additionalProperties === true;
    if (child === undefined && !isOpen && schema.type === 'object') return `${at(path)}there is no field "${key}"`;
    const item = value[key];
    const problem =
      child === undefined || item === undefined ? undefined : misfit(item, child, path === '' ? key : `${path}.${key}`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
