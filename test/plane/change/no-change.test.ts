import { expect, test } from 'vitest';
import { withOldTimes } from '../../../src/plane/change/no-change.js';

const object = (time: string, data: Record<string, string> = {}, manager = 'a') => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'a', managedFields: [{ manager, operation: 'Apply', time }] },
  data,
});

test('an object with nothing new but times keeps the old ones', () => {
  expect(withOldTimes(object('2'), object('1'))).toEqual(object('1'));
});

test('times are new with another value, another manager or one more', () => {
  const two = object('2');
  two.metadata.managedFields.push({ manager: 'b', operation: 'Apply', time: '2' });

  expect(withOldTimes(object('2', { a: 'b' }), object('1'))).toEqual(object('2', { a: 'b' }));
  expect(withOldTimes(object('2', {}, 'b'), object('1'))).toEqual(object('2', {}, 'b'));
  expect(withOldTimes(two, object('1'))).toBe(two);
});
