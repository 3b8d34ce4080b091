import { expect, test } from 'vitest';
import { emitWebhooks } from '../../src/emitter/webhook.js';
import type { AdmissionWebhook } from '../../src/model/webhook.js';

const origin = { position: { file: 'a', line: 1, column: 1 }, excerpt: '' };
const webhook: AdmissionWebhook = {
  isMutating: true,
  name: 'm.kb.io',
  failurePolicy: 'Fail',
  sideEffects: 'None',
  groups: ['a'],
  resources: ['b'],
  verbs: ['CREATE'],
  versions: ['v1'],
  client: { path: '/m', serviceName: 's', serviceNamespace: 'n' },
  admissionReviewVersions: ['v1'],
  origin,
};

test('writes only configurations that have webhooks', () => {
  expect(emitWebhooks({ webhooks: [webhook], webhookConfigurations: [] }).map(({ kind }) => kind)).toEqual([
    'MutatingWebhookConfiguration',
  ]);
  expect(emitWebhooks({ webhooks: [], webhookConfigurations: [] })).toEqual([]);
});

test('takes the name from a marker', () => {
  const [configuration] = emitWebhooks({
    webhooks: [webhook],
    webhookConfigurations: [{ isMutating: true, name: 'mine', origin }],
  });

  expect(configuration).toMatchObject({ metadata: { name: 'mine' } });
});
