/** Bodies that JSON would change, or in which a missing value changes the write, are refused before anything is sent. */
import { beforeEach, describe, expect, expectTypeOf, test } from 'vitest';
import { Deployment } from '../../../src/k8s/apps/v1/index.js';
import type {
  Client,
  DeleteOptions,
  JsonPatchOperation,
  Patch,
  PatchOptions,
} from '../../../src/runtime/client/client.js';
import { createClient } from '../../../src/runtime/client/kube-client.js';
import { createOrPatch } from '../../../src/runtime/client/writes/create-or-patch.js';
import { createOrUpdate } from '../../../src/runtime/client/writes/create-or-update.js';
import { modify } from '../../../src/runtime/client/writes/modify.js';
import { InvalidCallError } from '../../../src/runtime/object/invalid-call.js';
import { fakeTransport } from './fake-api.js';

const key = { namespace: 'a', name: 'b' };
const place = { kind: Deployment, ...key } as const;
const options = { fieldManager: 'me' };
const condition = { type: 'Available', status: 'True', reason: 'Up', message: '' } as const;

let transport: ReturnType<typeof fakeTransport>;
let client: Client;

beforeEach(() => {
  const metadata = { ...key, uid: 'u', resourceVersion: '5' };
  transport = fakeTransport(() => ({ body: { ...new Deployment({ metadata, spec: {} as never }), status: {} } }));
  client = createClient({ transport });
});

async function refused(call: () => unknown, message: RegExp = /./): Promise<void> {
  const error: unknown = await (async () => call())().catch((reason: unknown) => reason);

  expect(transport.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(error).toBeInstanceOf(InvalidCallError);
  expect(String(error)).toMatch(message);
}

/** Every call with a body; `odd` is somewhere in it. */
const WRITES: Readonly<Record<string, (odd: never) => Promise<unknown>>> = {
  create: (odd) => client.create(deployment(odd)),
  update: (odd) => client.update(deployment(odd)),
  'merge patch': (odd) => client.patch(place, { type: 'merge', body: { spec: { replicas: odd } } }),
  'strategic patch': (odd) => client.patch(place, { type: 'strategic', body: { spec: { replicas: odd } } }),
  'JSON patch': (odd) => client.patch(place, json({ op: 'add', path: '/spec/x', value: { replicas: odd } })),
  apply: (odd) => client.apply(deployment(odd), options),
  'apply by kind': (odd) => client.apply(Deployment, { metadata: key, spec: { replicas: odd } }, options),
  'status.update': (odd) => client.status.update(place, { status: { replicas: odd } }),
  'status.patch': (odd) => client.status.patch(place, { type: 'merge', body: { status: { replicas: odd } } }),
  'status.apply': (odd) => client.status.apply(place, { status: { replicas: odd } }, options),
  'status.report': (odd) => client.status.report(deployment(), { replicas: odd }, options),
  'status.setCondition': (odd) =>
    client.status.setCondition(deployment(), { ...condition, message: odd } as never, options),
  'scale update': (odd) => client.subresource('scale').update(place, { spec: { replicas: odd } }),
  'scale patch': (odd) =>
    client.subresource('scale').patch(place, { type: 'merge', body: { spec: { replicas: odd } } }),
  eviction: (odd) => client.subresource('eviction').create(place, { deleteOptions: { replicas: odd } }),
  token: (odd) => client.subresource('token').create(place, { spec: { replicas: odd } }),
  modify: (odd) => modify(client, place, (draft) => void (draft.spec = { replicas: odd } as never)),
  createOrUpdate: (odd) => createOrUpdate(client, place, (draft) => void (draft.spec = { replicas: odd } as never)),
  createOrPatch: (odd) => createOrPatch(client, place, (draft) => void (draft.spec = { replicas: odd } as never)),
  'delete with a grace period': (odd) => client.delete(place, { gracePeriodSeconds: odd }),
};

const ODD: readonly unknown[] = [
  Number.NaN,
  Number.POSITIVE_INFINITY,
  new Map(),
  new Set(),
  new Date(0),
  new URL('https://a'),
  () => 1,
  Symbol('a'),
  1n,
  [undefined],
  Object.assign([], { length: 2 }),
  '\ud800',
];

const deployment = (replicas = 1): Deployment =>
  new Deployment({
    metadata: { ...key, uid: 'u', resourceVersion: '5' },
    spec: { replicas } as never,
  });
const json = (...operations: unknown[]): Patch => ({ type: 'json', operations: operations as JsonPatchOperation[] });

test.each(Object.keys(WRITES))(
  '§4.2.6 %s refuses every value that JSON cannot express, with its path',
  async (name) => {
    for (const odd of ODD) await refused(() => WRITES[name]?.(odd as never), /replicas|message|gracePeriodSeconds/);
  },
);

test.each(Object.keys(WRITES))('%s sends an ordinary value', async (name) => {
  await WRITES[name]?.((name.endsWith('setCondition') ? 'text' : 3) as never);

  expect(transport.requests.filter(({ method }) => method !== 'GET').length).toBeGreaterThan(0);
});

describe('a patch', () => {
  test.each<[string, unknown]>([
    ['add without a value', { op: 'add', path: '/spec/a', value: undefined }],
    ['replace without a value', { op: 'replace', path: '/spec/a' }],
    ['test without a value', { op: 'test', path: '/metadata/uid', value: undefined }],
    ['a missing path', { op: 'remove', path: undefined }],
    ['a path that is a list', { op: 'remove', path: ['spec'] }],
    ['move without a source', { op: 'move', path: '/a', from: undefined }],
    ['an unknown operation', { op: 'delete', path: '/a' }],
    ['an undefined operation', undefined],
  ])('§4.2.6 of the JSON type with %s is refused', async (_, operation) => {
    await refused(() => client.patch(place, json({ op: 'add', path: '/a', value: null }, operation)), /operation 1/);
    await refused(() => client.status.patch(place, json(operation)));
  });

  test.each<[string, unknown]>([
    ['no patch', undefined],
    ['an unknown type', { type: 'apply', body: {} }],
    ['an undefined merge body', { type: 'merge', body: undefined }],
    ['a null merge body, which replaces the object', { type: 'merge', body: null }],
    ['a list as merge body', { type: 'merge', body: [] }],
    ['a text as merge body', { type: 'merge', body: '{"spec":null}' }],
    ['a null strategic body', { type: 'strategic', body: null }],
    ['operations that are no list', { type: 'json', operations: {} }],
    ['a raw patch without a body', { type: 'raw', contentType: 'application/merge-patch+json', body: undefined }],
    ['a raw patch without a type', { type: 'raw', contentType: undefined, body: '{}' }],
    ['a lost version', { type: 'merge', body: { metadata: { resourceVersion: undefined } } }],
    ['a lost uid', { type: 'merge', body: { metadata: { uid: undefined } } }],
  ])('with %s is refused', async (_, patch) => {
    await refused(() => client.patch(place, patch as never));
    await refused(() => client.subresource('status').patch(place, patch as Patch));
  });

  test('may set null, which removes a field', async () => {
    await client.patch(place, { type: 'merge', body: { spec: { replicas: null } } });
    await client.patch(place, json({ op: 'test', path: '/a', value: null }));

    expect(transport.requests.map(({ body }) => body)).toEqual([
      '{"spec":{"replicas":null}}',
      '[{"op":"test","path":"/a","value":null}]',
    ]);
  });
});

describe.each([undefined, '', null])(
  'a version that is present but %j is refused, as the write would be unconditional',
  (none) => {
    const lost = (): Deployment =>
      new Deployment({ ...deployment(), metadata: { ...key, resourceVersion: none as undefined } });

    test.each<[string, () => unknown]>([
      ['update', () => client.update(lost())],
      ['apply', () => client.apply(lost(), options)],
      ['status.update', () => client.status.update(place, { ...lost(), status: {} })],
    ])('%s', async (_, call) => {
      await refused(call, /metadata\.resourceVersion/);
    });

    test('a new object may have none', async () => {
      await client.create(lost());

      expect(transport.requests).toHaveLength(1);
    });
  },
);

describe.each(['resourceVersion', 'uid'])('a merge patch whose %s has no value', (name) => {
  const patch = (none: unknown) => client.patch(place, { type: 'merge', body: { metadata: { [name]: none } } });

  test.each([undefined, ''])('is refused (%j)', async (none) => {
    await refused(() => patch(none), new RegExp(`metadata\\.${name} of the patch`));
  });

  test('may remove it', async () => {
    await patch(null);

    expect(transport.requests).toHaveLength(1);
  });
});

describe('a subresource', () => {
  const scale = (body: unknown) => client.subresource('scale').update(place, body as object);

  test.each<[string, () => unknown, RegExp]>([
    ['status.update without a status', () => client.status.update(place, {}), /status\.update was not sent/],
    ['status.update with an undefined status', () => client.status.update(place, { status: undefined }), /\{ status/],
    ['status.update with a null status', () => client.status.update(place, { status: null as never }), /null/],
    ['status.apply with an undefined status', () => client.status.apply(place, { status: undefined }, options), /./],
    ['status.apply without a status', () => client.status.apply(place, {}, options), /./],
    ['scale without replicas', () => scale({ spec: { replicas: undefined } }), /spec\.replicas is undefined/],
    ['scale with an empty spec', () => scale({ spec: {} }), /spec\.replicas/],
    ['scale without a spec', () => scale({}), /spec\.replicas/],
    ['scale to null', () => scale({ spec: { replicas: null } }), /spec\.replicas is null/],
    ['scale to a text', () => scale({ spec: { replicas: '3' } }), /spec\.replicas is "3"/],
    ['scale to half a pod', () => scale({ spec: { replicas: 0.5 } }), /spec\.replicas is 0\.5/],
    ['scale to less than nothing', () => scale({ spec: { replicas: -1 } }), /-1/],
    ['scale with an undefined body', () => scale(undefined), /undefined/],
    [
      'a merge patch of scale to null',
      () => client.subresource('scale').patch(place, { type: 'merge', body: { spec: { replicas: null } } }),
      /spec\.replicas is null/,
    ],
    [
      'a merge patch of scale without a spec',
      () => client.subresource('scale').patch(place, { type: 'merge', body: { spec: null } }),
      /spec\.replicas/,
    ],
    ...[
      { op: 'replace', path: '/spec/replicas', value: null },
      { op: 'remove', path: '/spec/replicas' },
      { op: 'remove', path: '/spec' },
      { op: 'add', path: '/spec', value: {} },
      { op: 'replace', path: '', value: { metadata: key } },
      { op: 'replace', path: '', value: null },
    ].map((operation): [string, () => unknown, RegExp] => [
      `a JSON patch of scale with ${JSON.stringify(operation)}`,
      () => client.subresource('scale').patch(place, json(operation as JsonPatchOperation)),
      /spec\.replicas/,
    ]),
    [
      'an eviction whose precondition is undefined',
      () => client.subresource('eviction').create(place, { deleteOptions: { preconditions: { uid: undefined } } }),
      /uid/,
    ],
  ])('§4.2.6 refuses %s', async (_, call, message) => {
    await refused(call, message);
  });

  test('scales to zero and clears a status when it is told to', async () => {
    await scale({ spec: { replicas: 0 } });
    await client.status.update(place, { status: {} });
    await client.subresource('scale').patch(place, json({ op: 'replace', path: '/spec/replicas', value: 0 }));
    await client.subresource('scale').patch(place, json({ op: 'test', path: '/spec', value: {} }));

    expect(transport.requests.map(({ method }) => method)).toEqual(['PUT', 'PUT', 'PATCH', 'PATCH']);
  });
});

test.each<[string, object]>([
  ['force: "false"', { force: 'false' }],
  ['force: null', { force: null }],
  ['an empty field manager', { fieldManager: '' }],
  ['a field manager that is a list', { fieldManager: [] }],
])('%s is refused', async (_, given) => {
  await refused(() => client.apply(deployment(), { ...options, ...given } as PatchOptions));
  await refused(() => client.patch(place, { type: 'merge', body: {} }, given));
});

test.each<object>([
  { propagation: null },
  { propagation: '' },
  { propagation: 'orphan' },
  { gracePeriodSeconds: '0' },
  { gracePeriodSeconds: null },
  { gracePeriodSeconds: -1 },
  { gracePeriodSeconds: 1.5 },
])('a delete with %j is refused', async (given) => {
  await refused(() => client.delete(place, given));
});

test.each(['../../api', 'apps/v1/..', 'apps/v1?x', 'a b/v1', 'apps/', '..', './v1', 'apps/v1/x'])(
  'the apiVersion %j of a stranger is never part of a path',
  async (apiVersion) => {
    const found = await client.mapper.resources().then(() => transport.requests.length);
    const call = client.create({ apiVersion, kind: 'X', metadata: key } as never);

    await expect(call).rejects.toThrow(/does not know kind X/);
    expect(transport.requests).toHaveLength(found);
  },
);

test('types refuse what the checks refuse', () => {
  expectTypeOf<{ op: 'add'; path: string }>().not.toExtend<JsonPatchOperation>();
  expectTypeOf<{ force: string }>().not.toExtend<PatchOptions>();
  expectTypeOf<{ propagation: null }>().not.toExtend<DeleteOptions>();
});
