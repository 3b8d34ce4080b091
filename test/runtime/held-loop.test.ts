import { expect, test } from 'vitest';
import { HeldLoop } from '../../src/runtime/held-loop.js';

function make() {
  const time = { now: 0 };
  const loop = new HeldLoop(() => time.now);
  const told: string[] = [];
  const end = loop.listen((work, heldMs) => told.push(`${String(work.writer)} ${heldMs}`));
  return { time, loop, told, end };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('work that holds the loop is named when the next one begins', () => {
  const { time, loop, told } = make();
  loop.note({ writer: 'a' });
  time.now = 201;
  loop.note({ writer: 'b' });
  time.now = 400;
  loop.note(undefined);

  expect(told).toEqual(['a 201']);
});

test('work that holds the loop is named when the loop turns, and waiting does not count', async () => {
  const { time, loop, told } = make();
  loop.note({ writer: 'a' });
  time.now = 13_000;
  await turn();
  expect(told).toEqual(['a 13000']);

  loop.note({ writer: 'b' });
  await turn();
  time.now = 60_000;
  loop.note({ writer: 'c' });

  expect(told.length).toBe(1);
});

test('without a listener nothing is measured', () => {
  const { time, loop, told, end } = make();
  end();
  loop.note({ writer: 'a' });
  time.now = 1000;
  loop.note(undefined);

  expect(told).toEqual([]);
});
