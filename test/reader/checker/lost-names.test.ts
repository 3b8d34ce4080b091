import { expect, test } from 'vitest';
import { fieldCodes, fieldSchema } from '../read-source.js';

const TYPES = `
// +kubebuilder:validation:MaxLength=63
type Name = string;
type Plain = string;
type Unlist<T> = T extends readonly [infer V, ...unknown[]] ? V : never;
`;

test('a type that may have had markers is refused', async () => {
  expect(await fieldCodes('Unlist<[Name, Plain]>', TYPES)).toEqual(['type-unsupported']);
});

test('a type that had none is not', async () => {
  expect(await fieldSchema('Unlist<[Plain]>', TYPES)).toEqual({ type: 'string' });
});

test('markers on the field answer it', async () => {
  expect(await fieldCodes('Unlist<[Name, Plain]>', TYPES, '// +kubebuilder:validation:MaxLength=63')).toEqual([]);
});
