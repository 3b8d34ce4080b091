import { expect, test } from 'vitest';
import { fieldCodes, fieldSchema } from '../reader/read-source.js';

const V = '// +kubebuilder:validation:';

test.each([
  ['MaxLength=9', 'self.all(key, key.size() <= 9)', 'keys must have at most 9 characters'],
  ['MinLength=2', 'self.all(key, key.size() >= 2)', 'keys must have at least 2 characters'],
  ['Pattern=`^"a\\d$`', 'self.all(key, key.matches("^\\"a\\\\d$"))', 'keys must match ^"a\\d$'],
  ['Enum=a;b', 'self.all(key, key in ["a", "b"])', 'keys must be one of a, b'],
])('keys:%s is a rule', async (marker, rule, message) => {
  const schema = await fieldSchema('Record<string, string>', '', `${V}MaxProperties=9\n${V}keys:${marker}`);

  expect(schema?.['x-kubernetes-validations']).toEqual([{ rule, message }]);
});

test.each([
  ['string[]', 'keys:MaxLength=9'],
  ['{ a: string }', 'keys:MaxLength=9'],
  ['Record<string, string>', 'keys:Enum=1;2'],
  ['string[]', 'values:MaxLength=9'],
  ['Record<string, string>', 'values:Maximum=9'],
])('on %s, %s does not fit', async (type, marker) => {
  expect(await fieldCodes(type, '', V + marker)).toContain('marker-mismatch');
});

test('values: says something of the values of a map, whether the type is named or not', async () => {
  const named = await fieldSchema('Names', 'export type Names = Record<string, string>;', `${V}values:MaxLength=9`);
  const plain = await fieldSchema('Record<string, string>', '', `${V}values:MaxLength=9`);

  expect(plain).toEqual({ type: 'object', additionalProperties: { type: 'string', maxLength: 9 } });
  expect(named).toEqual(plain);
});
