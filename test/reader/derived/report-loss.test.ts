import { expect, test } from 'vitest';
import { fieldCodes, fieldSchema, read } from '../read-source.js';

const BASE = `
// +kubebuilder:validation:XValidation:rule="self.min <= self.max"
interface Base { min: Int32; max: Int32 }
`;
const REPEATED = '// +kubebuilder:validation:XValidation:rule="!has(self.min) || self.min > 0"';

test('a marker of the same name on the alias is the answer to the warning', async () => {
  const types = `${BASE}${REPEATED}\ntype Part = Partial<Base>;`;

  expect(await fieldCodes('Part', types)).toEqual([]);
  expect((await fieldSchema('Part', types))?.['x-kubernetes-validations']).toEqual([
    { rule: '!has(self.min) || self.min > 0' },
  ]);
});

test('so is one on the field, and on an interface that extends the type', async () => {
  expect(await fieldCodes('Partial<Base>', BASE, REPEATED)).toEqual([]);
  expect(await fieldCodes('Child', `${BASE}${REPEATED}\ninterface Child extends Partial<Base> {}`)).toEqual([]);
});

test('a marker of another name is not', async () => {
  const types = `${BASE}// +kubebuilder:validation:MinProperties=1\ntype Part = Partial<Base>;`;

  expect(await fieldCodes('Part', types)).toEqual(['type-rules-lost']);
});

test('the message names the type, the markers and the place where the type is used', async () => {
  const source = `export interface Row extends CustomResource<Spec> {}
${BASE}type Mine<T> = { [K in keyof T]?: T[K] };
export interface Spec {
  part?: Mine<Base>;
}`;
  const plan = await read(source);

  expect(plan.diagnostics).toHaveLength(1);
  expect(plan.diagnostics[0]).toMatchObject({
    severity: 'warning',
    code: 'type-rules-lost',
    message: expect.stringMatching(/"Mine<Base>".*XValidation of "Base"/) as string,
    excerpt: '  part?: Mine<Base>;',
  });
});
