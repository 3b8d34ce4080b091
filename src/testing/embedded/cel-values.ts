/** JSON values as CEL sees them under a schema: integers, timestamps, escaped names. */
import { isObject, type JsonObject, type JsonValue } from './json.js';
import { memberSchema, type SchemaNode } from './schema-node.js';

const RESERVED = new Set([
  'true',
  'false',
  'null',
  'in',
  'as',
  'break',
  'const',
  'continue',
  'else',
  'for',
  'function',
  'if',
  'import',
  'let',
  'loop',
  'package',
  'namespace',
  'return',
  'var',
  'void',
  'while',
]);

/** A value for CEL. */
export function celValue(value: JsonValue | undefined, schema: SchemaNode | undefined): unknown {
  if (value === undefined || value === null || typeof value === 'boolean') return value ?? null;
  if (typeof value === 'number') {
    return schema?.type === 'number' || !Number.isInteger(value) ? value : BigInt(value);
  }
  if (typeof value === 'string') return textValue(value, schema);
  if (Array.isArray(value)) return value.map((item) => celValue(item, schema?.items));
  return objectValue(value, schema);
}

function textValue(value: string, schema: SchemaNode | undefined): unknown {
  if (schema?.format === 'date-time' || schema?.format === 'date') return new Date(value);
  return value;
}

function objectValue(value: JsonObject, schema: SchemaNode | undefined): unknown {
  const result: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (member === undefined) continue;
    const isDeclared = schema?.properties !== undefined && Object.hasOwn(schema.properties, key);
    result[isDeclared ? escapeName(key) : key] = celValue(member, memberSchema(schema, key));
  }
  if (schema !== undefined && isObject(value)) return result;
  return result;
}

/** How a property is written in CEL when it is no identifier. */
export function escapeName(name: string): string {
  if (RESERVED.has(name)) return `__${name}__`;
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !name.includes('__')) return name;
  return name
    .replaceAll('__', '__underscores__')
    .replaceAll('.', '__dot__')
    .replaceAll('-', '__dash__')
    .replaceAll('/', '__slash__');
}
