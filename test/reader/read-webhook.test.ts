import { expect, test } from 'vitest';
import { read } from './read-source.js';

const BASE = {
  mutating: 'true',
  failurePolicy: 'fail',
  sideEffects: 'None',
  groups: 'a',
  resources: 'b',
  verbs: 'create',
  versions: 'v1',
  name: 'm.kb.io',
  admissionReviewVersions: 'v1',
  path: '/m',
};
const hook = async (change: Record<string, string | undefined>) => {
  const parts = Object.entries({ ...BASE, ...change }).filter(([, value]) => value !== undefined);
  return read(
    `// +kubebuilder:webhook:${parts.map(([key, value]) => `${key}=${value ?? ''}`).join(',')}\n\nexport {};`,
  );
};

test('values are read in any case', async () => {
  const { model } = await hook({
    failurePolicy: 'IGNORE',
    matchPolicy: 'exact',
    sideEffects: 'noneondryrun',
    verbs: 'Create;DELETE',
    reinvocationPolicy: 'ifneeded',
  });

  expect(model.webhooks).toMatchObject([
    {
      failurePolicy: 'Ignore',
      matchPolicy: 'Exact',
      sideEffects: 'NoneOnDryRun',
      verbs: ['CREATE', 'DELETE'],
      reinvocationPolicy: 'IfNeeded',
    },
  ]);
});

test.each<[string, Record<string, string | undefined>]>([
  ['no side effects', { sideEffects: undefined }],
  ['some side effects', { sideEffects: 'Some' }],
  ['an unknown policy', { failurePolicy: 'maybe' }],
  ['an unknown verb', { verbs: 'read' }],
  ['all verbs and one more', { verbs: '*;create' }],
  ['a long timeout', { timeoutSeconds: '31' }],
  ['path and url', { url: '"https://a"' }],
  ['neither path nor url', { path: undefined }],
  ['a plain url', { path: undefined, url: '"http://a"' }],
  ['an old version', { webhookVersions: 'v1beta1' }],
  ['a patch that is no JSON', { patch: '`{`' }],
  ['reinvocation when validating', { mutating: 'false', reinvocationPolicy: 'Never' }],
])('%s is refused', async (_, change) => {
  expect((await hook(change)).diagnostics.map(({ code }) => code)).toContain('webhook-invalid');
});
