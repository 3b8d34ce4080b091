/**
 * Our estimates of what rules cost are those of the real kube-apiserver: each rule is put below a list that is just long
 * enough for the server to refuse it, and the factor that it names must be ours.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planManifests } from '../../src/commands/manifests-plan.js';
import { estimateCost } from '../../src/emitter/cel-cost.js';
import { parseCel } from '../../src/emitter/cel-syntax.js';
import { declareType } from '../../src/emitter/cel-types.js';
import { emitCrd, groupKinds } from '../../src/emitter/crd.js';
import type { JsonSchema } from '../../src/model/schema.js';
import { createTransport } from '../../src/runtime/client/http-transport.js';
import type { Transport } from '../../src/runtime/client/transport.js';
import { type ControlPlane, startControlPlane } from '../../src/testing/index.js';
import { ensureBinaries } from '../testing/real-binaries.js';

const text = (maxLength?: number): JsonSchema => ({ type: 'string', ...(maxLength !== undefined && { maxLength }) });
const list = (items: JsonSchema, maxItems?: number): JsonSchema => ({
  type: 'array',
  items,
  ...(maxItems !== undefined && { maxItems }),
});
const map = (values: JsonSchema, maxProperties?: number): JsonSchema => ({
  type: 'object',
  additionalProperties: values,
  ...(maxProperties !== undefined && { maxProperties }),
});

const ITEM: JsonSchema = {
  type: 'object',
  required: ['name', 'n', 'defaulted'],
  properties: {
    name: text(50),
    long: text(),
    n: { type: 'integer' },
    half: { type: 'number' },
    is: { type: 'boolean' },
    mode: { type: 'string', enum: ['a', 'bbbb'] },
    defaulted: { type: 'string', default: 'x' },
    when: { type: 'string', format: 'date-time' },
    wait: { type: 'string', format: 'duration' },
    data: { type: 'string', format: 'byte', maxLength: 40 },
    port: { 'x-kubernetes-int-or-string': true, maxLength: 9 },
    tags: list(text(20), 30),
    more: list(text(20), 30),
    many: list(text(10)),
    pairs: list({ type: 'object', properties: { key: text(9), value: text(9) }, required: ['key'] }, 12),
    labels: map(text(15), 8),
    open: map(text(15)),
    inner: { type: 'object', properties: { 'my-key': text(5), deep: list({ type: 'integer' }, 6) } },
  },
};

const RULES = [
  'self.n > 1',
  'self.n + 1 < self.n * 2 - 3',
  '-self.n < 5 && !self.is',
  "self.name == 'x'",
  "self.name != 'x' || self.long == self.name",
  "self.name < 'x' ? self.n > 1 : self.name.size() > 2",
  "self.name + self.long != 'x'",
  "self.mode == 'a'",
  'self.half > 1.5',
  "self.name.startsWith('abc')",
  'self.long.endsWith(self.name)',
  "self.long.contains('abc')",
  'self.long.contains(self.name)',
  "self.name.matches('^[a-z]+$')",
  "self.long.matches('^[a-z0-9]{1,20}-[a-z]+$')",
  "self.name in ['a', 'b']",
  'self.name in self.tags',
  "'a' in self.labels",
  'has(self.long) && has(self.inner.deep)',
  "self.tags.all(t, t != '')",
  "self.tags.exists(t, t == 'a')",
  "self.tags.exists_one(t, t.startsWith('a'))",
  "self.tags.filter(t, t != '').size() == 1",
  "self.tags.map(t, t + 'x').size() == 1",
  "self.tags.map(t, t != '', t + 'x').size() == 1",
  'self.tags.all(t, self.more.exists(m, m == t))',
  "self.many.all(t, t != '')",
  'self.pairs.all(p, p.key != p.value)',
  'self.pairs.all(p, has(p.value) && p.value.size() > 1)',
  'self.pairs.map(p, p.key).size() < 5',
  "self.labels.all(k, k.startsWith('a'))",
  "self.labels.all(k, self.labels[k] != '')",
  "self.open.all(k, self.open[k].matches('^a$'))",
  'self.labels.all(k, v, k != v)',
  'self.tags.all(i, v, i > 3 || v != "")',
  "self.tags.transformList(i, v, v + 'x').size() == 1",
  "self.tags[0] == 'a'",
  "self.labels['x'] == 'a'",
  "self.inner.my__dash__key == 'a'",
  'self.inner.deep.sum() < 5 && self.inner.deep.max() > 1',
  'self.tags.isSorted()',
  "self.tags.indexOf('a') == 1",
  "self.name.indexOf('a') == 1",
  "self.name.lowerAscii() == 'x'",
  'self.long.trim().size() > 1',
  "self.name.substring(1, 3) == 'x'",
  "self.name.replace('a', 'bb') == 'x'",
  "self.name.replace('aaa', 'b') == 'x'",
  "self.name.split(',').size() == 2",
  "self.name.split(',', 3).all(p, p != '')",
  "self.tags.join(',') == 'x'",
  "self.name.find('[0-9]+') == '1'",
  "self.name.findAll('[0-9]+').size() == 1",
  'size(self.tags) + size(self.name) > 3',
  "type(self.port) == int ? self.port > 1 : self.port.matches('^[0-9]+%$')",
  "string(self.n) == '1'",
  'int(self.name) == 1',
  "self.when > timestamp('2020-01-01T00:00:00Z')",
  "self.wait < duration('1h')",
  'self.when.getFullYear() > 2000',
  'self.data.size() > 3',
  "quantity(self.name).isGreaterThan(quantity('1Gi'))",
  "quantity(self.name) == quantity('1')",
  'isQuantity(self.name) && isIP(self.name)',
  'ip(self.name).family() == 4',
  "cidr('10.0.0.0/8').containsIP(ip(self.name))",
  "cidr('10.0.0.0/8').containsIP(self.name)",
  "url(self.name).getHost() == 'x'",
  'isURL(self.name)',
  'format.dns1123Label().validate(self.name).hasValue() == false',
  'sets.contains(self.tags, self.more)',
  "sets.intersects(self.tags, ['a', 'b'])",
  'sets.equivalent(self.tags, self.more)',
  "self.?long.orValue('') == 'x'",
  'self.?inner.?deep.hasValue()',
  "self.?long.optMap(x, x == 'a').orValue(true)",
  'self.when - self.when < self.wait',
  "self.labels.exists(k, k.matches('^[a-z]{1,30}$') && self.labels[k].size() > 3)",
  "self.pairs.filter(p, p.key == 'a')[0].key == 'b'",
  "self.pairs.exists(p, p.key == 'a' && p.value in self.tags)",
  'self.tags.all(t, t in self.labels)',
  "self.name.lowerAscii().replace('-', '').matches('^[a-z]+$')",
  'self.tags.map(t, t.size()).sum() < 100',
  'self.tags.all(t, self.name.contains(t))',
  'self.many.all(t, self.many.exists(u, t == u))',
  "self.long.split(' ').all(w, w.size() < 9)",
  'self.tags.distinct().size() == self.tags.size()',
  'self.tags.sort() == self.tags',
  '[self.n, 1, 2].exists(x, x == self.n)',
  "{'a': self.n}['a'] == 1",
  'self.tags == self.more',
  'self.inner == self.inner',
  "'%s-%d'.format([self.name, self.n]) == 'x'",
  'self.tags.all(t, self.tags.all(u, self.tags.all(v, t + u != v)))',
  "self.name.size() <= 253 && self.name.matches(r'^\\d+$')",
] as const;

let plane: ControlPlane;
let transport: Transport;

beforeAll(async () => {
  await ensureBinaries();
  plane = await startControlPlane({ kind: 'envtest' });
  transport = createTransport(plane.config);
}, 180_000);

afterAll(async () => {
  await transport[Symbol.asyncDispose]();
  await plane.stop();
});

describe('the API server names the factor that we expect', () => {
  test.each(RULES)('%s', async (rule) => {
    const root = declareType(ITEM);
    if (root === undefined) throw new Error('no type');
    const { cost, isGuess } = estimateCost(parseCel(rule), root);
    const maxItems = Math.ceil(11_000_000 / cost);
    const wanted = (cost * maxItems) / 10_000_000;

    const verdict = await judge({ ...ITEM, 'x-kubernetes-validations': [{ rule }] }, maxItems);

    expect(isGuess).toBe(false);
    expect(verdict).toBe(shown(wanted));
  });
});

const V = '// +kubebuilder:validation:';
const rule = (text: string, more = ''): string => `${V}XValidation:rule=${JSON.stringify(text)}${more}`;
const kind = (fields: string, types = ''): string => `// +groupName=verdict.kbts.dev

import type { CustomResource, Int32, IntOrString } from 'kbts/runtime';

export interface Row extends CustomResource<Spec> {}

export interface Spec {
  ${fields}
}

${types}
`;
const ITEM_TYPE = (rules: string): string => `${rules}\nexport interface Item { name: string; n?: Int32 }`;

describe('a kind is refused by us when it is refused by the API server', () => {
  test.each([
    ['an endless list of endless texts', kind(`${rule("self.all(x, x.matches('^[a-z]+$'))")}\nlist?: string[];`)],
    [
      'the same with limits',
      kind(`${V}MaxItems=20\n${V}items:MaxLength=63\n${rule("self.all(x, x.matches('^[a-z]+$'))")}\nlist?: string[];`),
    ],
    ['each against each', kind(`${rule('self.all(x, self.exists_one(y, x == y))')}\nlist?: string[];`)],
    [
      'each against each, with limits',
      kind(
        `${V}MaxItems=50\n${V}items:MaxLength=20\n${rule('self.all(x, self.exists_one(y, x == y))')}\nlist?: string[];`,
      ),
    ],
    ['a rule of items of an endless list', kind('list?: Item[];', ITEM_TYPE(rule("self.name.contains('x')")))],
    ['a cheap rule of items of an endless list', kind('list?: Item[];', ITEM_TYPE(rule('!has(self.n) || self.n > 1')))],
    [
      'a rule of values of an endless map',
      kind(
        'map?: Record<string, Item>;',
        ITEM_TYPE(rule("self.name.startsWith('abc') || self.name == 'x' || self.name == 'y'")),
      ),
    ],
    ['a rule below two lists', kind(`${V}MaxItems=100\nlist?: Item[][];`, ITEM_TYPE(rule("self.name != 'x'")))],
    [
      'a rule below two lists with limits',
      kind(`${V}MaxItems=100\n${V}items:MaxItems=100\nlist?: Item[][];`, ITEM_TYPE(rule("self.name != 'x'"))),
    ],
    ['an endless text', kind(`${rule("self.matches('^[a-z0-9]([-a-z0-9]*[a-z0-9])?$')")}\ntext?: string;`)],
    ['a text in a text', kind(`${rule('self.a.contains(self.b)')}\ntexts?: { a: string; b: string };`)],
    ['a transition rule', kind(`${rule('self == oldSelf')}\nlist?: string[];`)],
    ['an optional old value', kind(`${rule("oldSelf.orValue('') == self", ',optionalOldSelf=true')}\ntext?: string;`)],
    [
      'an optional old value that is read through',
      kind(`${rule("oldSelf.orValue('').matches('^a$') || self != ''", ',optionalOldSelf=true')}\ntext?: string;`),
    ],
    [
      'a message that costs',
      kind(
        `${rule('self.size() > 1', `,messageExpression=${JSON.stringify("self.map(x, x + '!').join(', ')")}`)}\nlist?: string[];`,
      ),
    ],
    ['an int-or-string', kind(`${rule("type(self) == int || self.matches('^[0-9]+%$')")}\nport?: IntOrString;`)],
    [
      'many rules that are costly together',
      kind(
        Array.from(
          { length: 16 },
          (_, index) => `${rule('self.all(x, x.n > 1)')}\n${V}MaxItems=1100000\nlist${index}?: Item[];`,
        ).join('\n'),
        ITEM_TYPE(''),
      ),
    ],
    [
      'a few of them',
      kind(
        Array.from(
          { length: 3 },
          (_, index) => `${rule('self.all(x, x.n > 1)')}\n${V}MaxItems=1100000\nlist${index}?: Item[];`,
        ).join('\n'),
        ITEM_TYPE(''),
      ),
    ],
  ])('%s', async (_, source) => {
    const overlay = new Map([['src/v1/types.ts', source]]);
    const plan = await planManifests({ root: '/nowhere', overlay, generators: ['crd'] });
    const [group] = groupKinds(plan.model.kinds);
    if (group === undefined) throw new Error('no kind');
    const isRefusedByUs = plan.diagnostics.some(({ code, severity }) => code === 'cel-cost' && severity === 'error');

    const { status, body } = await create(emitCrd(group, {}));

    expect(plan.diagnostics.filter(({ code }) => code !== 'cel-cost')).toEqual([]);
    expect([status, body.includes('exceeds budget')], body).toEqual(isRefusedByUs ? [422, true] : [201, false]);
  });
});

/** Factors below 1.5 are shown to the sixth place, so that an estimate must be right to the last unit. */
function shown(factor: number): string {
  if (factor > 100) return 'more than 100x';
  return `${factor.toFixed(factor < 1.5 ? 6 : 1)}x`;
}

async function judge(items: JsonSchema, maxItems: number): Promise<string> {
  const spec = { type: 'object', properties: { list: { type: 'array', maxItems, items } } };
  const version = { name: 'v1', served: true, storage: true };
  const { body } = await create({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'rows.cost.kbts.dev' },
    spec: {
      group: 'cost.kbts.dev',
      scope: 'Namespaced',
      names: { plural: 'rows', singular: 'row', kind: 'Row', listKind: 'RowList' },
      versions: [{ ...version, schema: { openAPIV3Schema: { type: 'object', properties: { spec } } } }],
    },
  });
  return /estimated rule cost exceeds budget by factor of (more than 100x|[^ ]+) /.exec(body)?.[1] ?? body;
}

async function create(crd: object): Promise<{ status: number; body: string }> {
  const response = await transport.request({
    method: 'POST',
    path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(crd),
  });
  return { status: response.status, body: await response.text() };
}
