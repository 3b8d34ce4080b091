import { expect, test } from 'vitest';
import { connectPart, isPart } from '../../src/runtime/part.js';

test('a part is what has the method by which a manager connects it', () => {
  expect(isPart({ [connectPart]: () => undefined })).toBe(true);
  expect(isPart({ [connectPart]: undefined })).toBe(false);
  expect(isPart({ run: async () => undefined })).toBe(false);
  expect(isPart(async () => undefined)).toBe(false);
});

test('two copies of kbts share the method', () => {
  expect(connectPart).toBe(Symbol.for('kbts.connect'));
});
