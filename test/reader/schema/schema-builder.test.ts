import { expect, test } from 'vitest';
import { fieldCodes, fieldSchema, read } from '../read-source.js';

test('a generic inside itself is no recursion', async () => {
  expect(await fieldSchema('Box<Box<string>>', 'interface Box<T> { value: T }')).toMatchObject({
    properties: { value: { properties: { value: { type: 'string' } } } },
  });
});

test.each([
  ['Tree', 'interface Tree { left?: Tree }'],
  ['A', 'interface A { b?: B }\ninterface B { a?: A }'],
  ['Grow<string>', 'interface Grow<T> { next?: Grow<T[]> }'],
])('%s is recursive', async (type, types) => {
  expect(await fieldCodes(type, types)).toEqual(['type-recursive']);
});

test('the message names the cycle', async () => {
  const plan = await read(
    'export interface Row extends CustomResource<{ a?: A }> {}\ninterface A { b?: B }\ninterface B { a?: A }',
  );

  expect(plan.diagnostics[0]?.message).toContain('A → B → A');
});

test('each problem is reported once, and all are reported', async () => {
  const plan = await read(
    'export interface Row extends CustomResource<{ x?: S; y?: S; z?: any }> {}\ninterface S { a?: any; b?: bigint }',
  );

  expect(plan.diagnostics.map(({ code }) => code)).toEqual(['type-any', 'type-any', 'type-bigint']);
});
