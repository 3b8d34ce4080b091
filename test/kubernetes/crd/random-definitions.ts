/** Real CRDs, each with a few random changes: most of them are wrong in a way that people are. */
import { randomFrom } from '../regex/random-patterns.js';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonMap = { [key: string]: Json };

/** Keywords of schemas, with values of the type that Go decodes. */
const KEYWORDS: readonly JsonMap[] = [
  { type: '' },
  { type: 'string' },
  { type: 'object' },
  { type: 'array' },
  { type: 'integer' },
  { type: 'text' },
  { type: 'null' },
  { nullable: true },
  { uniqueItems: true },
  { format: 'date-time' },
  { format: 'nonsense' },
  { title: 'a' },
  { id: 'a' },
  { $schema: 'a' },
  { $ref: '#/a' },
  { patternProperties: { a: { type: 'string' } } },
  { definitions: { a: { type: 'string' } } },
  { dependencies: { a: ['b'] } },
  { dependencies: { a: { type: 'string' } } },
  { additionalItems: true },
  { items: { type: 'string' } },
  { items: { type: 'string', nullable: true } },
  { items: { type: 'object', properties: { k: { type: 'string' } }, required: ['k'] } },
  { items: { type: 'object', properties: { k: { type: 'object' } } } },
  { items: [{ type: 'string' }] },
  { items: {} },
  { properties: { a: { type: 'string' } } },
  { properties: { a: {} } },
  { properties: { metadata: { type: 'object', properties: { labels: { type: 'object' } } } } },
  { properties: { kind: { type: 'integer' } } },
  { additionalProperties: { type: 'string' } },
  { additionalProperties: {} },
  { additionalProperties: true },
  { additionalProperties: false },
  { pattern: '[' },
  { pattern: '^a$' },
  { enum: ['a', 'b'] },
  { minLength: 3 },
  { maxLength: 2 },
  { minimum: 5 },
  { maximum: 4 },
  { maxItems: 1 },
  { minItems: 2 },
  { maxProperties: 1 },
  { minProperties: 1 },
  { required: ['a'] },
  { default: 'a' },
  { default: 7 },
  { default: true },
  { default: {} },
  { default: { a: 'b' } },
  { default: ['a'] },
  { default: [] },
  { default: null },
  { 'x-kubernetes-preserve-unknown-fields': true },
  { 'x-kubernetes-preserve-unknown-fields': false },
  { 'x-kubernetes-embedded-resource': true },
  { 'x-kubernetes-int-or-string': true },
  { 'x-kubernetes-list-type': 'set' },
  { 'x-kubernetes-list-type': 'map' },
  { 'x-kubernetes-list-type': 'atomic' },
  { 'x-kubernetes-list-type': 'bag' },
  { 'x-kubernetes-list-map-keys': ['k'] },
  { 'x-kubernetes-list-map-keys': ['k', 'k'] },
  {
    type: 'array',
    items: { type: 'object', properties: { k: { type: 'string' } }, required: ['k'] },
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['k', 'k'],
  },
  { 'x-kubernetes-map-type': 'atomic' },
  { 'x-kubernetes-map-type': 'loose' },
  { 'x-kubernetes-validations': [{ rule: 'true' }] },
  { 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] },
  { 'x-kubernetes-validations': [{ rule: 'self.missing > 1', message: 'no' }] },
  { 'x-kubernetes-validations': [{ rule: ' ' }] },
  { 'x-kubernetes-validations': [{ rule: 'true', message: ' ', reason: 'Nope' }] },
  { 'x-kubernetes-validations': [{ rule: 'true\n', message: 'a\nb', fieldPath: '.a' }] },
  { 'x-kubernetes-validations': [{ rule: 'true', fieldPath: '.missing', messageExpression: '1' }] },
  { 'x-kubernetes-validations': [{ rule: 'true', optionalOldSelf: true }] },
  { 'x-kubernetes-validations': [{ rule: 'self.all(x, x == "a")' }] },
  { anyOf: [{ type: 'integer' }, { type: 'string' }] },
  { anyOf: [{ pattern: 'a' }, { pattern: '(' }] },
  { anyOf: [{ required: ['a'] }] },
  { allOf: [{ properties: { a: { pattern: 'x' } } }] },
  { allOf: [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }] },
  { oneOf: [{ title: 'a' }] },
  { oneOf: [{ properties: { metadata: {} } }] },
  { not: { type: 'string' } },
  { not: { description: 'a', default: 1 } },
  { oneOf: [{ items: { pattern: 'x' }, additionalProperties: { minLength: 1 } }] },
  { anyOf: [{ nullable: true, 'x-kubernetes-validations': [{ rule: 'true' }] }] },
];

const COLUMNS: readonly JsonMap[] = [
  { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
  { name: '', type: 'date', jsonPath: '.a' },
  { name: 'A', type: 'text', jsonPath: 'a' },
  { name: 'A', type: '', format: 'x', jsonPath: '' },
  { name: 'A', type: 'string', format: 'int32', jsonPath: '.[' },
];

const FIELDS: readonly JsonMap[] = [
  { jsonPath: '.spec' },
  { jsonPath: '.metadata.name' },
  { jsonPath: '' },
  { jsonPath: '.spec.missing' },
  { jsonPath: 'spec' },
  { jsonPath: ".spec['a']" },
  { jsonPath: '.' },
];

const SCALES: readonly Json[] = [
  { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
  { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas', labelSelectorPath: '.metadata.x' },
  { specReplicasPath: '.sfoo', statusReplicasPath: 'status', labelSelectorPath: '.sfoo' },
  { specReplicasPath: '', statusReplicasPath: '.spec.a', labelSelectorPath: '' },
];

const CONVERSIONS: readonly Json[] = [
  { strategy: 'None' },
  { strategy: '' },
  { strategy: 'Magic' },
  { strategy: 'None', webhook: { conversionReviewVersions: ['v1'], clientConfig: { url: 'https://a' } } },
  { strategy: 'Webhook' },
  { strategy: 'Webhook', webhook: { conversionReviewVersions: [] } },
  { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'], clientConfig: {} } },
  { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1', 'v1'], clientConfig: { url: 'http://a' } } },
  {
    strategy: 'Webhook',
    webhook: { conversionReviewVersions: ['v9', 'V_1'], clientConfig: { url: 'https://u@a/b?c=d#e' } },
  },
  { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1beta1'], clientConfig: { url: 'https:///path' } } },
  { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'], clientConfig: { url: ':x' } } },
  { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'], clientConfig: { url: '' } } },
  ...['/', '//', '/a//b', 'a', '/A', '/convert/'].map((path) => ({
    strategy: 'Webhook',
    webhook: {
      conversionReviewVersions: ['v1'],
      clientConfig: { service: { name: 'a', namespace: 'b', path, port: 70_000 } },
    },
  })),
  {
    strategy: 'Webhook',
    webhook: { conversionReviewVersions: ['v1'], clientConfig: { service: { name: '', namespace: '' } } },
  },
];

const TEXTS = ['', 'x', 'Not_A_Label', 'UPPER', 'a.b', 'a-', '9a', 'a'.repeat(64), '.spec.x', 'v1', 'V_1', 'a\tb', 'é'];

/** A definition, and what it was before an update. */
export interface RandomDefinition {
  readonly crd: JsonMap;
  readonly old?: JsonMap;
}

/** So many changed copies of real CRDs. */
export function randomDefinitions(seed: number, count: number, bases: readonly unknown[]): RandomDefinition[] {
  const random = randomFrom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  return Array.from({ length: count }, () => {
    const base = pick(bases) as JsonMap;
    const crd = structuredClone(base);
    const isUpdate = random() < 0.3;
    const times = 1 + Math.floor(random() * 3);
    const old = isUpdate ? stored(structuredClone(base), random) : undefined;
    if (old && random() < 0.5) change(old, random, pick);
    for (let index = 0; index < times; index++) change(crd, random, pick);
    return old ? { crd, old } : { crd };
  });
}

/** As the server has it after a while. */
function stored(crd: JsonMap, random: () => number): JsonMap {
  const versions = (crd['spec'] as JsonMap)['versions'] as JsonMap[];
  const names = versions.map(({ name }) => name ?? '');
  const storedVersions = random() < 0.5 ? names : names.slice(0, 1);
  const status = random() < 0.7 ? 'True' : 'False';
  return { ...crd, status: { storedVersions, conditions: [{ type: 'Established', status }] } };
}

type Pick = <T>(list: readonly T[]) => T;

function change(crd: JsonMap, random: () => number, pick: Pick): void {
  const spec = crd['spec'] as JsonMap;
  const versions = (spec['versions'] ?? []) as JsonMap[];
  const version = versions.length > 0 ? pick(versions) : {};
  const chance = random();
  if (chance < 0.62) changeSchema(version, random, pick);
  else if (chance < 0.72) changeVersion(version, random, pick);
  else if (chance < 0.8) changeSpec(crd, spec, versions, random, pick);
  else if (chance < 0.86) spec['conversion'] = structuredClone(pick(CONVERSIONS));
  else changeNames(crd, spec, random, pick);
}

function changeSchema(version: JsonMap, random: () => number, pick: Pick): void {
  const schema = (version['schema'] as JsonMap | undefined)?.['openAPIV3Schema'] as JsonMap | undefined;
  if (schema === undefined) {
    version['schema'] = { openAPIV3Schema: structuredClone(pick(KEYWORDS)) };
    return;
  }
  const node = random() < 0.1 ? schema : pick(nodesOf(schema));
  if (random() < 0.15) {
    const key = pick(Object.keys(node).concat('type'));
    delete node[key];
    return;
  }
  Object.assign(node, structuredClone(pick(KEYWORDS)));
  if (random() < 0.3) Object.assign(node, structuredClone(pick(KEYWORDS)));
}

function nodesOf(schema: JsonMap): JsonMap[] {
  const found: JsonMap[] = [schema];
  const children = [
    schema['items'],
    schema['additionalProperties'],
    ...Object.values((schema['properties'] ?? {}) as JsonMap),
  ];
  for (const child of children)
    if (typeof child === 'object' && child !== null && !Array.isArray(child)) found.push(...nodesOf(child));
  return found;
}

function changeVersion(version: JsonMap, random: () => number, pick: Pick): void {
  const changes: (() => void)[] = [
    () => void (version['name'] = pick(TEXTS)),
    () => void (version['served'] = random() < 0.5),
    () => void (version['storage'] = random() < 0.5),
    () => void (version['deprecated'] = random() < 0.5),
    () =>
      Object.assign(version, {
        deprecated: random() < 0.8,
        deprecationWarning: pick(['', 'old', 'a\tb', 'x'.repeat(300), 'é'.repeat(200), 'a\u00a0b', 'a\u200bb']),
      }),
    () => void (version['additionalPrinterColumns'] = [structuredClone(pick(COLUMNS)), structuredClone(pick(COLUMNS))]),
    () => void (version['selectableFields'] = [structuredClone(pick(FIELDS)), structuredClone(pick(FIELDS))]),
    () => void (version['subresources'] = { status: {}, scale: structuredClone(pick(SCALES)) }),
    () => void (version['subresources'] = random() < 0.5 ? {} : { status: {} }),
    () => void delete version['schema'],
    () => void (version['schema'] = {}),
    () => void delete version[pick(['subresources', 'additionalPrinterColumns', 'selectableFields'])],
  ];
  pick(changes)();
}

function changeSpec(crd: JsonMap, spec: JsonMap, versions: JsonMap[], random: () => number, pick: Pick): void {
  const changes: (() => void)[] = [
    () => void (spec['group'] = pick(['', 'nodots', 'Upper.Case', 'a.k8s.io', 'b.kubernetes.io', 'k8s.io', 'a..b'])),
    () => void (spec['scope'] = pick(['', 'Cluster', 'Namespaced', 'Galaxy'])),
    () => void (spec['preserveUnknownFields'] = random() < 0.5),
    () => void versions.push({ ...structuredClone(versions[0] ?? {}), name: pick(TEXTS), storage: random() < 0.3 }),
    () => void versions.pop(),
    () =>
      void (crd['metadata'] = {
        ...(crd['metadata'] as JsonMap),
        annotations: { 'api-approved.kubernetes.io': pick(['', 'x', 'unapproved, x', 'https://a.b/c', 'https:/a']) },
      }),
    () => void delete spec['conversion'],
  ];
  pick(changes)();
}

function changeNames(crd: JsonMap, spec: JsonMap, random: () => number, pick: Pick): void {
  const names = (spec['names'] ?? {}) as JsonMap;
  const changes: (() => void)[] = [
    () => void (names[pick(['plural', 'singular', 'kind', 'listKind'])] = pick(TEXTS)),
    () => void (names['listKind'] = names['kind'] ?? ''),
    () => void (names['shortNames'] = [pick(TEXTS), pick(TEXTS)]),
    () => void (names['categories'] = [pick(TEXTS), 'all']),
    () => void ((crd['metadata'] as JsonMap)['name'] = random() < 0.5 ? 'other.example.com' : 'x'),
  ];
  pick(changes)();
  spec['names'] = names;
}
