import { expect, test } from 'vitest';
import { explainMarker } from '../../../src/commands/manifests/manifests-explain.js';

test.each([['+kubebuilder:rbac'], ['kubebuilder:rbac:groups=apps'], ['// +kubebuilder:rbac'], ['rbac']])(
  'explains %s',
  (name) => {
    expect(explainMarker(name)).toMatch(/^\+kubebuilder:rbac/);
  },
);

test('suggests a name for an unknown marker', () => {
  expect(() => explainMarker('kubebuilder:validation:Minimun')).toThrow(
    expect.objectContaining({ code: 'not-found', fix: expect.stringContaining('Minimum') as string }) as Error,
  );
});
