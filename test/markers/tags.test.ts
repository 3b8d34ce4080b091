import { expect, test } from 'vitest';
import { readTag, readTagValue, valueMarker } from '../../src/markers/tags.js';
import type { JsonSchema } from '../../src/model/schema.js';

const names = (name: string, text: string): string[] => {
  const meaning = readTag(name, text);
  return meaning.kind === 'markers' ? meaning.markers.map(({ definition }) => definition.name) : [meaning.kind];
};

test.each([
  ['minimum', '1', ['kubebuilder:validation:Minimum']],
  ['exclusiveMinimum', '0', ['kubebuilder:validation:Minimum', 'kubebuilder:validation:ExclusiveMinimum']],
  ['exclusiveMaximum', '', ['kubebuilder:validation:ExclusiveMaximum']],
  ['cel', "self != '' -- not empty", ['kubebuilder:validation:XValidation']],
  ['immutable', '', ['k8s:immutable']],
  ['see', 'https://example.com', ['kubebuilder:externalDocs']],
  ['see', 'Other', ['other']],
  ['internal', '', ['hidden']],
  ['deprecated', 'old', ['deprecated']],
  ['default', '1', ['value']],
  ['param', 'x', ['other']],
  ['minLength', 'few', ['wrong']],
  ['pattern', '', ['wrong']],
])('@%s %s', (name, text, expected) => {
  expect(names(name, text)).toEqual(expected);
});

test.each<[string, JsonSchema, unknown]>([
  ['1', { type: 'integer' }, { value: 1 }],
  ['"a b"', { type: 'string' }, { value: 'a b' }],
  ['word', { type: 'string' }, { value: 'word' }],
  ['5', { type: 'string' }, { value: '5' }],
  ['c', { type: 'string', enum: ['a'] }, undefined],
  ['the usual', { type: 'string' }, undefined],
  ['[1]', { type: 'array' }, { value: [1] }],
])('the value %s', (text, schema, expected) => {
  expect(readTagValue(text, schema)).toEqual(expected);
});

test('a value stands for a marker', () => {
  expect(valueMarker('default', 1)).toMatchObject({ definition: { name: 'kubebuilder:default' } });
});
