import { expect, test } from 'vitest';
import { fieldSchema } from '../read-source.js';

const TYPES = `
// +kubebuilder:validation:MaxLength=63
type Name = string;
interface A {
  /** The name. */
  name: Name;
  // +kubebuilder:validation:Minimum=3
  port?: Int32;
  _hidden: string;
}
type Public<T> = { [K in keyof T as K extends \`_\${string}\` ? never : K]: T[K] };
type Opposite<T> = { [K in keyof T as K extends \`_\${string}\` ? never : K]-?: T[K] };
class C { a = 1 as const; private b = 2; get c() { return 1; } d() {} }
`;

test('properties keep the docs, markers, aliases and presence of their declaration', async () => {
  expect(await fieldSchema('Public<A>', TYPES)).toEqual({
    type: 'object',
    properties: {
      name: { type: 'string', maxLength: 63, description: 'The name.' },
      port: { type: 'integer', format: 'int32', minimum: 3 },
    },
    required: ['name'],
  });
});

test('presence is that of the computed type', async () => {
  expect((await fieldSchema('Opposite<A>', TYPES))?.required).toEqual(['name', 'port']);
});

test('of a class only public data counts', async () => {
  expect((await fieldSchema('InstanceType<typeof C>', TYPES))?.properties).toEqual({
    a: { type: 'integer', enum: [1] },
  });
});
