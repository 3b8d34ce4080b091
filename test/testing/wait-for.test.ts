import { expect, test } from 'vitest';
import type { Client, WatchPhase } from '../../src/runtime/client/client.js';
import { defineKind } from '../../src/runtime/object/kind.js';
import type { KubeObject } from '../../src/runtime/object/meta.js';
import { waitFor } from '../../src/testing/wait-for.js';

const Pod = defineKind<KubeObject & { status?: string }>({
  group: '',
  version: 'v1',
  kind: 'Pod',
  plural: 'pods',
  scope: 'Namespaced',
});
const ref = { kind: Pod, namespace: 'a', name: 'p' };
const pod = (status: string) => new Pod({ metadata: { name: 'p' }, status });

/** A client whose watch plays these phases and then stays silent. */
function playing(...phases: WatchPhase<KubeObject & { status?: string }>[]): Client {
  return {
    async *watch(_: unknown, { signal }: { signal: AbortSignal }) {
      yield* phases;
      signal.throwIfAborted();
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
  } as unknown as Client;
}

test('sees the present state, then every change', async () => {
  const seen: (string | undefined)[] = [];
  const client = playing(
    { type: 'init' },
    { type: 'initApply', object: pod('a') },
    { type: 'initDone', resourceVersion: '1' },
    { type: 'apply', object: pod('b') },
    { type: 'delete', object: pod('b') },
    { type: 'apply', object: pod('c') },
  );

  const found = await waitFor(client, ref, (object) => {
    seen.push(object?.status);
    return object?.status === 'c';
  });

  expect(seen).toEqual(['a', 'b', undefined, 'c']);
  expect(found?.status).toBe('c');
});

test('an object that is not there is seen as undefined', async () => {
  const client = playing({ type: 'init' }, { type: 'initDone', resourceVersion: '1' });

  expect(await waitFor(client, ref, (object) => object === undefined)).toBeUndefined();
});

test.each([
  ['it does not exist', playing({ type: 'init' }, { type: 'initDone', resourceVersion: '1' })],
  ['it could not be read', playing({ type: 'init' })],
])('when the time is over it says what it saw: %s', async (message, client) => {
  await expect(waitFor(client, ref, () => false, { timeoutMs: 10 })).rejects.toThrow(
    `Pod a/p did not reach the expected state within 10 ms; ${message}`,
  );
});

test('what it saw last is shown without the long list of who owns which field', async () => {
  const managedFields = [{ manager: 'somebody' }];
  const object = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', managedFields }, status: 'a' } as const;
  const client = playing({ type: 'init' }, { type: 'initApply', object }, { type: 'initDone', resourceVersion: '1' });

  const failed = waitFor(client, ref, () => false, { timeoutMs: 10 });

  await expect(failed).rejects.toThrow('{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p"},"status":"a"}');
});

test('an error of the condition is thrown at once', async () => {
  const client = playing({ type: 'init' }, { type: 'initDone', resourceVersion: '1' });
  const failing = (): boolean => {
    throw new Error('my mistake');
  };

  await expect(waitFor(client, ref, failing)).rejects.toThrow('my mistake');
});

test('ends with the signal', async () => {
  const controller = new AbortController();
  const waiting = waitFor(playing({ type: 'init' }), ref, () => false, { signal: controller.signal });
  controller.abort(new Error('stop'));

  await expect(waiting).rejects.toThrow('stop');
});
