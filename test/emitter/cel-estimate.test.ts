import { expect, test } from 'vitest';
import { over, times } from '../../src/emitter/cel-estimate.js';

test('nothing times endless is nothing', () => {
  expect([times(0, over), times(over, 0), times(2, over), times(2, 3)]).toEqual([0, 0, over, 6]);
});
