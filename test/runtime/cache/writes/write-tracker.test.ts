import { expect, test } from 'vitest';
import { WriteTracker } from '../../../../src/runtime/cache/writes/write-tracker.js';
import type { InformerCache } from '../../../../src/runtime/cache/informers/informer-cache.js';
import { OwnWrites } from '../../../../src/runtime/cache/writes/own-writes.js';
import { runWork } from '../../../../src/runtime/current-work.js';
import { Thing } from '../thing.js';

const ME = 'books ns/me';

function setUp() {
  const ownWrites = new OwnWrites({ resourceVersion: '1', store: { peek: () => undefined } });
  const partition = {
    ownWrites,
    scope: 'Namespaced',
    keeps: () => true,
    selects: () => true,
    store: { peek: () => undefined },
  };
  const tracker = new WriteTracker({ partitionsOf: () => [partition] } as unknown as InformerCache, {
    namespace: 'ns',
  });
  const isPending = async (key: string) =>
    (await ownWrites.wait({ key }, { timeoutMs: 1, reader: { writer: ME } })) !== undefined;
  return { tracker, isPending };
}

test('§17.2.8 any answer with a version counts, such as that of a scale', async () => {
  const { tracker, isPending } = setUp();

  await runWork({ writer: ME }, () =>
    tracker.write({ kind: Thing as never, name: 'a' }, {}, async () => ({
      kind: 'Scale',
      metadata: { resourceVersion: '7' },
    })),
  );

  expect(await isPending('ns/a')).toBe(true);
});

test('§17.3.2 an answer without a version, such as that of an eviction, is not waited for', async () => {
  const { tracker, isPending } = setUp();

  await runWork({ writer: ME }, () =>
    tracker.write({ kind: Thing as never, name: 'a' }, {}, async () => ({ kind: 'Status', status: 'Success' })),
  );

  expect(await isPending('ns/a')).toBe(false);
});

test('a deletion whose answer has no uid is not waited for', async () => {
  const { tracker, isPending } = setUp();

  await runWork({ writer: ME }, () =>
    tracker.delete({ kind: Thing as never, name: 'a' }, {}, async () => ({ state: 'deleted' })),
  );

  expect(await isPending('ns/a')).toBe(false);
});
