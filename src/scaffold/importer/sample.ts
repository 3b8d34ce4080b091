/** A sample of a kind: an object with the fields that must be there, each with a value that its schema allows. */
import { isMatch } from '../../kubernetes/regex/pattern.js';
import type { Schema } from './crd.js';
import { isFiniteNumber } from './crd-parts.js';

/** Strings that real patterns ask for, in the order in which they are tried. */
const GUESSES = [
  'example',
  'Example',
  'EXAMPLE',
  'a',
  'A',
  '1',
  '0',
  '1h',
  '1h30m0s',
  '30s',
  '1Gi',
  '10%',
  'v1',
  'v1.0.0',
  '1.0.0',
  'example.com',
  'example.com/example',
  'https://example.com',
  'http://example.com',
  '10.0.0.0/24',
  '10.0.0.1',
  'user@example.com',
  '/example',
  'a/b',
  'a:b',
  'a=b',
  '0 0 * * *',
  '00:00',
  '00:00:00:00:00:00',
  'sha256:' + '0'.repeat(64),
  '0'.repeat(12),
  '2024-01-01',
  'us-east-1',
  'arn:aws:iam::000000000000:role/example',
] as const;

/** The spec (or whatever else is required) of a sample. */
export function sampleFields(root: Schema): Readonly<Record<string, unknown>> {
  const { apiVersion: _a, kind: _k, metadata: _m, status: _s, ...properties } = root.properties ?? {};
  const required = new Set(root.required ?? []);
  const names = Object.keys(properties).filter((name) => name === 'spec' || required.has(name));
  return Object.fromEntries(names.map((name) => [name, sampleOf(properties[name] ?? {})]));
}

/** A value that a schema allows, as far as one can be guessed. */
export function sampleOf(schema: Schema): unknown {
  if (schema['default'] !== undefined) return schema['default'];
  if (schema['example'] !== undefined) return schema['example'];
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema['x-kubernetes-int-or-string'] === true) return number(schema);
  switch (schema.type) {
    case 'string':
      return text(schema);
    case 'integer':
    case 'number':
      return number(schema);
    case 'boolean':
      return false;
    case 'array':
      return Array.from({ length: Math.min(size(schema, 'minItems'), 20) }, () => sampleOf(schema.items ?? {}));
    default:
      return object(schema);
  }
}

function object(schema: Schema): Readonly<Record<string, unknown>> {
  const { properties = {}, required = [] } = schema;
  // A field with a default need not be said.
  const names = required.filter((name) => properties[name] !== undefined && properties[name]['default'] === undefined);
  const entries = names.map((name) => [name, sampleOf(properties[name] ?? {})] as const);
  for (const name of branchOf(schema, properties))
    if (!names.includes(name)) entries.push([name, sampleOf(properties[name] ?? {})]);
  if (typeof schema.additionalProperties === 'object')
    for (let count = 0; count < Math.min(size(schema, 'minProperties'), 20); count++)
      entries.push([`example${count === 0 ? '' : count}`, sampleOf(schema.additionalProperties)]);
  for (const name of Object.keys(properties)) {
    if (entries.length >= size(schema, 'minProperties')) break;
    if (!entries.some(([known]) => known === name)) entries.push([name, sampleOf(properties[name] ?? {})]);
  }
  return Object.fromEntries(entries);
}

/** The fields that the first branch of `oneOf` or `anyOf` asks for. */
function branchOf(schema: Schema, properties: Readonly<Record<string, Schema>>): string[] {
  return ['oneOf', 'anyOf'].flatMap((key) => {
    const branches = schema[key];
    const [first] = Array.isArray(branches) ? (branches as readonly Schema[]) : [];
    return (first?.required ?? []).filter((name) => properties[name] !== undefined);
  });
}

function text(schema: Schema): string {
  if (schema.format === 'date-time') return '2024-01-01T00:00:00Z';
  if (schema.format === 'date') return '2024-01-01';
  if (schema.format === 'uri') return 'https://example.com';
  if (schema.format === 'byte') return 'ZXhhbXBsZQ==';
  const least = size(schema, 'minLength');
  const most = typeof schema['maxLength'] === 'number' ? schema['maxLength'] : Number.POSITIVE_INFINITY;
  const fits = (guess: string): boolean =>
    guess.length >= least &&
    guess.length <= most &&
    (schema.pattern === undefined || isMatch(schema.pattern, guess) === true);
  return GUESSES.find(fits) ?? 'x'.repeat(Math.min(Math.max(least, 1), most, 1000));
}

function number(schema: Schema): number | bigint {
  const bounds = (['minimum', 'maximum', 'multipleOf'] as const).map((key) => schema[key]);
  const isLarge = bounds.some((bound) => typeof bound === 'bigint');
  if (isLarge && bounds.every((bound) => bound === undefined || isInteger(bound))) return largeInteger(schema);
  const bound = (key: string): number | undefined => (isFiniteNumber(schema[key]) ? Number(schema[key]) : undefined);
  const [minimum, maximum] = [bound('minimum'), bound('maximum')];
  const step = schema.type === 'number' ? 0.5 : 1;
  const low = minimum === undefined ? undefined : minimum + (schema['exclusiveMinimum'] === true ? step : 0);
  const high = maximum === undefined ? undefined : maximum - (schema['exclusiveMaximum'] === true ? step : 0);
  const start = low !== undefined && low > 1 ? low : high !== undefined && high < 1 ? high : 1;
  const multiple = bound('multipleOf');
  if (multiple === undefined || multiple === 0) return start;
  return (start === high ? Math.floor(start / multiple) : Math.ceil(start / multiple)) * multiple;
}

/** The same in integers that a double would round. */
function largeInteger(schema: Schema): bigint {
  const bound = (key: string): bigint | undefined => (isInteger(schema[key]) ? BigInt(schema[key]) : undefined);
  const [minimum, maximum, multiple] = [bound('minimum'), bound('maximum'), bound('multipleOf')];
  const low = minimum === undefined ? undefined : minimum + (schema['exclusiveMinimum'] === true ? 1n : 0n);
  const high = maximum === undefined ? undefined : maximum - (schema['exclusiveMaximum'] === true ? 1n : 0n);
  const start = low !== undefined && low > 1n ? low : high !== undefined && high < 1n ? high : 1n;
  if (multiple === undefined || multiple === 0n) return start;
  const over = ((start % multiple) + multiple) % multiple;
  return over === 0n ? start : start - over + (start === high ? 0n : multiple);
}

function isInteger(value: unknown): value is number | bigint {
  return typeof value === 'bigint' || Number.isInteger(value);
}

function size(schema: Schema, key: string): number {
  return isFiniteNumber(schema[key]) ? Number(schema[key]) : 0;
}
