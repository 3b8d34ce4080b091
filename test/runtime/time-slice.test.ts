import { expect, test } from 'vitest';
import { TimeSlice } from '../../src/runtime/time-slice.js';
import { countTurns } from './event-loop.js';

/** A slice of 10 ms whose time moves by hand. */
function make() {
  const time = { now: 0 };
  return { time, slice: new TimeSlice({ lengthMs: 10, now: () => time.now }) };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('a slice begins with the first question and is over after its length', () => {
  const { time, slice } = make();
  time.now = 1000;

  expect(slice.isOver()).toBe(false);
  time.now = 1009.9;
  expect(slice.isOver()).toBe(false);
  time.now = 1010;
  expect(slice.isOver()).toBe(true);
});

test('a turn of the event loop begins a new slice', async () => {
  const { time, slice } = make();
  slice.isOver();
  time.now = 50;
  await turn();

  expect(slice.isOver()).toBe(false);
  time.now = 59;
  expect(slice.isOver()).toBe(false);
});

test('waiting takes a turn when the slice is over, and none when it is not', async () => {
  const { time, slice } = make();
  using loop = countTurns();
  await slice.next();
  expect(loop.turns).toBe(0);

  slice.isOver();
  time.now = 10;
  await slice.next();

  expect(loop.turns).toBe(1);
  expect(slice.isOver()).toBe(false);
});

test('those who wait begin one after the other, each in a slice that is not over', async () => {
  const { time, slice } = make();
  using loop = countTurns();
  slice.isOver();
  time.now = 10;
  const order: string[] = [];
  const work = async (name: string): Promise<void> => {
    await slice.next();
    // What needs no real wait belongs to the same piece of work.
    for (let step = 0; step < 5; step++) await Promise.resolve();
    order.push(`${name} in turn ${loop.turns}`);
    time.now += 6;
  };

  await Promise.all(['a', 'b', 'c', 'd'].map(work));

  expect(order).toEqual(['a in turn 1', 'b in turn 1', 'c in turn 2', 'd in turn 2']);
});
