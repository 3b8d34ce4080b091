import { beforeEach, expect, test, vi } from 'vitest';
import { OwnWrites } from '../../../../src/runtime/cache/writes/own-writes.js';
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

const object = (uid: string): Thing => ({ apiVersion: 'v1', kind: 'Thing', metadata: { uid } });
const wait = (scope: Parameters<OwnWrites['wait']>[0], signal?: AbortSignal) =>
  writes.wait(scope, { timeoutMs: 10_000, clock, signal });

/** Whether a read would go on at once. */
async function isFree(scope: Parameters<OwnWrites['wait']>[0]): Promise<boolean> {
  const free = vi.fn();
  const abort = new AbortController();
  void wait(scope, abort.signal).then(free, () => undefined);
  await settle();
  abort.abort();
  return free.mock.calls.length > 0;
}

function reach(next: string): void {
  version = next;
  writes.wake();
}

test('§17.3.3 a read waits until the store has reached the version of the write', async () => {
  writes.begin('ns/a')({ type: 'written', resourceVersion: '105' });
  expect(await isFree({ key: 'ns/a' })).toBe(false);

  reach('105');

  expect(await isFree({ key: 'ns/a' })).toBe(true);
});

test('§17.3 a write that the store has seen already is not waited for', async () => {
  writes.begin('ns/a')({ type: 'written', resourceVersion: '99' });

  expect(await isFree({ key: 'ns/a' })).toBe(true);
});

test('§17.1.1 a read of one object does not wait for others; a list waits for its namespace only', async () => {
  writes.begin('ns/a')({ type: 'written', resourceVersion: '105' });

  expect(await isFree({ key: 'ns/b' })).toBe(true);
  expect(await isFree({ namespace: 'other' })).toBe(true);
  expect(await isFree({ namespace: 'ns' })).toBe(false);
  expect(await isFree({ namespace: undefined })).toBe(false);
});

test('§17.1.1 a read waits for writes in flight that began before it, and not for later ones', async () => {
  const end = writes.begin('ns/a');
  const read = vi.fn();
  void wait({ key: 'ns/a' }).then(read);
  const later = writes.begin('ns/a');
  await settle();
  expect(read).not.toHaveBeenCalled();

  end({ type: 'failed' });
  await settle();

  expect(read).toHaveBeenCalledOnce();
  later({ type: 'failed' });
});

test('§17.3.4 a deletion is seen when the store no longer contains that uid', async () => {
  objects.set('ns/a', object('old'));
  writes.begin('ns/a')({ type: 'deleted', uid: 'old' });
  expect(await isFree({ key: 'ns/a' })).toBe(false);

  objects.set('ns/a', object('new'));
  writes.wake();

  expect(await isFree({ key: 'ns/a' })).toBe(true);
});

test('§17.3.4 create and delete before the watch has seen either: the read waits for both', async () => {
  writes.begin('ns/a')({ type: 'written', resourceVersion: '105' });
  writes.begin('ns/a')({ type: 'deleted', uid: 'one' });

  objects.set('ns/a', object('one'));
  reach('105');
  expect(await isFree({ key: 'ns/a' })).toBe(false);
  objects.delete('ns/a');
  reach('106');

  expect(await isFree({ key: 'ns/a' })).toBe(true);
});

test('§17.3.1 a failed write leaves no mark', async () => {
  writes.begin('ns/a')({ type: 'failed' });

  expect(await isFree({ key: 'ns/a' })).toBe(true);
  expect(writes.uncertain.in({ key: 'ns/a' })).toBeUndefined();
});

test('§17.3 after an unknown outcome reads of that object ask the server', () => {
  writes.begin('ns/a')({ type: 'uncertain' });

  expect(writes.uncertain.in({ key: 'ns/b' })).toBeUndefined();
  expect(writes.uncertain.in({ key: 'ns/a' })).toBeDefined();
});

test('§17.3 an object that is known to be gone is waited for', async () => {
  objects.set('ns/a', object('one'));
  writes.gone('ns/a', 'one');

  expect(await isFree({ key: 'ns/a' })).toBe(false);
  objects.delete('ns/a');
  expect(await isFree({ key: 'ns/a' })).toBe(true);
});

test('§17.3 a wait is bounded and tells what is missing', async () => {
  writes.begin('ns/a')({ type: 'written', resourceVersion: '105' });
  const waiting = wait({ key: 'ns/a' });

  await clock.advanceAsync(10_000);

  expect(await waiting).toEqual({ key: 'ns/a', resourceVersion: '105' });
  expect(clock.pendingTimers).toBe(0);
});

test('§17.3 a wait ends with the signal', async () => {
  writes.begin('ns/a')({ type: 'written', resourceVersion: '105' });
  const abort = new AbortController();
  const waiting = wait({ key: 'ns/a' }, abort.signal);

  abort.abort(new Error('stop'));

  await expect(waiting).rejects.toThrow('stop');
});

test('§17.3 a write whose name the server chooses is waited for by lists until it is known', async () => {
  const end = writes.begin('');
  expect(await isFree({ key: 'ns/a' })).toBe(true);
  expect(await isFree({ namespace: 'ns' })).toBe(false);

  end({ type: 'written', resourceVersion: '105' }, 'ns/a-x7k');

  expect(await isFree({ key: 'ns/a-x7k' })).toBe(false);
  reach('105');
  expect(await isFree({ namespace: 'ns' })).toBe(true);
});

test('§17.2.9 versions that cannot be compared are not waited for', async () => {
  writes.begin('ns/a')({ type: 'written', resourceVersion: 'opaque' });

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
  expect(await isFreeFor({ writer: Symbol('call'), isHook: true })).toBe(true);
  expect(await isFreeFor(undefined)).toBe(true);
  end({ type: 'failed' });
});

test('what others have written is waited for a moment, without an error and only once', async () => {
  writes.begin('ns/a', 'books ns/one')({ type: 'written', resourceVersion: '105' });
  const read = others({ namespace: 'ns' }, { writer: 'books ns/two' });
  const own = others({ namespace: 'ns' }, { writer: 'books ns/one' });

  await clock.advanceAsync(999);
  expect(await Promise.race([read, Promise.resolve('waits')])).toBe('waits');
  await clock.advanceAsync(1);

  expect(await read).toBeUndefined();
  expect(await isFreeFor({ writer: 'books ns/three' })).toBe(true);
  await clock.advanceAsync(9_000);
  expect(await own).toEqual({ key: 'ns/a', resourceVersion: '105' });
});

test('what others have written is seen by a read that comes after it', async () => {
  writes.begin('ns/a', 'books ns/one')({ type: 'written', resourceVersion: '105' });
  expect(await isFreeFor({ writer: 'books ns/two' })).toBe(false);

  reach('105');

  expect(await isFreeFor({ writer: 'books ns/two' })).toBe(true);
});

test('the call of a webhook waits for its own writes only', async () => {
  const call = Symbol('call');
  writes.begin('ns/a', 'books ns/one')({ type: 'written', resourceVersion: '105' });
  expect(await isFreeFor({ writer: call, isHook: true })).toBe(true);

  writes.begin('ns/b', call)({ type: 'written', resourceVersion: '106' });

  expect(await isFreeFor({ writer: call, isHook: true })).toBe(false);
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
