/**
 * A request for one object never becomes a request for a collection: every verb of every client, with every odd name and
 * namespace. Nothing may be sent, and nothing may change on the server.
 */
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CachedClient } from '../../../src/runtime/cache/cached-client.js';
import { InformerCache } from '../../../src/runtime/cache/informers/informer-cache.js';
import { BoundClient } from '../../../src/runtime/client/bound-client.js';
import type { Transport } from '../../../src/runtime/client/connection/transport.js';
import {
  type Client,
  createClient,
  defineKind,
  dynamicKind,
  type Kind,
  type KubeObject,
  metadataOnly,
  modify,
} from '../../../src/runtime/index.js';
import {
  addFinalizer,
  createOrPatch,
  createOrUpdate,
  createTransport,
  removeFinalizer,
} from '../../../src/runtime/entry/client.js';
import { InvalidCallError } from '../../../src/runtime/entry/errors.js';
import { type ControlPlane, startControlPlane } from '../../../src/testing/index.js';
import { roundsOf } from '../../lanes/thorough.js';

type Thing = KubeObject & { data?: Record<string, string> };
const definition = { group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', scope: 'Namespaced' } as const;
const ConfigMap = defineKind<Thing>(definition);
const ClusterRole = defineKind<Thing>({
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  kind: 'ClusterRole',
  plural: 'clusterroles',
  scope: 'Cluster',
});

/** Names that JavaScript code produces by mistake, and those that a path would lose. */
const ODD: Readonly<Record<string, unknown>> = {
  undefined: undefined,
  null: null,
  empty: '',
  dot: '.',
  dots: '..',
  slash: 'a/b',
  climbing: '../../secrets',
  trailing: 'a/',
  'empty list': [],
  'list of an empty name': [''],
  'list of a name': ['a'],
  'boxed empty string': new String(''),
  'boxed name': new String('a'),
  'object with toString': { toString: () => '' },
  NaN: Number.NaN,
  zero: 0,
  false: false,
  bigint: 1n,
  symbol: Symbol('a'),
  function: () => 'a',
  'half a character': '\ud800',
};

interface Place {
  readonly kind: Kind<Thing>;
  readonly name: string;
  readonly namespace?: string;
}

/** Every call about one object, by name and as an object. */
const VERBS: Readonly<Record<string, (client: Client, place: Place) => unknown>> = {
  get: (client, { kind, ...key }) => client.get(kind, key),
  find: (client, { kind, ...key }) => client.find(kind, key),
  'get metadata': (client, { kind, ...key }) => client.get(metadataOnly(kind), key),
  'get live': (client, { kind, ...key }) => client.live.get(kind, key),
  'find live': (client, { kind, ...key }) => client.find(kind, key, { source: 'live' }),
  update: (client, place) => client.update(object(place)),
  patch: (client, place) => client.patch(place, MERGE),
  'patch object': (client, place) => client.patch(object(place), MERGE),
  apply: (client, place) => client.apply(object(place), { fieldManager: 'me', force: true }),
  'apply by kind': (client, { kind, ...metadata }) => client.apply(kind, { metadata }, { fieldManager: 'me' }),
  delete: (client, place) => client.delete(place),
  'delete object': (client, place) => client.delete(object(place)),
  'delete dry': (client, place) => client.delete(place, { dryRun: true }),
  'status.get': (client, place) => client.status.get(place),
  'status.update': (client, place) => client.status.update(place, { status: {} }),
  'status.patch': (client, place) => client.status.patch(place, MERGE),
  'status.apply': (client, place) => client.status.apply(place, { status: {} }, { fieldManager: 'me' }),
  'status.report': (client, place) => client.status.report(object(place), {}, { fieldManager: 'me' }),
  'status.setCondition': (client, place) =>
    client.status.setCondition(object(place), CONDITION as never, { fieldManager: 'me' }),
  'scale get': (client, place) => client.subresource('scale').get(place),
  'scale update': (client, place) => client.subresource('scale').update(place, { spec: { replicas: 1 } }),
  eviction: (client, place) => client.subresource('eviction').create(place, {}),
  token: (client, place) => client.subresource('token').create(place, { spec: {} }),
  modify: (client, place) => modify(client, place, edit),
  createOrUpdate: (client, place) => createOrUpdate(client, place, edit),
  createOrPatch: (client, place) => createOrPatch(client, place, edit),
  addFinalizer: (client, place) => addFinalizer(client, object(place), 'my.domain/a'),
  removeFinalizer: (client, place) => removeFinalizer(client, { ...object(place), metadata: held(place) }, 'a.b/c'),
};

/** Calls about a namespace, which must not become calls about all of them. */
const NAMESPACE_VERBS: Readonly<Record<string, (client: Client, place: Place) => unknown>> = {
  create: (client, place) => client.create(object(place)),
  list: (client, { kind, namespace }) => client.list(kind, { namespace }),
  'list live': (client, { kind, namespace }) => client.live.list(kind, { namespace }),
  pages: async (client, { kind, namespace }) => {
    for await (const _page of client.pages(kind, { namespace })) break;
  },
  watch: async (client, { kind, namespace }) => {
    for await (const _phase of client.watch(kind, { namespace })) break;
  },
  deleteAllOf: (client, { kind, namespace }) => client.deleteAllOf(kind, { namespace, labels: { app: 'a' } }),
  'deleteAllOf all': (client, { kind, namespace }) => client.deleteAllOf(kind, { namespace, all: true }),
  'with namespace': async (client, { kind, namespace }) => client.with({ namespace }).list(kind),
};

const MERGE = { type: 'merge', body: { metadata: { labels: { a: 'b' } } } } as const;
const CONDITION = { type: 'Ready', status: 'True', reason: 'Up', message: '' };
const edit = (draft: KubeObject): void => {
  draft.metadata.labels = { changed: 'yes' };
};
const held = ({ name, namespace }: Place) => ({ name, namespace, finalizers: ['a.b/c'] });
const object = ({ kind, name, namespace }: Place): Thing => new kind({ metadata: { name, namespace } });

let plane: ControlPlane;
let cache: InformerCache;
let sent: string[] = [];
let clients: Record<string, Client>;

beforeAll(async () => {
  plane = await startControlPlane({ kind: 'embedded' });
  const inner = createTransport(plane.config);
  const transport: Transport = {
    server: inner.server,
    request: (request) => {
      sent.push(`${request.method} ${request.path}`);
      return inner.request(request);
    },
    [Symbol.asyncDispose]: () => inner[Symbol.asyncDispose](),
  };
  const live = createClient({ transport, kinds: [ConfigMap, ClusterRole] });
  cache = new InformerCache({ transport, mapper: live.mapper });
  cache.start();
  const cached = new CachedClient(live, cache);
  const binding = { signal: new AbortController().signal, fieldManager: 'me' };
  clients = { live, cached, bound: new BoundClient(cached, binding), dry: live.with({ dryRun: true }) };
  await live.create(new ConfigMap({ metadata: { namespace: 'default', name: 'a', labels: { app: 'a' } } }));
  await live.create(new ClusterRole({ metadata: { name: 'a' } }));
});

afterAll(async () => {
  await cache[Symbol.asyncDispose]();
  await plane.stop();
});

beforeEach(() => {
  sent = [];
});

const KINDS: readonly Kind<Thing>[] = [ConfigMap, ClusterRole, dynamicKind<Thing>(definition)];

describe.each(['live', 'cached', 'bound', 'dry'])('the %s client', (clientName) => {
  test.each(Object.keys(VERBS))('%s refuses every odd name, and sends nothing', async (verb) => {
    for (const [odd, name] of Object.entries(ODD))
      for (const kind of KINDS)
        await refused(clientName, VERBS[verb], { kind, namespace: 'default', name: name as string }, odd);
  });

  test.each(Object.keys({ ...VERBS, ...NAMESPACE_VERBS }))(
    '%s refuses every odd namespace, and sends nothing',
    async (verb) => {
      const run = { ...VERBS, ...NAMESPACE_VERBS }[verb];
      for (const [odd, namespace] of Object.entries(ODD))
        if (namespace !== undefined)
          await refused(clientName, run, { kind: ConfigMap, name: 'a', namespace: namespace as string }, odd);
    },
  );
});

async function refused(
  clientName: string,
  run: ((client: Client, place: Place) => unknown) | undefined,
  place: Place,
  odd: string,
): Promise<void> {
  const client = clients[clientName];
  if (!client || !run) throw new Error(`there is no client "${clientName}" or no such verb`);
  const error = await outcomeOf(async () => run(client, place));

  expect(sent, odd).toEqual([]);
  expect(error, odd).toBeInstanceOf(InvalidCallError);
}

/** The error; undefined when the call succeeded. */
async function outcomeOf(call: () => Promise<unknown>): Promise<unknown> {
  return call().then(
    () => undefined,
    (reason: unknown) => reason,
  );
}

describe('anything as a name', () => {
  /** Paths that are about one object; all others are a collection. */
  const ONE = /^\S+ \/api\/v1\/namespaces\/default\/configmaps\/[^/?]+(\/[a-z]+)?(\?|$)/;
  const word = fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom('a', 'status', '%2e%2e', '?x', '#', ' ', '%'));
  const anyName = fc.oneof(
    word,
    fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withBoxedValues: true }),
    fc.array(word, { maxLength: 2 }),
    word.map((text) => ({ toString: () => text, toJSON: () => text })),
  );

  test.each([1, 2, 3, 4])('seed %i: no verb reaches more than one object', async (seed) => {
    const verbs = Object.keys(VERBS);
    const verb = fc.constantFrom(...verbs);
    const client = fc.constantFrom('live', 'cached', 'bound');
    await clients['cached']?.list(ConfigMap);
    await fc.assert(
      fc.asyncProperty(verb, client, anyName, async (verbName, clientName, name) => {
        sent = [];
        const run = VERBS[verbName];
        const place = { kind: ConfigMap, namespace: 'default', name: name as string };
        await outcomeOf(async () => run?.(clients[clientName] as Client, place));

        // Creating posts to the collection, and the cache watches it; nothing else may name it.
        const others = sent.filter((request) => !/^(POST \S+configmaps(\?|$)|GET \S+watch=)/.test(request));
        expect(others.filter((request) => !ONE.test(request))).toEqual([]);
        if (typeof name !== 'string') expect(sent).toEqual([]);
        expect((await plane.client.list(ConfigMap, { namespace: 'default' })).items.length).toBeGreaterThan(0);
      }),
      { seed, numRuns: roundsOf('KBTS_NAME_ROUNDS', 2000, 150) },
    );
  });
});
