import { expect, test } from 'vitest';
import { waitUntilEstablished } from '../../../../src/commands/cluster/apply/established.js';
import { ApiError, NoKindMatchError } from '../../../../src/runtime/client/requests/api-error.js';
import type { Client } from '../../../../src/runtime/client/client.js';
import { embeddedCluster, widgetCrd } from '../embedded-cluster.js';
import { caught } from '../project-fixture.js';

/** A server whose CRD has these conditions, one set after another. */
function server(states: readonly (readonly object[])[], list: () => Promise<unknown> = () => Promise.resolve({})) {
  let asked = 0;
  const find = () => {
    const conditions = states[Math.min(asked++, states.length - 1)];
    return Promise.resolve(conditions && { ...widgetCrd(), status: { conditions } });
  };
  return { find, list, mapper: { forget: () => undefined } } as unknown as Client;
}

const established = { type: 'Established', status: 'True' };
const options = { timeoutMs: 60_000, pollMs: 1 };

test('a CRD that is applied is soon served', async () => {
  await using embedded = await embeddedCluster();
  await embedded.cluster.client.apply(widgetCrd(), { fieldManager: 'kbts' });

  await waitUntilEstablished(embedded.cluster.client, ['widgets.example.com'], { timeoutMs: 10_000 });

  expect(
    await embedded.cluster.client.mapper.kindFor({ group: 'example.com', version: 'v1', kind: 'Widget' }),
  ).toBeDefined();
});

test.each([
  ['is not there', new NoKindMatchError({ group: 'example.com', version: 'v1', kind: 'Widget' }, 'https://server')],
  ['is not found', new ApiError({ code: 404, reason: 'NotFound' })],
])('it waits until the CRD is established, and as long as its path %s', async (_, error) => {
  let lists = 0;
  const list = (): Promise<unknown> => (++lists < 3 ? Promise.reject(error) : Promise.resolve({}));

  await waitUntilEstablished(server([[], [established]], list), ['widgets.example.com'], {
    ...options,
    timeoutMs: 10_000,
  });

  expect(lists).toBe(3);
});

test('objects that cannot be listed for another reason do not concern the CRD', async () => {
  const list = (): Promise<unknown> =>
    Promise.reject(new ApiError({ code: 500, message: 'conversion webhook failed' }));

  await expect(waitUntilEstablished(server([[established]], list), ['a'], options)).resolves.toBeUndefined();
});

const refused = {
  type: 'NamesAccepted',
  status: 'False',
  reason: 'KindConflict',
  message: '"Widget" is already in use',
};
const other = (metadata: object, names: object): object => ({
  metadata: { name: 'others.example.com', ...metadata },
  spec: { group: 'example.com', names: { plural: 'others', kind: 'Other', ...names } },
});
const listing = (crd: object) => (): Promise<unknown> => Promise.resolve({ items: [crd] });

test('names that another CRD keeps end the waiting at once, with the reason', async () => {
  const client = server([[refused]], listing(other({}, { kind: 'Widget' })));

  const error = await caught(waitUntilEstablished(client, ['a'], { ...options, timeoutMs: 60_000 }));

  expect(error).toMatchObject({ code: 'crd-not-established', fix: expect.stringContaining('rename') });
  expect(error.message).toContain('its names are taken by others.example.com');
  expect(error.message).toContain('NamesAccepted: KindConflict "Widget" is already in use');
});

test.each([
  ['a CRD that is going', other({ deletionTimestamp: '2026-01-01T00:00:00Z' }, { kind: 'Widget' })],
  ['a CRD that has gone', other({}, { shortNames: ['Widget'] })],
])('names held by %s are waited for', async (_, crd) => {
  await expect(
    waitUntilEstablished(server([[refused], [established]], listing(crd)), ['a'], { ...options, timeoutMs: 60_000 }),
  ).resolves.toBeUndefined();
});

test('names stay taken until the time is over where CRDs may not be listed', async () => {
  const list = (): Promise<unknown> => Promise.reject(new ApiError({ code: 403, reason: 'Forbidden' }));

  const error = await caught(waitUntilEstablished(server([[refused]], list), ['a'], { ...options, timeoutMs: 5 }));

  expect(error).toMatchObject({ code: 'crd-not-established', fix: expect.stringContaining('another CRD') });
});

test('time that is over is an error with the conditions', async () => {
  const conditions = [{ type: 'NonStructuralSchema', status: 'True', reason: 'Violations', message: 'spec.x' }];

  const error = await caught(waitUntilEstablished(server([conditions]), ['a'], { ...options, timeoutMs: 5 }));

  expect(error).toMatchObject({ code: 'crd-not-established', message: expect.stringContaining('NonStructuralSchema') });
});
