import { expect, test } from 'vitest';
import { applySchemaMarkers } from '../../src/markers/apply-schema.js';
import { resolveMarker, type ResolvedMarker } from '../../src/markers/resolve.js';
import type { JsonSchema } from '../../src/model/schema.js';

function apply(base: JsonSchema, ...texts: string[]) {
  const markers = texts.map((text): ResolvedMarker => {
    const resolution = resolveMarker(text, 'field');
    if (resolution.kind !== 'marker') throw new Error(text);
    return resolution.marker;
  });
  return applySchemaMarkers(base, markers);
}

test('runs by priority, then by source order', () => {
  const { own } = apply(
    { type: 'array', items: { type: 'object' } },
    '+listMapKey=b',
    '+listType=map',
    '+listMapKey=a',
    '+listMapKey=b',
  );

  expect(own).toEqual({ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['b', 'a'] });
});

test('says which marker set a keyword', () => {
  const { sources } = apply(
    { type: 'integer' },
    '+kubebuilder:validation:Minimum=1',
    '+kubebuilder:validation:Maximum=2',
  );

  expect(sources.get('maximum')?.definition.name).toBe('kubebuilder:validation:Maximum');
});

test('applies items markers to the items', () => {
  expect(
    apply({ type: 'array', items: { type: 'string' } }, '+kubebuilder:validation:items:MaxLength=2').items,
  ).toEqual({ maxLength: 2 });
});

test.each([
  ['string', '+kubebuilder:validation:Minimum=1'],
  ['integer', '+kubebuilder:validation:Minimum=1.5'],
  ['integer', '+kubebuilder:validation:MaxLength=1'],
  ['integer', '+kubebuilder:validation:MultipleOf=0'],
  ['string', '+listType=set'],
  ['string', '+kubebuilder:validation:Enum=1;2'],
  ['string', '+kubebuilder:validation:items:MaxLength=1'],
  ['array', '+kubebuilder:validation:UniqueItems=true'],
  ['string', '+mapType=atomic'],
  ['string', '+default=unquoted'],
  ['string', '+kubebuilder:title=5'],
  ['string', '+kubebuilder:validation:XValidation:rule="true",reason=Whatever'],
  ['string', '+kubebuilder:validation:Type=text'],
  ['string', '+kubebuilder:externalDocs:url="no url"'],
])('on type %s, %s does not fit', (type, text) => {
  expect(apply({ type }, text).problems).toHaveLength(1);
});
