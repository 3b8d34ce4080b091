import { expect, test } from 'vitest';
import { fieldSchema } from '../read-source.js';

test('rules of base types hold, after those of the type', async () => {
  const types =
    '// +kubebuilder:validation:XValidation:rule="self.a != \'\'"\ninterface B { a: string }\n// +kubebuilder:validation:XValidation:rule="self.c != \'\'"\ninterface D extends B { c: string }';

  expect((await fieldSchema('D', types))?.['x-kubernetes-validations']?.map(({ rule }) => rule)).toEqual([
    "self.c != ''",
    "self.a != ''",
  ]);
});

test('an alias adds docs and markers to its target', async () => {
  const types =
    '/** Inner. */\n// +kubebuilder:validation:MinLength=1\ntype In = string;\n/** Outer. */\n// +kubebuilder:validation:MaxLength=9\ntype Out = In;';

  expect(await fieldSchema('Out', types)).toEqual({
    type: 'string',
    minLength: 1,
    maxLength: 9,
    description: 'Outer.',
  });
});
