import { expect, test } from 'vitest';
import { isRuntimeType, NO_CORE_TYPES, runtimeTypeName } from '../../../src/reader/schema/core-types.js';

test.each([
  ['Int32', 'Int32'],
  ['V1ObjectMeta', 'ObjectMeta'],
  ['V1MicroTime', 'MicroTime'],
  ['V1Pod', undefined],
  ['toString', undefined],
])('%s is %s', (name, expected) => {
  expect(runtimeTypeName(name)).toBe(expected);
});

test('nothing is found where nothing is known', () => {
  expect(NO_CORE_TYPES.find('kbts/k8s', 'PodSpec')).toBeUndefined();
  expect(isRuntimeType('Quantity')).toBe(true);
});
