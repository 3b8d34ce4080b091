import { expect, test } from 'vitest';
import { InvalidResultError, nextStepOf } from '../../../src/runtime/controller/result.js';
import { duration } from '../../../src/runtime/object/duration.js';

test.each([
  [undefined, { type: 'done' }],
  [null, { type: 'done' }],
  [{}, { type: 'done' }],
  [{ requeue: false, requeueAfter: undefined, requeueAt: undefined }, { type: 'done' }],
  [{ requeue: true }, { type: 'backoff' }],
  [{ requeueAfter: '5ms' }, { type: 'after', afterMs: 5 }],
  [{ requeueAfter: '1h30m' }, { type: 'after', afterMs: 5_400_000 }],
  [{ requeueAfter: duration(0.5) }, { type: 'after', afterMs: 0.5 }],
  [{ requeueAt: new Date(5000) }, { type: 'at', atMs: 5000 }],
])('§5.3.6 %j means %j', (result, expected) => {
  expect(nextStepOf(result)).toEqual(expected);
});

const cyclic: Record<string, unknown> = {};
cyclic['self'] = cyclic;

test.each([
  [true, 'it is not an object'],
  ['done', 'it is not an object'],
  [[], 'it is not an object'],
  [{ requeue: 'backoff' }, 'requeue must be true or false'],
  [{ requeueAfter: 5 }, 'requeueAfter is wrong, 5 is not a time with a unit'],
  [{ requeueAfter: '5' }, 'requeueAfter is wrong, "5" is not a time with a unit'],
  [{ requeueAfter: '0s' }, 'requeueAfter is wrong, "0s" is not above 0'],
  [{ requeueAfter: '-5s' }, 'requeueAfter is wrong, "-5s" is not above 0'],
  [{ requeueAfter: '1e3s' }, 'requeueAfter is wrong, "1e3s" is not a time with a unit'],
  [{ requeueAfter: ' 5s' }, 'requeueAfter is wrong, " 5s" is not a time with a unit'],
  [{ requeueAfter: Number.NaN }, 'requeueAfter is wrong, NaN is not a time with a unit'],
  [{ requeueAt: 'noon' }, 'requeueAt must be a valid Date'],
  [{ requeueAt: new Date(Number.NaN) }, 'requeueAt must be a valid Date'],
  [{ requeue: true, requeueAfter: '5s' }, 'only one of requeue, requeueAfter and requeueAt can be given'],
  [{ requeueAfterMs: 5 }, 'there is no field "requeueAfterMs"'],
  [cyclic, 'there is no field "self"'],
])('§5.3.6 %j is no result, and the error says why and what is', (result, problem) => {
  expect(() => nextStepOf(result)).toThrow(InvalidResultError);
  expect(() => nextStepOf(result)).toThrow(`: ${problem}`);
  expect(() => nextStepOf(result)).toThrow("return nothing, { requeue: true }, { requeueAfter: '30s' }");
});

test('the error names the controller and shows what came', () => {
  const result = { requeueAfter: Number.NaN };

  expect(() => nextStepOf(result, 'books')).toThrow(
    'the reconciler of controller "books" returned {"requeueAfter":"NaN"}',
  );
});
