import { expect, test } from 'vitest';
import { fieldSchema } from '../read-source.js';

test('an optional immutable field is guarded by its parent, with its name escaped', async () => {
  const schema = await fieldSchema("{\n// +k8s:immutable\n'my-key'?: string }");

  expect(schema?.['x-kubernetes-validations']).toEqual([
    { rule: '!has(oldSelf.my__dash__key) || has(self.my__dash__key)', message: 'field my-key is immutable once set' },
  ]);
});

test.each([['Record<string, Int32>'], ['{ [key: string]: Int32 }'], ['{ readonly [key: string]: Int32 }']])(
  '%s is a map',
  async (type) => {
    expect(await fieldSchema(type)).toEqual({
      type: 'object',
      additionalProperties: { type: 'integer', format: 'int32' },
    });
  },
);

test('a map of never is an object without properties', async () => {
  expect(await fieldSchema('Record<string, never>')).toEqual({ type: 'object' });
});
