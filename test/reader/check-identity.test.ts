import { expect, test } from 'vitest';
import { read } from './read-source.js';

const codes = async (members: string): Promise<string[]> => {
  const { diagnostics } = await read(`export interface Row extends CustomResource<{ a: string }> { ${members} }\n`);
  return diagnostics.map(({ code, message }) => `${code}: ${message}`);
};

test('literal names that are right are fine', async () => {
  expect(await codes("apiVersion: 'test.kbts.dev/v1'; kind: 'Row'")).toEqual([]);
});

test('plain strings are fine', async () => {
  expect(await codes('apiVersion: string; kind: string')).toEqual([]);
});

test.each([
  ["apiVersion: 'test.kbts.dev/v2'", 'apiVersion', '"test.kbts.dev/v2"', '"test.kbts.dev/v1"'],
  ["kind: 'Rows'", 'kind', '"Rows"', '"Row"'],
  ["kind: 'A' | 'B'", 'kind', '"A" or "B"', '"Row"'],
])('%s is a warning that names the right one', async (members, field, given, right) => {
  expect(await codes(members)).toEqual([`kind-mismatch: the type of ${field} is ${given}, but the kind is ${right}`]);
});

test('the warning stands at the field, and the CRD is made', async () => {
  const { diagnostics, files } = await read(
    "export interface Row extends CustomResource<{ a: string }> {\n  kind: 'Rows';\n}\n",
  );

  expect(diagnostics.map(({ severity, position }) => [severity, position?.column])).toEqual([['warning', 3]]);
  expect(files).toHaveLength(1);
});
