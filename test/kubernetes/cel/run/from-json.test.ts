import { expect, test } from 'vitest';
import { celValue } from '../../../../src/kubernetes/cel/run/from-json.js';
import { CelDuration, CelMap, CelTimestamp } from '../../../../src/kubernetes/cel/run/values.js';

test('the schema says what a value is', () => {
  expect(celValue(1)).toBe(1n);
  expect(celValue(1, { type: 'number' })).toBe(1);
  expect(celValue(1.5)).toBe(1.5);
  expect(celValue('2024-01-01T00:00:00Z', { type: 'string', format: 'date-time' })).toBeInstanceOf(CelTimestamp);
  expect(celValue('1s', { type: 'string', format: 'duration' })).toEqual(new CelDuration(1_000_000_000n));
  expect(celValue('YQ==', { type: 'string', format: 'byte' })).toEqual(Buffer.from('a'));
});

test('declared fields have the names that rules write, and null is no value', () => {
  const schema = {
    type: 'object',
    properties: { 'a-b': { type: 'string' }, none: { type: 'string' }, maybe: { type: 'string', nullable: true } },
  };
  const value = celValue({ 'a-b': 'x', none: null, maybe: null, 'c-d': 1 }, schema);

  expect(value instanceof CelMap && value.pairs()).toEqual([
    ['a__dash__b', 'x'],
    ['maybe', null],
    ['c-d', 1n],
  ]);
});

test('a declared field that is null is none, and any other is null', () => {
  const fieldOf = (properties?: Record<string, object>): unknown => {
    const value = celValue({ maybe: null }, { type: 'object', ...(properties && { properties }) });
    return value instanceof CelMap ? value.field('maybe') : expect.fail();
  };

  expect(fieldOf({ maybe: { type: 'string', nullable: true } })).toBeUndefined();
  expect(fieldOf()).toBeNull();
});
