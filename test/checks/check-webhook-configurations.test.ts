import { expect, test } from 'vitest';
import { checkWebhookConfigurations } from '../../src/checks/check-webhook-configurations.js';
import type { AdmissionWebhook } from '../../src/model/webhook.js';

const origin = { position: { file: 'guestbook.webhook.ts', line: 3, column: 1 }, excerpt: '' };

function emitted(kind: string, webhook: Record<string, unknown>) {
  return {
    path: 'config/webhook/manifests.yaml',
    text: '',
    objects: [
      {
        kind,
        webhooks: [
          {
            name: 'a.b.c',
            admissionReviewVersions: ['v1'],
            clientConfig: { service: { name: 'a', namespace: 'b', path: '/validate' } },
            rules: [{ apiGroups: ['apps'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['deployments'] }],
            sideEffects: 'None',
            ...webhook,
          },
        ],
      },
    ],
  };
}

test.each([
  ['ValidatingWebhookConfiguration', {}, []],
  ['ValidatingWebhookConfiguration', { timeoutSeconds: 31 }, ['webhooks[0].timeoutSeconds']],
  ['MutatingWebhookConfiguration', { reinvocationPolicy: 'Always' }, ['webhooks[0].reinvocationPolicy']],
  ['ValidatingWebhookConfiguration', { admissionReviewVersions: ['v2'] }, ['webhooks[0].admissionReviewVersions']],
  ['Deployment', { timeoutSeconds: 31 }, []],
])('%s with %j', (kind, webhook, fields) => {
  const isMutating = kind.startsWith('Mutating');
  const webhooks = [{ name: 'a.b.c', isMutating, origin }] as unknown as AdmissionWebhook[];
  const found = checkWebhookConfigurations([emitted(kind, webhook)], { webhooks });

  expect(found).toHaveLength(fields.length);
  for (const [index, field] of fields.entries()) {
    expect(found[index]).toMatchObject({ code: 'webhook-invalid', position: origin.position });
    expect(found[index]?.message).toContain(field);
  }
});
