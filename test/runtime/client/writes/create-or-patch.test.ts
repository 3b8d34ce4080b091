import { describe, expect, test } from 'vitest';
import { createOrPatch } from '../../../../src/runtime/client/writes/create-or-patch.js';
import { createClient } from '../../../../src/runtime/client/kube-client.js';
import { defineKind } from '../../../../src/runtime/object/kind.js';
import type { KubeObject } from '../../../../src/runtime/object/meta.js';
import { fakeTransport } from '../fake-api.js';

interface Widget extends KubeObject {
  spec?: { size?: number };
  status?: { ready?: boolean };
}
const Widget = defineKind<Widget>({
  group: 'e.com',
  version: 'v1',
  kind: 'Widget',
  plural: 'widgets',
  scope: 'Namespaced',
});
const ref = { kind: Widget, namespace: 'a', name: 'w' };
const stored = {
  apiVersion: 'e.com/v1',
  kind: 'Widget',
  metadata: { name: 'w', namespace: 'a' },
  spec: { size: 1 },
  status: { ready: false },
};

async function run(change: (draft: Widget) => void, isThere = true) {
  const transport = fakeTransport(({ method }) =>
    method === 'GET' && !isThere
      ? { status: 404, body: { kind: 'Status', reason: 'NotFound', code: 404 } }
      : { body: stored },
  );
  const { result } = await createOrPatch(createClient({ transport }), ref, change);
  const writes = transport.requests
    .slice(1)
    .map(({ method, path, body }) => [method, path.split('/').pop(), JSON.parse(String(body))]);
  return { result, writes };
}

describe('8.2 createOrPatch', () => {
  test('creates what is not there', async () => {
    const { result, writes } = await run((draft) => void (draft.spec = { size: 2 }), false);

    expect(result).toBe('created');
    expect(writes).toMatchObject([['POST', 'widgets', { spec: { size: 2 } }]]);
  });

  test('sends nothing when nothing changed', async () => {
    expect(await run(() => undefined)).toEqual({ result: 'unchanged', writes: [] });
  });

  test('sends the difference only', async () => {
    const { result, writes } = await run((draft) => void (draft.spec = { size: 2 }));

    expect(result).toBe('updated');
    expect(writes).toEqual([['PATCH', 'w', { spec: { size: 2 } }]]);
  });

  test('§8.2.3 writes status on its own', async () => {
    const { result, writes } = await run((draft) => void (draft.status = { ready: true }));

    expect(result).toBe('updatedStatusOnly');
    expect(writes).toEqual([['PATCH', 'status', { status: { ready: true } }]]);
  });

  test('§8.2.3 writes both, the object first', async () => {
    const { result, writes } = await run((draft) => {
      draft.spec = { size: 3 };
      draft.status = { ready: true };
    });

    expect(result).toBe('updatedStatus');
    expect(writes.map(([, target]) => target)).toEqual(['w', 'status']);
  });

  test('§8.2.2 refuses another name', async () => {
    await expect(run((draft) => void (draft.metadata.name = 'x'))).rejects.toThrow('name and namespace');
  });
});

test('§8.2.4 createOrPatch asks the server when a cache did not know of the object yet', async () => {
  let reads = 0;
  const transport = fakeTransport(({ method }) => {
    if (method === 'GET' && reads++ === 0)
      return { status: 404, body: { kind: 'Status', reason: 'NotFound', code: 404 } };
    if (method === 'POST') return { status: 409, body: { kind: 'Status', reason: 'AlreadyExists', code: 409 } };
    return { body: stored };
  });

  const { result } = await createOrPatch(createClient({ transport }), ref, (draft) => void (draft.spec = { size: 2 }));

  expect(result).toBe('updated');
});
