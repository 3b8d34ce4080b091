/** OpenAPI v2 in protobuf; that kubectl reads it is shown by the differential tests. */
import { expect, test } from 'vitest';
import { builtinTypes } from '../../../src/plane/builtin/builtin-types.js';
import { openApiV2Bytes } from '../../../src/plane/openapi/openapi-v2-bytes.js';
import { openApiV2 } from '../../../src/plane/openapi/openapi-v2.js';
import { asBytes, entries } from '../../../src/plane/protobuf/wire.js';
import { ResourceRegistry } from '../../../src/plane/resources/resource-registry.js';

test('the bytes have every definition and path by name', () => {
  const registry = new ResourceRegistry();
  for (const type of builtinTypes()) registry.add(type);
  const made = openApiV2(registry);
  const fields = new Map([...entries(openApiV2Bytes(made))].map(([field, value]) => [field, asBytes(value)]));
  expect(fields.get(1)?.toString()).toBe('2.0');
  const names = (field: number): string[] =>
    [...entries(fields.get(field) ?? Buffer.alloc(0))].map(([, pair]) => {
      const [first] = [...entries(asBytes(pair))];
      return first === undefined ? '' : asBytes(first[1]).toString();
    });
  expect(names(8)).toEqual(Object.keys(made['paths'] as object));
  expect(names(9)).toEqual(Object.keys(made['definitions'] as object));
});
