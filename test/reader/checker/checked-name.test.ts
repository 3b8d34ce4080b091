import { expect, test } from 'vitest';
import { fieldSchema } from '../read-source.js';

const TYPES = `
/** A colour. */
// +kubebuilder:validation:MinLength=3
type Colour = 'red' | 'blue';
interface Box<T> { value: T }
enum Phase { A = 'a', B = 'b' }
type Unbox<T> = T extends Box<infer V> ? V : never;
namespace Inner { export interface Deep { phase: Phase; x: Local } interface Local { y: string } }
`;

test('aliases of unions keep their docs and markers', async () => {
  expect(await fieldSchema('Unbox<Box<Colour>>', TYPES)).toEqual({
    type: 'string',
    enum: ['red', 'blue'].sort(),
    minLength: 3,
    description: 'A colour.',
  });
});

test('flavours of numbers are kept', async () => {
  expect(await fieldSchema('Unbox<Box<Int64>>', TYPES)).toEqual({ type: 'integer', format: 'int64' });
});

test('an interface, an enum and what is inside a namespace are found by name', async () => {
  expect(await fieldSchema('Inner.Deep', TYPES)).toEqual({
    type: 'object',
    properties: {
      phase: { type: 'string', enum: ['a', 'b'] },
      x: { type: 'object', properties: { y: { type: 'string' } }, required: ['y'] },
    },
    required: ['phase', 'x'],
  });
});

test("a type of Kubernetes keeps the API server's schema", async () => {
  const types = `${TYPES}\nimport type { Toleration } from 'kbts/k8s';`;

  expect(await fieldSchema('Unbox<Box<Toleration>>', types)).toEqual(await fieldSchema('Toleration', types));
});
