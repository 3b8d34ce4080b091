import { expect, test } from 'vitest';
import { duration } from '../../../src/runtime/object/duration.js';
import { hasNotation } from '../../../src/runtime/object/notation.js';
import { quantity } from '../../../src/runtime/object/quantity.js';

test('quantities and durations have a notation, other objects do not', () => {
  expect([quantity('1Gi'), duration('5m')].map(hasNotation)).toEqual([true, true]);
  expect([{}, new Date(), new Map(), []].map(hasNotation)).toEqual([false, false, false, false]);
});
