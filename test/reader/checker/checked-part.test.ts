import { expect, test } from 'vitest';
import { fieldSchema } from '../read-source.js';

test('a type below a condition keeps its name', async () => {
  const types = 'interface Server { port: Int32 }';

  expect(
    await fieldSchema(
      "true extends true ? Record<string, Server['port'] extends number ? Server['port'] : never> : never",
      types,
    ),
  ).toEqual({ type: 'object', additionalProperties: { type: 'integer', format: 'int32' } });
});
