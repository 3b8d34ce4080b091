import { expect, test } from 'vitest';
import { FIELD_EFFECTS } from '../../../src/markers/apply-field.js';
import { FIELD_MARKERS, TOPOLOGY_MARKERS } from '../../../src/markers/catalogue/field.js';

/** Read by the reader itself, not applied to a schema. */
const READ_ELSEWHERE = new Set([
  'required',
  'optional',
  'k8s:optional',
  'kubebuilder:validation:Required',
  'kubebuilder:validation:Optional',
  'kubebuilder:validation:Schemaless',
]);

test('every marker has an effect', () => {
  const effectless = [...FIELD_MARKERS, ...TOPOLOGY_MARKERS].filter(
    ({ name }) => FIELD_EFFECTS[name] === undefined && !READ_ELSEWHERE.has(name),
  );

  expect(effectless).toEqual([]);
});
