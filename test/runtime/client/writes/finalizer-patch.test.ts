import { describe, expect, test } from 'vitest';
import { addFinalizer, removeFinalizer } from '../../../../src/runtime/client/writes/finalizer-patch.js';
import { createClient } from '../../../../src/runtime/client/kube-client.js';
import { defineKind } from '../../../../src/runtime/object/kind.js';
import { fakeTransport } from '../fake-api.js';

const Pod = defineKind({ group: '', version: 'v1', kind: 'Pod', plural: 'pods', scope: 'Namespaced' });
const pod = (metadata: object = {}) => new Pod({ metadata: { name: 'p', namespace: 'a', uid: 'u', ...metadata } });
const operations = (body: unknown): unknown => JSON.parse(String(body));

describe('8.3 finalizers by tested patches', () => {
  test('§8.3.3 added only to this very object, and only when the list is what was seen', async () => {
    const transport = fakeTransport(() => ({ body: pod() }));
    const client = createClient({ transport });

    await addFinalizer(client, pod(), 'my.domain/x');
    await addFinalizer(client, pod({ finalizers: ['a.b/c'] }), 'my.domain/x');

    expect(transport.requests.map(({ body }) => operations(body))).toEqual([
      [
        { op: 'test', path: '/metadata/uid', value: 'u' },
        { op: 'test', path: '/metadata/finalizers', value: null },
        { op: 'add', path: '/metadata/finalizers', value: ['my.domain/x'] },
      ],
      [
        { op: 'test', path: '/metadata/uid', value: 'u' },
        { op: 'test', path: '/metadata/finalizers', value: ['a.b/c'] },
        { op: 'replace', path: '/metadata/finalizers', value: ['a.b/c', 'my.domain/x'] },
      ],
    ]);
  });

  test('nothing is sent when there is nothing to do', async () => {
    const transport = fakeTransport(() => ({}));
    const client = createClient({ transport });

    await addFinalizer(client, pod({ finalizers: ['my.domain/x'] }), 'my.domain/x');
    await removeFinalizer(client, pod(), 'my.domain/x');

    expect(transport.requests).toEqual([]);
  });

  test('removing the last one lets the object go', async () => {
    const deleted = fakeTransport(() => ({ body: pod({ deletionTimestamp: '2026-01-01T00:00:00Z' }) }));
    const gone = fakeTransport(() => ({ status: 404, body: { kind: 'Status', reason: 'NotFound', code: 404 } }));
    const kept = fakeTransport(() => ({ body: pod({ deletionTimestamp: 'x', finalizers: ['a.b/c'] }) }));
    const held = pod({ finalizers: ['my.domain/x'] });

    expect(await removeFinalizer(createClient({ transport: deleted }), held, 'my.domain/x')).toBeUndefined();
    expect(await removeFinalizer(createClient({ transport: gone }), held, 'my.domain/x')).toBeUndefined();
    expect(await removeFinalizer(createClient({ transport: kept }), held, 'my.domain/x')).toBeDefined();
  });
});
