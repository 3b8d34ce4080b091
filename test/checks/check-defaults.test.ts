import { expect, test } from 'vitest';
import { fieldCodes, read } from '../reader/read-source.js';

const DEFAULTED = 'export interface Inner {\n// +kubebuilder:default=1\nb?: Int32;\n}';

test('a default below an optional object without one is a note that says when it is filled in', async () => {
  const { diagnostics, files } = await read(
    `export interface Row extends CustomResource<Spec> {}\nexport interface Spec {\na?: Inner;\n}\n${DEFAULTED}`,
  );

  expect(files).toHaveLength(1);
  expect(diagnostics).toMatchObject([
    {
      code: 'default-unreachable',
      severity: 'note',
      message: 'the default of b is filled in only when spec.a is given',
    },
  ]);
});

test('an object with a default is fine', async () => {
  expect(await fieldCodes('Inner', DEFAULTED, '// +kubebuilder:default={}')).toEqual([]);
});

test('a required object is fine', async () => {
  expect(await fieldCodes('Inner', DEFAULTED, '// +required')).toEqual([]);
});

test.each(['Inner[]', 'Record<string, Inner>'])('items and values exist when they are given: %s', async (type) => {
  expect(await fieldCodes(type, DEFAULTED)).toEqual([]);
});

test('a default must name required fields, also those with a default of their own, because the server fills in none', async () => {
  const types = DEFAULTED.replace('b?:', 'b:');

  expect(await fieldCodes('Inner', types, '// +kubebuilder:default={}')).toEqual(['default-invalid']);
  expect(await fieldCodes('Inner', types, '// +kubebuilder:default={b: 1}')).toEqual([]);
});
