import { expect, test } from 'vitest';
import { Failures } from '../../../src/cli/dev/failures.js';

function after(...pauses: number[]) {
  let now = 0;
  const failures = new Failures(() => now);
  failures.add('a', 'boom');
  return pauses.map((pause) => {
    now += pause;
    return failures.add('a', 'boom');
  });
}

test('pauses that double are foretold, and so are those that stay the same', () => {
  expect(after(100, 205, 400).at(-1)).toEqual({ object: 'a', message: 'boom', count: 4, nextInMs: 800 });
  expect(after(1000, 1010).at(-1)).toMatchObject({ count: 3, nextInMs: 1010 });
});

test('nothing is foretold from short or odd pauses, nor when it was the last try', () => {
  expect(after(5, 10).at(-1)?.nextInMs).toBeUndefined();
  expect(after(100, 900).at(-1)?.nextInMs).toBeUndefined();
  const failures = new Failures(() => 0);
  expect(failures.add('a', 'boom', true).nextInMs).toBeUndefined();
});

test('another message counts from one; success ends it', () => {
  const failures = new Failures(() => 0);
  failures.add('a', 'boom');

  expect(failures.add('a', 'bang').count).toBe(1);
  expect(failures.size).toBe(1);
  failures.remove('a');
  expect(failures.size).toBe(0);
});
