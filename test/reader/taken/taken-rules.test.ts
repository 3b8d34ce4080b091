import { expect, test } from 'vitest';
import { fieldSchema, read } from '../read-source.js';

test('a property without a schema gives a type without one', async () => {
  const types = `interface Server {
// +kubebuilder:validation:Schemaless
// +kubebuilder:pruning:PreserveUnknownFields
any: Map<string, string> }`;

  expect(await fieldSchema("Server['any']", types)).toEqual({ 'x-kubernetes-preserve-unknown-fields': true });
});

test('an immutable property gives an immutable field, which cannot be removed either', async () => {
  const { model } = await read(`export interface Row extends CustomResource<Spec> {}
interface Server {
  // +k8s:immutable
  zone: string }
export interface Spec { zone?: Server['zone'] }`);
  const spec = model.kinds[0]?.schema.properties?.['spec'];

  expect(spec?.properties?.['zone']?.['x-kubernetes-validations']).toHaveLength(1);
  expect(spec?.['x-kubernetes-validations']).toEqual([
    { rule: '!has(oldSelf.zone) || has(self.zone)', message: 'field zone is immutable once set' },
  ]);
});

test('the markers of the field come on top', async () => {
  const types = 'interface Server {\n// +kubebuilder:validation:Minimum=1\nport: Int32 }';

  expect(await fieldSchema("Server['port']", types, '// +kubebuilder:validation:Minimum=5')).toMatchObject({
    minimum: 5,
  });
});

test('the message names the property, its markers and the union', async () => {
  const { diagnostics } = await read(`export interface Row extends CustomResource<Spec> {}
interface Server {
  // +kubebuilder:validation:XValidation:rule="self != 'c'"
  mode: 'a' | 'b' }
export interface Spec {
  mode?: Server['mode'] | 'c';
}`);

  expect(diagnostics).toEqual([
    expect.objectContaining({
      severity: 'warning',
      code: 'type-rules-lost',
      message: expect.stringMatching(/"mode".*XValidation/) as string,
      excerpt: "  mode?: Server['mode'] | 'c';",
    }),
  ]);
});
