/** CEL rules end to end: what both servers say about random objects under rules of a CRD, word by word. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddedApiServer, startEmbeddedApiServer } from '../../../src/plane/embedded-api-server.js';
import { seedOf } from '../../lanes/seed.js';
import { seeded } from '../../plane/builtin/fuzz/random.js';
import { ApiClient } from '../../plane/differential/api-client.js';
import { hasRealApiServer, startRealApiServer, type Target } from '../../plane/differential/real-api-server.js';
import { untilAnswer } from '../../until-known.js';

const SEED = seedOf();
const random = seeded(SEED);

const text = { type: 'string', maxLength: 12 };
const properties = {
  min: { type: 'integer' },
  max: { type: 'integer' },
  ratio: { type: 'number' },
  on: { type: 'boolean' },
  name: text,
  time: { type: 'string', format: 'date-time' },
  wait: { type: 'string', format: 'duration' },
  port: { 'x-kubernetes-int-or-string': true },
  texts: { type: 'array', maxItems: 4, items: text },
  pairs: {
    type: 'array',
    maxItems: 4,
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['k'],
    items: { type: 'object', required: ['k'], properties: { k: text, n: { type: 'integer' } } },
  },
  labels: { type: 'object', maxProperties: 4, additionalProperties: text },
};

/** Some may fail on objects that lack a field: that is a verdict, too. */
const RULES = [
  'self.min <= self.max',
  '!has(self.min) || self.min >= 0',
  "has(self.name) && self.name.startsWith('a')",
  "self.name.matches('^[a-c]+$')",
  'self.name.size() < 3',
  "self.?name.orValue('b') != 'b'",
  'self.ratio < 1.5',
  'double(self.min) / 2.0 < self.ratio',
  '10 / self.min > 1',
  'self.min % self.max == 0',
  'has(self.on) ? self.on : true',
  "self.time < timestamp('2026-01-01T00:00:00Z')",
  'self.time.getFullYear() > 2000',
  "self.wait <= duration('1h')",
  "type(self.port) == int ? self.port < 10 : self.port == '80'",
  'self.texts.all(t, t.size() > 0)',
  "self.texts.exists_one(t, t == 'a')",
  "'a' in self.texts",
  'self.texts[0] == self.texts[1]',
  'self.texts.isSorted()',
  'sets.contains(self.texts, ["a"])',
  'self.pairs.all(p, has(p.n) && p.n > 0)',
  'self.pairs.filter(p, p.k == "a").size() <= 1',
  'self.pairs.map(p, p.n).sum() < 10',
  'self.labels.all(k, k.size() < 3)',
  "self.labels['a'] == 'b'",
  'self.labels.size() < 3',
  "isIP(self.name) || !self.name.contains('.')",
  'format.dns1123Label().validate(self.name).hasValue() == false',
  "self.name.split('b').size() == 1",
  'int(self.name) > 3',
  'self.min + self.max < 9223372036854775807',
];

const EXTRAS = [
  {},
  { message: 'said by the rule' },
  { messageExpression: "'name is ' + self.name" },
  { reason: 'FieldValueForbidden' },
  { reason: 'FieldValueDuplicate', fieldPath: '.name' },
];

function definition(): object {
  const rules = RULES.map((rule) => ({ rule, ...random.pick(EXTRAS) }));
  const schema = {
    type: 'object',
    properties: { spec: { type: 'object', properties, 'x-kubernetes-validations': rules } },
  };
  return {
    metadata: { name: 'judged.cel.example.com' },
    spec: {
      group: 'cel.example.com',
      scope: 'Namespaced',
      names: { plural: 'judged', kind: 'Judged' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  };
}

const word = (): string => random.pick(['a', 'b', 'ab', 'abc', '', 'A', '5', '1.2.3.4', 'x-y', 'bb']);
const list = <T>(make: () => T): T[] => Array.from({ length: random.below(4) }, make);

function randomSpec(): Record<string, unknown> {
  const all: Record<string, () => unknown> = {
    min: () => random.pick([0, 1, -3, 7, 5000000000]),
    max: () => random.pick([0, 1, 7, -1, 9007199254740991]),
    ratio: () => random.pick([0, 1.5, -2.25, 3]),
    on: () => random.chance(0.5),
    name: word,
    time: () => random.pick(['2025-02-03T04:05:06Z', '2027-01-01T00:00:00+02:00', '1999-12-31T23:59:59.5Z']),
    wait: () => random.pick(['1s', '90m', '1h', '2h30m']),
    port: () => random.pick<unknown>([8, 80, '80', 'http']),
    texts: () => list(word),
    pairs: () =>
      ['a', 'b', 'ab']
        .filter(() => random.chance(0.5))
        .map((k) => ({ k, ...(random.chance(0.7) && { n: random.below(9) }) })),
    labels: () => Object.fromEntries(list(() => [random.pick(['a', 'b', 'abcd', 'é']), word()])),
  };
  const chosen = Object.entries(all).filter(() => random.chance(0.85));
  return Object.fromEntries(chosen.map(([key, make]) => [key, make()]));
}

describe.skipIf(!hasRealApiServer)('rules on random objects', () => {
  let target: Target;
  let embedded: EmbeddedApiServer;
  let clients: readonly [real: ApiClient, own: ApiClient];
  beforeAll(async () => {
    [target, embedded] = await Promise.all([startRealApiServer(), startEmbeddedApiServer({})]);
    clients = [new ApiClient(target.server, target.token), new ApiClient(embedded.server, embedded.adminToken)];
  }, 120_000);
  afterAll(async () => {
    for (const client of clients ?? []) client.close();
    await embedded?.stop();
    await target?.stop();
  });

  it(`are judged by both servers in the same words (seed ${SEED})`, { timeout: 300_000 }, async () => {
    const body = definition();
    const path = '/apis/cel.example.com/v1/namespaces/default/judged';
    for (const client of clients) {
      const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
      const made = await client.call({ method: 'POST', path: crds, body });
      expect(made.code, JSON.stringify(made.body)).toBe(201);
      await untilAnswer(
        () => client.call({ method: 'GET', path }),
        ({ code }) => expect(code).toBe(200),
      );
    }
    const differences: object[] = [];
    const verdicts = new Set<string>();
    for (let index = 0; index < 300; index++) {
      const spec = randomSpec();
      const judged = await Promise.all(clients.map((client) => judge(client, path, spec)));
      const [real = [], own = []] = judged;
      for (const line of real) verdicts.add(line);
      if (real.join('\n') !== own.join('\n'))
        differences.push({
          spec,
          real: real.filter((line) => !own.includes(line)),
          own: own.filter((line) => !real.includes(line)),
        });
    }

    expect(differences.slice(0, 5), `KBTS_SEED=${SEED}: ${differences.length} differ`).toEqual([]);
    expect(verdicts.size).toBeGreaterThan(RULES.length);
  });
});

/** The code, and each cause. */
async function judge(client: ApiClient, path: string, spec: object): Promise<string[]> {
  const object = { apiVersion: 'cel.example.com/v1', kind: 'Judged', metadata: { name: 'a' }, spec };
  const { code, body } = await client.call({ method: 'POST', path: `${path}?dryRun=All`, body: object });
  const { details } = body as { details?: { causes?: { field?: string; reason?: string; message?: string }[] } };
  const causes = (details?.causes ?? []).map(({ field, reason, message }) => `${field} ${reason} ${message}`);
  return [String(code), ...causes];
}
