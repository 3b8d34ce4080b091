/** Writes that change nothing, or almost nothing: the embedded plane stores exactly what a real kube-apiserver stores. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedApiServer, type EmbeddedApiServer } from '../../../src/plane/embedded-api-server.js';
import type { SchemaNode } from '../../../src/kubernetes/schema/schema-node.js';
import { seedOf } from '../../lanes/seed.js';
import { NAMESPACE, subjects, type Subject } from '../builtin/fuzz/compare.js';
import { seeded } from '../builtin/fuzz/random.js';
import type { ApiClient, Call } from '../differential/api-client.js';
import { ApiClient as Client } from '../differential/api-client.js';
import { hasRealApiServer, startRealApiServer, type Target } from '../differential/real-api-server.js';

const SEED = seedOf();
const ROUNDS = Number(process.env['KBTS_ROUNDS'] ?? 4);
const random = seeded(SEED);
/** Limits of the namespace would keep pods out; nobody applies requests for certificates. */
const LEFT_OUT_KINDS = new Set(['LimitRange', 'ResourceQuota', 'CertificateSigningRequest']);

type Stored = { metadata: { resourceVersion: string } & Record<string, unknown> } & Record<string, unknown>;

describe.skipIf(!hasRealApiServer)('writes of what is stored already', () => {
  let target: Target;
  let embedded: EmbeddedApiServer;
  let clients: readonly [real: ApiClient, own: ApiClient];

  beforeAll(async () => {
    [target, embedded] = await Promise.all([startRealApiServer(), startEmbeddedApiServer({})]);
    clients = [new Client(target.server, target.token), new Client(embedded.server, embedded.adminToken)];
    for (const client of clients) {
      await client.call({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: NAMESPACE } } });
    }
  }, 120_000);

  afterAll(async () => {
    for (const client of clients ?? []) client.close();
    await embedded?.stop();
    await target?.stop();
  });

  it(
    `change the resourceVersion exactly where a real server changes it (seed ${SEED})`,
    { timeout: 600_000 },
    async () => {
      const all = subjects([]).filter(({ sample }) => !LEFT_OUT_KINDS.has(sample.kind));
      for (const subject of all) {
        const call = { ...applyCall(subject, subject.sample), path: `${placeOf(subject)}?fieldManager=fuzz` };
        const codes = await Promise.all(clients.map(async (client) => (await client.call(call)).code));
        expect([subject.sample.kind, ...codes]).toEqual([subject.sample.kind, 201, 201]);
      }
      const differences: string[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        await nextSecond();
        for (const subject of all) {
          const { what, answers } = await judged(clients, subject);
          const [real, own] = answers;
          if (real !== own) differences.push(`${placeOf(subject)}: ${what}: real ${real}, own ${own}`);
        }
      }

      expect(differences, `KBTS_SEED=${SEED}`).toEqual([]);
    },
  );
});

/** Times of managers have whole seconds: a write in the same second never shows a new one. */
async function nextSecond(): Promise<void> {
  const second = Math.floor(Date.now() / 1000);
  while (Math.floor(Date.now() / 1000) === second) await delay(20);
}

const placeOf = ({ path, sample }: Subject): string => `${path}/${(sample.metadata as { name: string }).name}`;

function applyCall(subject: Subject, body: object): Call {
  return { method: 'PATCH', path: `${placeOf(subject)}?fieldManager=fuzz`, type: 'application/apply-patch+yaml', body };
}

const contentOf = ({ metadata: { resourceVersion: _version, ...metadata }, ...rest }: Stored): string =>
  JSON.stringify({ metadata, ...rest });

/**
 * Known differences, which nobody meets: fields behind a switch, nil beside empty where Go's own checks tell them apart, and
 * null for tolerations that a plugin fills in.
 * Such a write would leave the servers with different objects, so it is not sent.
 */
const LEFT_OUT =
  /evictionResponders|networkpolicies\/\S+ spec|leases\/\S+ spec|local\.fsType|configmaps\/fixed binaryData|dataSource\.apiGroup|spec\.tolerations|spec\.resources\.claims/;

type Way = 'apply' | 'put' | 'merge' | 'strategic';

/** The same write to both servers. */
async function judged(
  clients: readonly ApiClient[],
  subject: Subject,
): Promise<{ what: string; answers: readonly string[] }> {
  const way = random.pick<Way>(['apply', 'apply', 'put', 'merge', 'strategic']);
  const changes = way === 'apply' || random.chance(0.7) ? emptiesFor(subject) : [];
  const answers = await Promise.all(
    clients.map(async (client) => {
      const before = (await client.call({ method: 'GET', path: placeOf(subject) })).body as Stored;
      const call = callFor(way, subject, before, changes);
      const { code, body } = await patientCall(client, call);
      const after = (await client.call({ method: 'GET', path: placeOf(subject) })).body as Stored;
      const isStored = after.metadata.resourceVersion !== before.metadata.resourceVersion;
      // A real server may store an object again whose JSON is the same, because its own form of it is not.
      const isChanged = client === clients[0] ? isStored && contentOf(after) !== contentOf(before) : isStored;
      const why = code < 300 ? '' : `${(body as { reason?: string }).reason} `;
      return `${code} ${why}${isChanged ? 'stored' : 'nothing stored'}`;
    }),
  );
  const shown = changes.map(({ path, value }) => `${path.join('.')}=${JSON.stringify(value)}`);
  return { what: `${way} ${shown.join(' ')}`, answers };
}

/** Sends a write again while a busy server answers that its storage timed out. */
async function patientCall(client: ApiClient, call: Call): ReturnType<ApiClient['call']> {
  const answer = await client.call(call);
  const { message = '' } = answer.body as { message?: string };
  const isBusy = answer.code === 429 || (answer.code >= 500 && /etcdserver|timeout|deadline/i.test(message));
  return isBusy ? patientCall(client, call) : answer;
}

function callFor(way: Way, subject: Subject, before: Stored, changes: readonly Empty[]): Call {
  const path = `${placeOf(subject)}?fieldManager=fuzz`;
  if (way === 'apply') return applyCall(subject, withEmpties(subject.sample, changes));
  if (way === 'put') return { method: 'PUT', path, body: withEmpties(before, changes) };
  const type = way === 'merge' ? 'application/merge-patch+json' : 'application/strategic-merge-patch+json';
  const { metadata: _metadata, apiVersion: _apiVersion, kind: _kind, status: _status, ...rest } = before;
  const isList = (value: unknown): boolean => Array.isArray(value);
  // Lists are replaced by a merge patch, and merged by the other one; both must come to nothing.
  const same = Object.fromEntries(Object.entries(rest).filter(([, value]) => !isList(value)));
  return { method: 'PATCH', path, type, body: withEmpties(same, changes) };
}

interface Empty {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** Values that Go does not tell from absent ones, at places of the sample that have none. */
function emptiesFor(subject: Subject): Empty[] {
  const places = placesIn(subject.sample, subject.schema, []).filter(
    ({ path }) => !LEFT_OUT.test(`${placeOf(subject)} ${path.join('.')}`),
  );
  return Array.from({ length: 1 + random.below(2) }, () => random.pick(places)).filter((place) => place !== undefined);
}

function placesIn(value: unknown, schema: SchemaNode | undefined, path: readonly string[]): Empty[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || schema?.properties === undefined)
    return [];
  const present = value as Readonly<Record<string, unknown>>;
  return Object.entries(schema.properties).flatMap(([key, child]) => {
    const here = [...path, key];
    if (['status', 'managedFields', 'apiVersion', 'kind'].includes(key)) return [];
    if (Object.hasOwn(present, key)) return placesIn(present[key], child, here);
    if (['uid', 'resourceVersion', 'generation', 'name', 'namespace', 'selfLink'].includes(key)) return [];
    const empty = emptyOf(child);
    return empty === undefined ? [] : [{ path: here, value: empty }];
  });
}

function emptyOf(schema: SchemaNode): unknown {
  if (random.chance(0.15)) return null;
  if (schema.type === 'array') return [];
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object') return {};
  if (schema.type === 'string' && random.chance(0.3)) return '';
  if (schema.type === 'boolean' && random.chance(0.3)) return false;
  return schema.type === 'integer' && random.chance(0.3) ? 0 : undefined;
}

function withEmpties(object: object, changes: readonly Empty[]): object {
  const copy = structuredClone(object) as Record<string, unknown>;
  for (const { path, value } of changes) {
    let at = copy;
    for (const key of path.slice(0, -1)) {
      const next = at[key];
      at = (typeof next === 'object' && next !== null ? next : (at[key] = {})) as Record<string, unknown>;
    }
    at[path.at(-1) ?? ''] ??= value;
  }
  return copy;
}
