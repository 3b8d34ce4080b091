import { expect, test } from 'vitest';
import { fieldCodes } from '../reader/read-source.js';

const V = '// +kubebuilder:validation:';

test.each([
  ['{ name: string }[]', '// +listType=map', 'list-map-invalid'],
  ['{ name?: string }[]', '// +listType=map\n// +listMapKey=name', 'list-map-invalid'],
  ['{ name: string[] }[]', '// +listType=map\n// +listMapKey=name', 'list-map-invalid'],
  ['{ a: string }[]', '// +listType=set', 'list-set-invalid'],
  ['string', `${V}MaxLength=1\n// +kubebuilder:default=abc`, 'default-invalid'],
  ['{ b: string }', '// +kubebuilder:default={c: d}', 'default-invalid'],
  ['string', `${V}MinLength=5\n${V}MaxLength=2`, 'bounds-contradict'],
  ['string', `${V}XEmbeddedResource`, 'schema-no-type'],
])('%s with %s: %s', async (type, markers, code) => {
  expect(await fieldCodes(type, '', markers)).toContain(code);
});

test.each([
  ['{ name: string; port?: Int32 }[]', '// +listType=map\n// +listMapKey=name'],
  ['Thing[]', '// +listType=set'],
  ['{ b: string; c?: Int32 }', '// +kubebuilder:default={b: x}'],
])('%s with %s is fine', async (type, markers) => {
  expect(await fieldCodes(type, '// +structType=atomic\nexport interface Thing { x?: string }', markers)).toEqual([]);
});
