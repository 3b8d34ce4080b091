import { expect, test } from 'vitest';
import { resolveMarker } from '../../src/markers/resolve.js';

test.each([
  ['+kubebuilder:validation:minimun=1', 'marker-unknown', 'kubebuilder:validation:Minimum'],
  ['+kubebuilder:validation:enum=a', 'marker-unknown', 'kubebuilder:validation:Enum'],
  ['+kubebuilder:validation:nullable', 'marker-unknown', 'nullable'],
  ['+kubebuilder:validation:Minimum = 1', 'marker-unknown', 'kubebuilder:validation:Minimum'],
  ['+listtype=map', 'marker-unknown', 'listType'],
])('%s gets a suggestion', (text, code, suggestion) => {
  const resolution = resolveMarker(text, 'field');

  expect(resolution).toMatchObject({
    kind: 'problem',
    problem: { code, fix: expect.stringContaining(suggestion) as string },
  });
});

test('a marker in the wrong place is told where it belongs', () => {
  expect(resolveMarker('+kubebuilder:resource:path=x', 'field')).toMatchObject({
    kind: 'problem',
    problem: { code: 'marker-misplaced', fix: 'it belongs on a type' },
  });
});

test.each([
  ['+genclient'],
  ['+kubebuilder:scaffold:imports'],
  ['+k8s:openapi-gen=true'],
  ['+kubebuilder:object:generate=true'],
  ['+todo later'],
  ['+protobuf=true'],
])('%s is no business of ours', (text) => {
  expect(resolveMarker(text, 'type').kind).toBe('ignored');
});
