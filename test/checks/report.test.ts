import { expect, test } from 'vitest';
import { at } from '../../src/checks/report.js';
import { read } from '../reader/read-source.js';

test('a finding points at the marker that is to blame', async () => {
  const plan = await read(
    'export interface Row extends CustomResource<{\n  // +kubebuilder:validation:Maximum=3\n  // +kubebuilder:default=5\n  a?: Int32;\n}> {}',
  );

  expect(plan.diagnostics).toMatchObject([
    { code: 'default-invalid', position: { line: 6, column: 6 }, excerpt: '  // +kubebuilder:default=5' },
  ]);
});

test('without a place it has none', () => {
  expect(at(undefined, { severity: 'error', code: 'syntax', message: 'm' })).toEqual({
    severity: 'error',
    code: 'syntax',
    message: 'm',
  });
});
