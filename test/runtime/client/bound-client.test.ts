import { beforeEach, expect, test } from 'vitest';
import { BoundClient } from '../../../src/runtime/client/bound-client.js';
import type { Client } from '../../../src/runtime/client/client.js';
import { createClient } from '../../../src/runtime/client/kube-client.js';
import type { TransportRequest } from '../../../src/runtime/client/connection/transport.js';
import { FakeTransport } from '../cache/fake-transport.js';
import { Thing } from '../cache/thing.js';

const KEY = { namespace: 'ns', name: 'a' };
let requests: TransportRequest[];
let transport: FakeTransport;
const { signal } = new AbortController();

beforeEach(() => {
  requests = [];
  transport = new FakeTransport();
  transport.of('things').put('ns/a');
  const { request } = transport;
  transport.request = (sent) => {
    requests.push(sent);
    return request.call(transport, sent);
  };
});

const bind = (defaults = {}): Client =>
  new BoundClient(createClient({ transport, kinds: [Thing], defaults }), { signal, fieldManager: 'books' });
const thing = (name = 'new') => new Thing({ metadata: { namespace: 'ns', name } });
const target = { kind: Thing, ...KEY };
const patch = { type: 'merge', body: {} } as const;

const reads: [string, (client: Client, options?: object) => Promise<unknown>][] = [
  ['get', (client, options) => client.get(Thing, KEY, options)],
  ['find', (client, options) => client.find(Thing, KEY, options)],
  ['list', (client, options) => client.list(Thing, options)],
  ['live.get', (client, options) => client.live.get(Thing, KEY, options)],
  ['live.find', (client, options) => client.live.find(Thing, KEY, options)],
  ['live.list', (client, options) => client.live.list(Thing, options)],
  [
    'pages',
    async (client, options) => {
      for await (const page of client.pages(Thing, options)) void page;
    },
  ],
  ['status.get', (client, options) => client.status.get(target, options)],
  ['delete', (client, options) => client.delete(target, options)],
];
const writes: [string, (client: Client, options?: object) => Promise<unknown>][] = [
  ['create', (client, options) => client.create(thing(), options)],
  ['update', (client, options) => client.update(thing('a'), options)],
  ['patch', (client, options) => client.patch(target, patch, options)],
  ['apply an object', (client, options) => client.apply(thing('a'), options)],
  ['apply a kind', (client, options) => client.apply(Thing, { metadata: KEY }, options)],
  ['status.update', (client, options) => client.status.update(target, { status: {} }, options)],
  ['status.patch', (client, options) => client.status.patch(target, patch, options)],
  ['status.apply', (client, options) => client.status.apply(target, { status: {} }, options)],
  ['subresource.create', (client, options) => client.subresource('scale').create(target, {}, options)],
];

test.each([...reads, ...writes])('%s ends with the signal of the work, unless it has its own', async (_name, call) => {
  const own = new AbortController();

  await call(bind(), undefined).catch(() => undefined);
  await call(bind(), { signal: own.signal }).catch(() => undefined);
  await call(bind(), { signal: undefined }).catch(() => undefined);

  const used = new Set(requests.map((request) => (request.signal === own.signal ? 'own' : request.signal && 'bound')));
  if (requests.length > 0) expect([...used].toSorted()).toEqual(['bound', 'own']);
});

test.each(writes)('%s has a field manager: of the call, of the client, of the work', async (_name, call) => {
  const managers = (): (string | null)[] =>
    requests.splice(0).map(({ path }) => new URL(path, 'https://x').searchParams.get('fieldManager'));

  await call(bind(), undefined).catch(() => undefined);
  expect(managers()[0]).toBe('books');
  await call(bind({ fieldManager: 'mine' }), undefined).catch(() => undefined);
  expect(managers()[0]).toBe('mine');
  await call(bind().with({ fieldManager: 'other' }), undefined).catch(() => undefined);
  expect(managers()[0]).toBe('other');
  await call(bind({ fieldManager: 'mine' }), { fieldManager: 'explicit' }).catch(() => undefined);
  expect(managers()[0]).toBe('explicit');
});

test('with an owner, what is created or applied belongs to it', async () => {
  const owner = { apiVersion: 'example.com/v1', kind: 'Book', metadata: { ...KEY, uid: 'u1' } };
  const client = bind().with({ owner });

  await client.apply(Thing, { metadata: KEY });
  await client.create(thing());

  const references = requests.map(({ body }) => {
    const { metadata } = JSON.parse(String(body)) as { metadata: { ownerReferences?: unknown } };
    return metadata.ownerReferences;
  });
  const expected = [
    { apiVersion: 'example.com/v1', kind: 'Book', name: 'a', uid: 'u1', controller: true, blockOwnerDeletion: true },
  ];
  expect(references).toEqual([expected, expected]);
});

test('a call after the end of the work is refused', async () => {
  const client = new BoundClient(createClient({ transport, kinds: [Thing] }), {
    signal: AbortSignal.abort(new Error('the reconcile is over')),
    fieldManager: 'books',
  });

  await expect(client.create(thing())).rejects.toThrow('the reconcile is over');
});
