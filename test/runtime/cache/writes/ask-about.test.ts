import { expect, test, vi } from 'vitest';
import type { Partition } from '../../../../src/runtime/cache/informers/partition.js';
import { askAbout } from '../../../../src/runtime/cache/writes/ask-about.js';
import { OwnWrites } from '../../../../src/runtime/cache/writes/own-writes.js';
import type { Reader } from '../../../../src/runtime/client/client.js';
import { metadataOnly } from '../../../../src/runtime/object/kind.js';
import { Thing } from '../thing.js';

const KEY = { namespace: 'ns', name: 'a' };

function setUp() {
  const store = { peek: () => undefined };
  const ownWrites = new OwnWrites({ resourceVersion: '1', store });
  const all = { ownWrites, store, keeps: () => true, selects: () => true, covers: () => true };
  const partition = all as unknown as Partition;
  const find = vi.fn(async () => ({ metadata: { ...KEY, resourceVersion: '7' } }));
  const ask = (kind = Thing) => {
    const doubts = ownWrites.uncertain.in({ key: 'ns/a' }, 'one');
    const inPartition = doubts.map((doubt) => ({ doubt, partition }));
    return askAbout({ find } as unknown as Reader, kind, KEY, inPartition);
  };
  const lose = () => ownWrites.begin('ns/a', 'one')({ type: 'uncertain' });
  lose();
  return { ownWrites, partition, find, ask, lose };
}

test('readers share one question, whose answer settles the doubt', async () => {
  const { ownWrites, find, ask } = setUp();

  const answers = await Promise.all([ask(), ask()]);

  expect(find).toHaveBeenCalledOnce();
  expect(answers[0]).toBe(answers[1]);
  expect(Object.isFrozen(answers[0]?.metadata)).toBe(true);
  expect(ownWrites.uncertain.has('ns/a')).toBe(false);
  expect(ownWrites.isClear({ key: 'ns/a' })).toBe(false);
});

test('a write that is lost after the question began is asked about again', async () => {
  const { ownWrites, find, ask, lose } = setUp();
  const first = ask();
  lose();

  await first;
  expect(ownWrites.uncertain.has('ns/a')).toBe(true);
  await ask();

  expect(find).toHaveBeenCalledTimes(2);
});

test('a question that began before one of several doubts is not shared', async () => {
  const [first, second] = [setUp(), setUp()];
  const asked = first.ask();
  const find = vi.fn(async () => undefined);
  const doubts = [first, second].flatMap(({ ownWrites, partition }) =>
    ownWrites.uncertain.in({ key: 'ns/a' }, 'one').map((doubt) => ({ doubt, partition })),
  );

  await askAbout({ find } as unknown as Reader, Thing, KEY, doubts);
  await asked;

  expect(find).toHaveBeenCalledOnce();
});

test('a reader that wants another view of the object asks itself', async () => {
  const { find, ask } = setUp();

  await Promise.all([ask(), ask(metadataOnly(Thing) as unknown as typeof Thing)]);

  expect(find).toHaveBeenCalledTimes(2);
});

test('a question that fails is asked again by the next read', async () => {
  const { find, ask } = setUp();
  find.mockRejectedValueOnce(new Error('down'));
  await expect(ask()).rejects.toThrow('down');

  expect((await ask())?.metadata.resourceVersion).toBe('7');
});
