import { expect, test, vi } from 'vitest';
import { EventDelivery, type EventListener } from '../../../../src/runtime/cache/informers/subscription.js';
import { silentLogger } from '../../../../src/runtime/log/silent-logger.js';
import type { ObjectEvent } from '../../../../src/runtime/object/event.js';
import { settle } from '../../manual-clock.js';
import { eventually } from '../../../../src/testing/eventually.js';

const event = (name: string): ObjectEvent => ({
  type: 'create',
  initial: false,
  object: { apiVersion: 'v1', kind: 'Thing', metadata: { name } },
});
const deliver = (
  listener: EventListener,
  more: { freezes?: boolean; onClose?: () => void; log?: typeof silentLogger } = {},
) => new EventDelivery({ listener, log: silentLogger, freezes: true, onClose: () => undefined, ...more });

test('§3.5.2 calls a listener for one event at a time, in order, waiting for promises', async () => {
  const order: string[] = [];
  const delivery = deliver(async ({ object }) => {
    order.push(`begin ${object.metadata.name}`);
    await settle();
    order.push(`end ${object.metadata.name}`);
  });

  delivery.deliver([event('a'), event('b')]);
  await delivery[Symbol.asyncDispose]();
  await settle();

  expect(order).toEqual(['begin a', 'end a']);
});

test('§3.5 events that arrive while a listener works are kept for it', async () => {
  const seen: (string | undefined)[] = [];
  const delivery = deliver(async ({ object }) => {
    await settle();
    seen.push(object.metadata.name);
  });

  delivery.deliver([event('a')]);
  delivery.deliver([event('b')]);
  await eventually(() => expect(seen).toEqual(['a', 'b']));
});

test('§3.5.5 is synced when the listener has handled everything before the mark, also with sync listeners', async () => {
  const seen: string[] = [];
  const delivery = deliver(({ object }) => void seen.push(object.metadata.name ?? ''));

  delivery.deliver([event('a')]);
  delivery.deliver([{ type: 'synced' }]);
  await delivery.synced;

  expect(seen).toEqual(['a']);
});

test('§3.5.8 a listener that fails loses that event and is logged; the next ones come', async () => {
  const seen: string[] = [];
  const error = vi.fn();
  const delivery = deliver(
    ({ object }) => {
      if (object.metadata.name === 'a') throw new Error('oops');
      if (object.metadata.name === 'b') return Promise.reject(new Error('oops'));
      seen.push(object.metadata.name ?? '');
      return undefined;
    },
    { log: { ...silentLogger, error } },
  );

  delivery.deliver([event('a'), event('b'), event('c')]);
  await eventually(() => expect(seen).toEqual(['c']));

  expect(error).toHaveBeenCalledTimes(2);
  expect(error.mock.calls[0]).toMatchObject(['event listener failed', { kind: 'Thing', name: 'a' }]);
});

test('§3.5.11 freezes what listeners get, unless they are the runtime’s own', () => {
  const [frozen, plain] = [event('a'), event('b')];

  deliver(() => undefined).deliver([frozen]);
  deliver(() => undefined, { freezes: false }).deliver([plain]);

  expect([frozen, plain].map(({ object }) => Object.isFrozen(object))).toEqual([true, false]);
});

test('§17.5.5 closing delivers nothing more, waits for the event in work, and can be done twice', async () => {
  const seen: string[] = [];
  const onClose = vi.fn();
  const delivery = deliver(({ object }) => void seen.push(object.metadata.name ?? ''), { onClose });

  await delivery[Symbol.asyncDispose]();
  await delivery[Symbol.asyncDispose]();
  delivery.deliver([event('a')]);

  expect(seen).toEqual([]);
  expect(onClose).toHaveBeenCalledOnce();
  await expect(delivery.synced).rejects.toThrow(/closed before/);
});

test('a long run of events lets other work have its turn', async () => {
  let turns = 0;
  const ticking = setInterval(() => turns++, 0);
  const delivery = deliver(() => undefined);

  delivery.deliver([...Array.from({ length: 20_000 }, (_, index) => event(String(index))), { type: 'synced' }]);
  await delivery.synced;
  clearInterval(ticking);

  expect(turns).toBeGreaterThan(0);
});

test('§17.5.5 a listener may end its own subscription without waiting for itself', async () => {
  const seen: string[] = [];
  const delivery: EventDelivery = deliver(async ({ object }) => {
    seen.push(object.metadata.name ?? '');
    await delivery[Symbol.asyncDispose]();
    seen.push('closed');
  });

  delivery.deliver([event('a'), event('b')]);
  await eventually(() => expect(seen).toEqual(['a', 'closed']));
});

test('whoever asks later is told at once that a subscription is closed', async () => {
  const delivery = deliver(() => undefined);
  const before = vi.fn();
  const after = vi.fn();
  delivery.onClose(before);

  await delivery[Symbol.asyncDispose]();
  delivery.onClose(after);

  expect([before.mock.calls.length, after.mock.calls.length]).toEqual([1, 1]);
});
