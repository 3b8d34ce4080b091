import { beforeEach, expect, test, vi } from 'vitest';
import { OwnWrites } from '../../../../src/runtime/cache/writes/own-writes.js';
import type { KubeObject } from '../../../../src/runtime/object/meta.js';
import { ManualClock, settle } from '../../manual-clock.js';
import type { Thing } from '../fake-resource.js';

let version: string | undefined;
let objects: Map<string, Thing>;
let clock: ManualClock;
let writes: OwnWrites;

beforeEach(() => {
  version = '100';
  objects = new Map();
  clock = new ManualClock();
  writes = new OwnWrites({
    get resourceVersion() {
      return version;
    },
    store: { peek: (key) => objects.get(key) },
  });
});

const object = (uid: string, resourceVersion = uid): Thing => ({
  apiVersion: 'v1',
  kind: 'Thing',
  metadata: { namespace: 'ns', name: 'a', uid, resourceVersion },
});
const ME = 'books ns/me';
const begin = (key: string) => writes.begin(key, ME);
const wait = (scope: Parameters<OwnWrites['wait']>[0], signal?: AbortSignal) =>
  writes.wait(scope, { timeoutMs: 10_000, clock, signal, reader: { writer: ME } });

/** Whether a read would go on at once. */
async function isFree(scope: Parameters<OwnWrites['wait']>[0]): Promise<boolean> {
  const free = vi.fn();
  const abort = new AbortController();
  void wait(scope, abort.signal).then(free, () => undefined);
  await settle();
  abort.abort();
  return free.mock.calls.length > 0;
}

/** Puts or removes an object, as a partition does. */
function store(key: string, next: Thing | undefined): void {
  const old = objects.get(key);
  if (next) objects.set(key, next);
  else objects.delete(key);
  if (next) writes.observed(old ? { type: 'update', old, object: next } : { type: 'create', object: next });
  else if (old) writes.observed({ type: 'delete', object: old, stateUnknown: false });
}

function reach(next: string): void {
  version = next;
  writes.wake();
}

test('§17.3.3 a read waits until the store has reached the version of the write', async () => {
  begin('ns/a')({ type: 'written', resourceVersion: '105' });
  expect(await isFree({ key: 'ns/a' })).toBe(false);

  reach('105');

  expect(await isFree({ key: 'ns/a' })).toBe(true);
});

test('§17.3 a write that the store has seen already is not waited for', async () => {
  begin('ns/a')({ type: 'written', resourceVersion: '99' });

  expect(await isFree({ key: 'ns/a' })).toBe(true);
});

test('§17.1.1 a read of one object does not wait for others; a list waits for its namespace only', async () => {
  begin('ns/a')({ type: 'written', resourceVersion: '105' });

  expect(await isFree({ key: 'ns/b' })).toBe(true);
  expect(await isFree({ namespace: 'other' })).toBe(true);
  expect(await isFree({ namespace: 'ns' })).toBe(false);
  expect(await isFree({ namespace: undefined })).toBe(false);
});

test('§17.1.1 a read waits for writes in flight that began before it, and not for later ones', async () => {
  const end = begin('ns/a');
  const read = vi.fn();
  void wait({ key: 'ns/a' }).then(read);
  const later = begin('ns/a');
  await settle();
  expect(read).not.toHaveBeenCalled();

  end({ type: 'failed' });
  await settle();

  expect(read).toHaveBeenCalledOnce();
  later({ type: 'failed' });
});

test('§17.3.4 a deleted object is hidden until the store no longer has its uid, without waiting', async () => {
  store('ns/a', object('old'));
  begin('ns/a')({ type: 'deleted', uid: 'old' });
  expect([await isFree({ key: 'ns/a' }), writes.hides(object('old'))]).toEqual([true, true]);

  store('ns/a', object('new'));

  expect([writes.isHiding, writes.hides(object('new'))]).toEqual([false, false]);
});

test('§17.3.4 an object that was created and deleted before the watch reported either is hidden when it appears', async () => {
  begin('ns/a')({ type: 'written', resourceVersion: '105' });
  begin('ns/a')({ type: 'deleted', uid: 'one' });
  expect(writes.isHiding).toBe(false);

  store('ns/a', object('one'));
  expect(writes.hides(object('one'))).toBe(true);
  store('ns/a', undefined);

  expect(writes.isHiding).toBe(false);
});

test('a deletion that the watch reports before its answer leaves nothing behind', () => {
  store('ns/a', object('one'));
  const end = begin('ns/a');
  store('ns/a', undefined);
  end({ type: 'deleted', uid: 'one' });

  store('ns/a', object('one'));

  expect(writes.isHiding).toBe(false);
});

test('an object that a deletion did not find is hidden in the state that the store had', () => {
  store('ns/a', object('one'));
  begin('ns/a')({ type: 'absent' });
  expect(writes.hides(object('one'))).toBe(true);

  store('ns/a', object('two'));

  expect(writes.isHiding).toBe(false);
});

test('§17.3.1 a failed write leaves no mark', async () => {
  begin('ns/a')({ type: 'failed' });

  expect(await isFree({ key: 'ns/a' })).toBe(true);
  expect(writes.uncertain.has('ns/a')).toBe(false);
});

test('§17.3 after an unknown outcome reads of that object ask the server', () => {
  begin('ns/a')({ type: 'uncertain' });

  expect([writes.uncertain.has('ns/b'), writes.uncertain.has('ns/a')]).toEqual([false, true]);
});

test('§17.3 a later answer about the object settles what was unknown; one to an earlier write does not', () => {
  const early = begin('ns/a');
  begin('ns/a')({ type: 'uncertain' });
  early({ type: 'written', resourceVersion: '105' });
  expect(writes.uncertain.has('ns/a')).toBe(true);

  begin('ns/a')({ type: 'written', resourceVersion: '106' });

  expect(writes.uncertain.has('ns/a')).toBe(false);
});

test('a deletion that the store does not show is waited for by its writer, once', async () => {
  const isOver = (now: KubeObject | undefined): boolean => now === undefined;
  store('ns/a', object('one', '101'));
  writes.expectDeletions(
    [
      ['ns/a', isOver],
      ['ns/b', isOver],
    ],
    ME,
  );
  expect(await isFree({ key: 'ns/b' })).toBe(true);
  store('ns/a', object('one', '102'));
  expect(await isFree({ key: 'ns/a' })).toBe(false);

  store('ns/a', undefined);
  expect(await isFree({ namespace: 'ns' })).toBe(true);
  store('ns/a', object('two'));
  writes.expectDeletions([['ns/a', isOver]], ME);
  const late = wait({ namespace: 'ns' });
  await clock.advanceAsync(10_000);

  expect(await late).toEqual({ key: 'ns/a', resourceVersion: 'of its deletion' });
  expect(await isFree({ namespace: 'ns' })).toBe(true);
});

test('a server that went back in time makes everything written before it meaningless', async () => {
  store('ns/a', object('one'));
  begin('ns/a')({ type: 'deleted', uid: 'one' });
  begin('ns/b')({ type: 'written', resourceVersion: '105' });
  const read = wait({ namespace: 'ns' });

  writes.forget();

  expect(await read).toBeUndefined();
  expect(writes.isHiding).toBe(false);
});

test('§17.3 a wait is bounded and tells what is missing', async () => {
  begin('ns/a')({ type: 'written', resourceVersion: '105' });
  const waiting = wait({ key: 'ns/a' });

  await clock.advanceAsync(10_000);

  expect(await waiting).toEqual({ key: 'ns/a', resourceVersion: '105' });
  expect(clock.pendingTimers).toBe(0);
});

test('§17.3 a wait ends with the signal', async () => {
  begin('ns/a')({ type: 'written', resourceVersion: '105' });
  const abort = new AbortController();
  const waiting = wait({ key: 'ns/a' }, abort.signal);

  abort.abort(new Error('stop'));

  await expect(waiting).rejects.toThrow('stop');
});

test('§17.3 a write whose name the server chooses is waited for by lists until it is known', async () => {
  const end = begin('');
  expect(await isFree({ key: 'ns/a' })).toBe(true);
  expect(await isFree({ namespace: 'ns' })).toBe(false);

  end({ type: 'written', resourceVersion: '105' }, 'ns/a-x7k');

  expect(await isFree({ key: 'ns/a-x7k' })).toBe(false);
  reach('105');
  expect(await isFree({ namespace: 'ns' })).toBe(true);
});

test('§17.2.9 versions that cannot be compared are not waited for', async () => {
  begin('ns/a')({ type: 'written', resourceVersion: 'opaque' });

  expect(await isFree({ key: 'ns/a' })).toBe(true);
});

const others = (scope: Parameters<OwnWrites['wait']>[0], reader: Parameters<OwnWrites['wait']>[1]['reader']) =>
  writes.wait(scope, { timeoutMs: 10_000, clock, reader });

/** Whether a read of `reader` would go on at once. */
async function isFreeFor(reader: Parameters<typeof others>[1]): Promise<boolean> {
  const free = vi.fn();
  void others({ namespace: 'ns' }, reader).then(free);
  await settle();
  return free.mock.calls.length > 0;
}

test('a write in flight is waited for by whoever wrote, and by nobody else', async () => {
  const end = writes.begin('ns/a', 'books ns/one');

  expect(await isFreeFor({ writer: 'books ns/one' })).toBe(false);
  expect(await isFreeFor({ writer: 'books ns/two' })).toBe(true);
  expect(await isFreeFor({ writer: Symbol('call') })).toBe(true);
  expect(await isFreeFor(undefined)).toBe(true);
  end({ type: 'failed' });
});

test('what others have written is waited for a moment, without an error and only once', async () => {
  writes.begin('ns/a', 'books ns/one')({ type: 'written', resourceVersion: '105' });
  const read = others({ namespace: 'ns' }, { writer: 'books ns/two', waitsForOthers: true });
  const own = others({ namespace: 'ns' }, { writer: 'books ns/one' });

  await clock.advanceAsync(999);
  expect(await Promise.race([read, Promise.resolve('waits')])).toBe('waits');
  await clock.advanceAsync(1);

  expect(await read).toBeUndefined();
  expect(await isFreeFor({ writer: 'books ns/three', waitsForOthers: true })).toBe(true);
  await clock.advanceAsync(9_000);
  expect(await own).toEqual({ key: 'ns/a', resourceVersion: '105' });
});

test('what others have written is seen by a read that comes after it', async () => {
  writes.begin('ns/a', 'books ns/one')({ type: 'written', resourceVersion: '105' });
  expect(await isFreeFor({ writer: 'books ns/two', waitsForOthers: true })).toBe(false);

  reach('105');

  expect(await isFreeFor({ writer: 'books ns/two', waitsForOthers: true })).toBe(true);
});

test('after a late watch has caught up, reconciles wait for others again', async () => {
  const two = { writer: 'books ns/two', waitsForOthers: true };
  writes.begin('ns/a', 'books ns/one')({ type: 'written', resourceVersion: '105' });
  void others({ namespace: 'ns' }, two);
  await clock.advanceAsync(1000);
  writes.begin('ns/b', 'books ns/one')({ type: 'written', resourceVersion: '106' });
  expect(await isFreeFor(two)).toBe(true);

  reach('105');

  expect(await isFreeFor(two)).toBe(false);
});

test('a read outside of reconciles waits for no write of a reconcile or runnable, answered or not', async () => {
  writes.begin('ns/a', 'books ns/one');
  writes.begin('ns/b', Symbol('runnable'))({ type: 'written', resourceVersion: '105' });

  expect(await isFreeFor(undefined)).toBe(true);
  expect(await isFreeFor({ writer: Symbol('runnable') })).toBe(true);
});

test('a read outside of any work waits a moment for answered writes made there, without an error', async () => {
  writes.begin('ns/a');
  expect(await isFreeFor(undefined)).toBe(true);
  writes.begin('ns/b')({ type: 'written', resourceVersion: '105' });
  const read = others({ namespace: 'ns' }, undefined);
  expect(await isFreeFor(undefined)).toBe(false);

  await clock.advanceAsync(1000);

  expect(await read).toBeUndefined();
  expect(await isFreeFor(undefined)).toBe(true);
});

test('the call of a webhook waits for its own writes only', async () => {
  const call = Symbol('call');
  writes.begin('ns/a', 'books ns/one')({ type: 'written', resourceVersion: '105' });
  expect(await isFreeFor({ writer: call })).toBe(true);

  writes.begin('ns/b', call)({ type: 'written', resourceVersion: '106' });

  expect(await isFreeFor({ writer: call })).toBe(false);
});

test('two writers of one object each wait for their own version', async () => {
  writes.begin('ns/a', 'one')({ type: 'written', resourceVersion: '105' });
  writes.begin('ns/a', 'two')({ type: 'written', resourceVersion: '107' });
  const [first, second] = ['one', 'two'].map((writer) => others({ key: 'ns/a' }, { writer }));

  reach('105');
  await clock.advanceAsync(10_000);

  expect(await first).toBeUndefined();
  expect(await second).toEqual({ key: 'ns/a', resourceVersion: '107' });
});

test.each([
  ['ns/a', { namespace: 'ns' }, 'ns/a'],
  ['', { namespace: 'ns' }, 'an object whose name the server chooses'],
])('a wait for a write in flight names the object: %j', async (key, scope, expected) => {
  writes.begin(key, 'one');
  const read = others(scope, { writer: 'one' });

  await clock.advanceAsync(10_000);

  expect(await read).toEqual({ key: expected, resourceVersion: 'not known yet: the server has not answered' });
});
