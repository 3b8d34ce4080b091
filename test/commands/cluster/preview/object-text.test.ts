import { expect, test } from 'vitest';
import { objectTexts } from '../../../../src/commands/cluster/preview/object-text.js';
import { configMap } from '../embedded-cluster.js';

const secret = (data: Record<string, string>) => ({ ...configMap('s', 'default', data), kind: 'Secret' });

test('what the server counts, and the status, are not shown', () => {
  const noisy = {
    ...configMap('a', 'default', { k: 'v' }),
    metadata: {
      name: 'a',
      labels: { l: 'x' },
      resourceVersion: '7',
      uid: 'u',
      generation: 3,
      creationTimestamp: '2026-01-01T00:00:00Z',
      managedFields: [{ manager: 'kbts' }],
    },
    status: { ready: true },
  };

  expect(objectTexts(undefined, noisy)).toEqual({
    after: 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  labels:\n    l: x\ndata:\n  k: v\n',
  });
});

test('values of a Secret are never shown, only which of them change', () => {
  const { before, after } = objectTexts(
    secret({ same: 'aaaa', other: 'bbbb' }),
    secret({ same: 'aaaa', other: 'cccc' }),
  );

  expect(before).toContain('same: "***"\n  other: "*** (before)"');
  expect(after).toContain('same: "***"\n  other: "*** (after)"');
  expect(`${before}${after}`).not.toMatch(/aaaa|bbbb|cccc/);
});

test('nor are they shown where kubectl apply has copied them', () => {
  const applied = secret({ password: 'aaaa' });
  const copy = { 'kubectl.kubernetes.io/last-applied-configuration': '{"data":{"password":"aaaa"}}', other: 'kept' };
  const { before } = objectTexts({ ...applied, metadata: { ...applied.metadata, annotations: copy } }, undefined);

  expect(before).toContain('other: kept');
  expect(before).not.toContain('aaaa');
});
