import { expect, test } from 'vitest';
import { read } from '../read-source.js';

const message = async (type: string, types = ''): Promise<string | undefined> => {
  const plan = await read(`export interface Row extends CustomResource<{ a: ${type} }> {}\n${types}`);
  return plan.diagnostics[0] && `${plan.diagnostics[0].message} / ${plan.diagnostics[0].fix ?? ''}`;
};

test.each([
  ['Duration', '', "import type { Duration } from 'kbts/runtime'"],
  ['Nope', '', '"Nope" is not declared'],
  ['PodSpek', "import type { PodSpek } from 'kbts/k8s';", '"kbts/k8s" has no type "PodSpek"'],
  ['E.Missing', 'enum E { A = "a" }', 'no member "Missing"'],
  ['value', 'const value = 1;', 'is a value, not a type'],
])('%s', async (type, types, expected) => {
  expect(await message(type, types)).toContain(expected);
});
