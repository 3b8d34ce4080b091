/** Someone else creates the object between the read and the apply, on the API server of this process. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConfigMap } from '../../../../src/k8s/index.js';
import type { Client } from '../../../../src/runtime/client/client.js';
import { applyCarefully } from '../../../../src/runtime/client/writes/careful-apply.js';
import { NotOwnedError, owners } from '../../../../src/runtime/object/owners.js';
import { type ControlPlane, startControlPlane } from '../../../../src/testing/index.js';

const namespace = 'default';
let plane: ControlPlane;

beforeAll(async () => {
  plane = await startControlPlane();
});
afterAll(() => plane.stop());

const map = (name: string, data: Record<string, string>, ownerReferences = {}) =>
  new ConfigMap({ metadata: { name, namespace, ...ownerReferences }, data });

/** A client that sees nothing until someone else has created the object. */
function lateClient(create: () => Promise<unknown>): Client {
  const { client } = plane;
  const unseen = {
    ...client.live,
    find: async () => {
      await create();
      return undefined;
    },
  };
  return new Proxy(client, {
    get(target, name) {
      if (name === 'live') return unseen;
      if (name === 'find') return async () => undefined;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

async function applied(name: string, theirs: object, mayAdopt: boolean) {
  const owner = await plane.client.create(map(`${name}-owner`, {}));
  const desired = map(name, { ours: '1' });
  owners.setController(owner, desired);
  const create = () => plane.client.create({ ...map(name, {}), ...theirs }, { fieldManager: 'someone' });
  return applyCarefully<ConfigMap>({
    client: lateClient(create),
    owner,
    kind: ConfigMap,
    key: { name, namespace },
    desired,
    isOurs: (existing) => owners.has(owner, existing),
    mayAdopt: () => mayAdopt,
    options: { fieldManager: 'us' },
  });
}

const stored = (name: string) => plane.client.get(ConfigMap, { name, namespace });

test('what was added to an object of someone else is removed again', async () => {
  await expect(applied('taken', { data: { theirs: '1' } }, false)).rejects.toThrow(NotOwnedError);

  const { data, metadata } = await stored('taken');
  expect(data).toEqual({ theirs: '1' });
  expect(metadata.ownerReferences).toBeUndefined();
  expect(metadata.managedFields?.map(({ manager }) => manager)).toEqual(['someone']);
});

test('what may be adopted is kept', async () => {
  await applied('adopted', { data: { theirs: '1' } }, true);

  expect((await stored('adopted')).data).toEqual({ theirs: '1', ours: '1' });
});
