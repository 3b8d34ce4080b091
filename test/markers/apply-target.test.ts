import { expect, test } from 'vitest';
import { addRule, found, isIntOrString, typeOf } from '../../src/markers/apply-target.js';
import type { MutableSchema } from '../../src/model/schema.js';

test('what markers added comes before what the type says', () => {
  expect(typeOf({ added: { type: 'integer' }, base: { type: 'string' } })).toBe('integer');
  expect(isIntOrString({ added: {}, base: { 'x-kubernetes-int-or-string': true } })).toBe(true);
});

test('messages name what was found', () => {
  expect(found({ added: {}, base: {} })).toBe('a value of any type');
  expect(found({ added: {}, base: { type: 'string' } })).toBe('of type string');
});

test('rules are appended', () => {
  const schema: MutableSchema = {};

  addRule(schema, { rule: 'a' });
  addRule(schema, { rule: 'b' });

  expect(schema['x-kubernetes-validations']).toEqual([{ rule: 'a' }, { rule: 'b' }]);
});
