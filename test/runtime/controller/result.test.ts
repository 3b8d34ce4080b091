import { expect, test } from 'vitest';
import { InvalidResultError, nextStepOf } from '../../../src/runtime/controller/result.js';

test.each([
  [undefined, { type: 'done' }],
  [null, { type: 'done' }],
  [{ done: true }, { type: 'done' }],
  [{ requeueAfterMs: 5 }, { type: 'after', afterMs: 5 }],
  [
    { requeueAfterMs: 0.5, priority: 2 },
    { type: 'after', afterMs: 0.5, priority: 2 },
  ],
  [{ requeueAfterMs: 0, priority: 2 }, { type: 'done' }],
  [{ requeueAfterMs: -0 }, { type: 'done' }],
  [{ requeue: 'backoff' }, { type: 'backoff' }],
])('§5.3.6 %j means %j', (result, expected) => {
  expect(nextStepOf(result)).toEqual(expected);
});

const cyclic: Record<string, unknown> = {};
cyclic['self'] = cyclic;

test.each([
  [true],
  ['done'],
  [{}],
  [{ requeue: true }],
  [{ requeueAfter: 5 }],
  [{ requeueAfterMs: Number.NaN }],
  [{ requeueAfterMs: -1 }],
  [{ requeueAfterMs: Number.POSITIVE_INFINITY }],
  [{ requeueAfterMs: '5' }],
  [{ done: true, priority: 'high' }],
  [cyclic],
])('§5.3.6 %j is no result, and the error says what is', (result) => {
  expect(() => nextStepOf(result)).toThrow(InvalidResultError);
  expect(() => nextStepOf(result)).toThrow(/return nothing, { requeueAfterMs: number }/);
});

test.each([
  [{ requeueAfterMs: Number.NaN }, '{"requeueAfterMs":"NaN"}'],
  [{ requeueAfterMs: -5 }, '{"requeueAfterMs":-5}'],
])('the error about %j names the controller and shows what came', (result, shown) => {
  expect(() => nextStepOf(result, 'books')).toThrow(`the reconciler of controller "books" returned ${shown}`);
});
