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

test.each([
  [{ sideEffects: undefined, patch: '`{"timeoutSeconds": 5}`' }, 'sideEffects is missing'],
  [{ patch: '`{"sideEffects": "Some"}`' }, 'sideEffects must be None'],
  [{ patch: '`{"timeoutSeconds": 31}`' }, 'timeoutSeconds must be between'],
  [{ groups: '{}' }, 'groups must not be empty'],
  [{ resources: '{}' }, 'resources must not be empty'],
  [{ versions: '{}' }, 'versions must not be empty'],
  [{ verbs: '{}' }, 'verbs must not be empty'],
])('what the patch makes of it is checked, and empty lists are: %o', async (change, message) => {
  const { diagnostics } = await hook(change);

  expect(diagnostics).toMatchObject([{ code: 'webhook-invalid', message: expect.stringContaining(message) as string }]);
});

test('a patch can bring what the marker leaves out', async () => {
  const { diagnostics, model } = await hook({ sideEffects: undefined, patch: '`{"sideEffects": "None"}`' });

  expect(diagnostics).toEqual([]);
  expect(model.webhooks).toHaveLength(1);
});
