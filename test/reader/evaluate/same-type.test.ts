import { expect, test } from 'vitest';
import { fieldCodes, fieldSchema } from '../read-source.js';

const TREE = 'interface Tree<T> { value: T; meta?: Meta<T> }\ninterface Meta<T> { of: T; list?: T[] }\n';

test('generics inside themselves with other arguments are no recursion', async () => {
  const schema = await fieldSchema('Tree<Tree<Int32>>', TREE);

  expect(schema?.properties?.meta?.properties?.of?.properties?.meta?.properties?.list).toEqual({
    type: 'array',
    items: { type: 'integer', format: 'int32' },
  });
});

test.each([
  ['Loop<string>', 'interface Loop<T> { value: T; next?: Loop<T> }'],
  ['Loop<string>', 'interface Loop<T> { value: T; next?: Other<T> }\ninterface Other<U> { back?: Loop<U> }'],
  ['Loop<string>', 'interface Loop<T> { value: T; next?: Loop<Int32> }'],
])('%s of %s is recursion', async (type, types) => {
  expect(await fieldCodes(type, types)).toEqual(['type-recursive']);
});

test('a type that grows without end in several ways is refused at once', async () => {
  const types = 'interface Loop<T> { value: T; a?: Loop<T[]>; b?: Loop<[T]>; c?: Loop<Record<string, T>> }';

  expect(new Set(await fieldCodes('Loop<string>', types))).toEqual(new Set(['type-recursive']));
});
