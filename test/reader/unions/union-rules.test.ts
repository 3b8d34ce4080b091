import { expect, test } from 'vitest';
import { fieldSchema } from '../read-source.js';

const TYPES = `
// +kubebuilder:validation:XValidation:rule="self.n > 0"
interface Base { n: Int32 }
interface A { kind: 'a'; x: string }
// +kubebuilder:validation:XValidation:rule="self.y != 'no'"
interface B { kind: 'b'; y: string }
`;

test('a rule of all branches stays as it is, one of a branch holds for that branch', async () => {
  const schema = await fieldSchema('Base & (A | B)', TYPES);
  const rules = schema?.['x-kubernetes-validations']?.map(({ rule }) => rule);

  expect(rules).toContain('self.n > 0');
  expect(rules).toContain(`!(self.kind == "b") || (self.y != 'no')`);
});
