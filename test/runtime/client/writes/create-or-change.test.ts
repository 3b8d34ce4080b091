import { expect, test } from 'vitest';
import { createOrChange } from '../../../../src/runtime/client/writes/create-or-change.js';
import type { Client } from '../../../../src/runtime/client/client.js';
import { ApiError } from '../../../../src/runtime/client/requests/api-error.js';
import { defineKind } from '../../../../src/runtime/object/kind.js';

const ConfigMap = defineKind({
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  scope: 'Namespaced',
});
const ref = { kind: ConfigMap, namespace: 'default', name: 'settings' };
const existing = new ConfigMap({ metadata: { namespace: 'default', name: 'settings', resourceVersion: '7' } });

/** A client whose cache has not seen the object that the server has. */
function staleClient(): Client {
  const conflict = new ApiError({ code: 409, reason: 'AlreadyExists' });
  return {
    mapper: { resolve: async () => ConfigMap },
    find: async () => undefined,
    live: { find: async () => existing },
    create: () => Promise.reject(conflict),
  } as unknown as Client;
}

test('an object that the cache has not seen yet is read from the server, and written', async () => {
  const result = await createOrChange(staleClient(), ref, {
    edit: () => undefined,
    write: async (before) => before.metadata.resourceVersion,
    options: {},
  });

  expect(result).toBe('7');
});

test('a change of the name is refused before anything is written', async () => {
  const edit = (draft: { metadata: { name?: string } }): void => void (draft.metadata.name = 'other');
  const write = () => Promise.reject(new Error('must not write'));

  await expect(createOrChange(staleClient(), ref, { edit, write, options: {} })).rejects.toThrow(
    'must not touch name and namespace of ConfigMap settings',
  );
});
