/** Random schemas, most of them with one mistake. */
import { randomFrom } from '../regex/random-patterns.js';

type Schema = Record<string, unknown>;

/** Without `preserve-unknown-fields: false`, at which the API server stops, so that it names nothing else. */
const KEYWORDS: readonly Schema[] = [
  { type: undefined },
  { type: 'string' },
  { type: 'object' },
  { type: 'array' },
  { type: 'text' },
  { nullable: true },
  { uniqueItems: true },
  { items: undefined },
  { items: { type: 'string' } },
  { items: { type: 'string', nullable: true } },
  { items: { type: 'object', properties: { k: { type: 'string' } }, required: ['k'] } },
  { items: { type: 'object', properties: { k: { type: 'string', nullable: true } } } },
  { items: {} },
  { properties: { a: { type: 'string' } } },
  { properties: { a: {} } },
  { additionalProperties: { type: 'string' } },
  { additionalProperties: {} },
  { additionalProperties: true },
  { pattern: '[' },
  { pattern: '^a$' },
  { 'x-kubernetes-preserve-unknown-fields': true },
  { 'x-kubernetes-embedded-resource': true },
  { 'x-kubernetes-int-or-string': true },
  { 'x-kubernetes-list-type': 'set' },
  { 'x-kubernetes-list-type': 'map' },
  { 'x-kubernetes-list-type': 'atomic' },
  { 'x-kubernetes-list-type': 'bag' },
  { 'x-kubernetes-list-map-keys': ['k'] },
  { 'x-kubernetes-list-map-keys': ['k', 'k'] },
  { 'x-kubernetes-map-type': 'atomic' },
  { 'x-kubernetes-map-type': 'loose' },
  { anyOf: [{ type: 'integer' }, { type: 'string' }] },
  { anyOf: [{ pattern: 'a' }, { pattern: '(' }] },
  { anyOf: [{ required: ['a'] }] },
  { allOf: [{ properties: { a: { pattern: 'x' } } }] },
  { allOf: [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }] },
  { oneOf: [{ title: 'a' }] },
  { not: { type: 'string' } },
  { not: { description: 'a' } },
  { oneOf: [{ items: { pattern: 'x' } }] },
  { anyOf: [{ nullable: true }] },
];
const BASES: readonly Schema[] = [
  { type: 'string' },
  { type: 'array', items: { type: 'string' } },
  { type: 'array', items: { type: 'object', properties: { k: { type: 'string' } }, required: ['k'] } },
  { type: 'object', properties: { a: { type: 'string' } } },
  { type: 'object', additionalProperties: { type: 'string' } },
  { 'x-kubernetes-int-or-string': true },
  { 'x-kubernetes-preserve-unknown-fields': true },
];

/** So many schemas of a field, each with up to two keywords changed. */
export function randomSchemas(seed: number, count: number): Schema[] {
  const random = randomFrom(seed);
  const pick = (from: readonly Schema[]): Schema => from[Math.floor(random() * from.length)] ?? {};
  return Array.from({ length: count }, () => {
    const changes = random() < 0.5 ? [pick(KEYWORDS)] : [pick(KEYWORDS), pick(KEYWORDS)];
    return JSON.parse(JSON.stringify(Object.assign({}, pick(BASES), ...changes))) as Schema;
  });
}
