/** Changes a valid object field by field, guided by the schema of its kind. */
import type { SchemaNode } from '../../../../src/kubernetes/schema/schema-node.js';
import type { Random } from './random.js';
import { BY_NAME, NUMBERS, TEXTS } from './words.js';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonMap = { [key: string]: Json };

interface Slot {
  readonly owner: JsonMap | Json[];
  readonly key: string | number;
  readonly schema: SchemaNode | undefined;
  readonly path: string;
}

/** A changed copy, and what was changed. */
export interface Mutant {
  readonly object: JsonMap;
  readonly changes: readonly string[];
}

/** One to three changes of a copy. */
export function mutate(sample: JsonMap, schema: SchemaNode | undefined, random: Random): Mutant {
  const object = JSON.parse(JSON.stringify(sample)) as JsonMap;
  const changes: string[] = [];
  const count = random.chance(0.75) ? 1 : 2 + random.below(2);
  for (let index = 0; index < count; index++) changes.push(change(object, schema, random));
  return { object, changes };
}

function change(object: JsonMap, schema: SchemaNode | undefined, random: Random): string {
  const all = slots(object, schema, '');
  if (random.chance(0.35)) return addField(object, schema, random);
  if (all.length === 0) return 'nothing to change';
  const slot = random.pick(all);
  const value = valueAt(slot);
  if (random.chance(0.25)) {
    remove(slot);
    return `remove ${slot.path}`;
  }
  if (Array.isArray(slot.owner) && random.chance(0.25)) {
    slot.owner.push(structuredClone(value));
    return `repeat ${slot.path}`;
  }
  const next = otherValue(slot, value, random);
  put(slot, next);
  return `set ${slot.path} = ${JSON.stringify(next).slice(0, 80)}`;
}

function slots(value: Json, schema: SchemaNode | undefined, path: string): Slot[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => [
      { owner: value, key: index, schema: schema?.items, path: `${path}[${index}]` },
      ...slots(item, schema?.items, `${path}[${index}]`),
    ]);
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value)
    .filter((key) => path !== '' || !['apiVersion', 'kind'].includes(key))
    .filter((key) => path !== 'metadata' || key !== 'namespace')
    .flatMap((key) => {
      const child = member(schema, key);
      const place = path === '' ? key : `${path}.${key}`;
      return [{ owner: value, key, schema: child, path: place }, ...slots(value[key] ?? null, child, place)];
    });
}

function member(schema: SchemaNode | undefined, key: string): SchemaNode | undefined {
  const own = schema?.properties?.[key];
  if (own !== undefined) return own;
  return typeof schema?.additionalProperties === 'object' ? schema.additionalProperties : undefined;
}

function addField(object: JsonMap, schema: SchemaNode | undefined, random: Random): string {
  const places = objectsOf(object, schema, '').filter(
    (place) => Object.keys(place.schema?.properties ?? {}).length > 0,
  );
  if (places.length === 0) return 'nothing to add';
  const place = random.pick(places);
  const hidden = place.path === '' ? ['apiVersion', 'kind', 'metadata', 'status'] : [];
  const skipped = place.path === 'metadata' ? SERVER_FIELDS : hidden;
  const keys = Object.keys(place.schema?.properties ?? {}).filter(
    (key) => !skipped.includes(key) && !(key in place.object),
  );
  if (keys.length === 0) return 'nothing to add';
  const key = random.pick(keys);
  const value = generated(member(place.schema, key), key, random, 0);
  place.object[key] = value;
  return `add ${place.path}.${key} = ${JSON.stringify(value).slice(0, 80)}`;
}

const SERVER_FIELDS = [
  'managedFields',
  'namespace',
  'creationTimestamp',
  'deletionTimestamp',
  'resourceVersion',
  'selfLink',
  'uid',
  'generation',
  'deletionGracePeriodSeconds',
];

interface Place {
  readonly object: JsonMap;
  readonly schema: SchemaNode | undefined;
  readonly path: string;
}

function objectsOf(value: Json, schema: SchemaNode | undefined, path: string): Place[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => objectsOf(item, schema?.items, `${path}[${index}]`));
  if (typeof value !== 'object' || value === null) return [];
  return [
    { object: value, schema, path },
    ...Object.keys(value).flatMap((key) =>
      objectsOf(value[key] ?? null, member(schema, key), path === '' ? key : `${path}.${key}`),
    ),
  ];
}

/** A value of the right type; objects get a few fields, the required ones mostly. */
function generated(schema: SchemaNode | undefined, name: string, random: Random, depth: number): Json {
  switch (schema?.type) {
    case 'boolean':
      return random.chance(0.5);
    case 'integer':
    case 'number':
      return random.pick(NUMBERS);
    case 'array':
      return Array.from({ length: 1 + random.below(2) }, () => generated(schema.items, name, random, depth + 1));
    case 'object':
      return generatedObject(schema, random, depth);
    default:
      return scalar(schema, name, random);
  }
}

function generatedObject(schema: SchemaNode, random: Random, depth: number): JsonMap {
  const result: JsonMap = {};
  if (typeof schema.additionalProperties === 'object') {
    const key = random.pick(['a', 'cpu', 'storage', 'example.com/x', 'Bad key']);
    result[key] = generated(schema.additionalProperties, key, random, depth + 1);
    return result;
  }
  if (depth > 4) return result;
  const keys = Object.keys(schema.properties ?? {});
  for (const key of keys) {
    const isRequired = schema.required?.includes(key) === true;
    if (!random.chance(isRequired ? 0.9 : Math.min(0.3, 2 / keys.length))) continue;
    result[key] = generated(schema.properties?.[key], key, random, depth + 1);
  }
  return result;
}

function scalar(schema: SchemaNode | undefined, name: string, random: Random): Json {
  if (schema?.format === 'quantity') return random.pick(['0', '1', '500m', '1Gi', '-1', '3', '100M']);
  if (schema?.format === 'date-time') return '2024-01-02T03:04:05Z';
  if (schema?.format === 'byte') return random.pick(['YWJj', '', 'e30=']);
  if (schema?.['x-kubernetes-int-or-string'] === true || schema?.type === undefined) {
    return random.chance(0.5) ? random.pick(NUMBERS) : random.pick(['25%', 'http', '105%', '', 'x y']);
  }
  const known = BY_NAME[name];
  return known !== undefined && random.chance(0.7) ? random.pick(known) : random.pick(TEXTS);
}

function otherValue(slot: Slot, value: Json, random: Random): Json {
  const name = typeof slot.key === 'string' ? slot.key : (/([^.[\]]+)(\[\d+\])*$/.exec(slot.path)?.[1] ?? '');
  if (random.chance(0.04)) return random.pick<Json>([null, true, 7, 'text', [], {}]);
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return random.pick(NUMBERS);
  if (typeof value === 'string') return scalar(slot.schema, name, random);
  if (Array.isArray(value)) return random.chance(0.5) ? [] : generated(slot.schema, name, random, 1);
  return random.chance(0.3) ? {} : generated(slot.schema, name, random, 1);
}

const valueAt = ({ owner, key }: Slot): Json => (owner as JsonMap)[key as string] ?? null;

function put({ owner, key }: Slot, value: Json): void {
  (owner as JsonMap)[key as string] = value;
}

function remove({ owner, key }: Slot): void {
  if (Array.isArray(owner)) owner.splice(Number(key), 1);
  else delete owner[String(key)];
}
