import { expect, test } from 'vitest';
import { operatorParts } from '../../../src/ship/operator.js';
import { webhookDefinitions, WebhookProblem, withOlmConversion } from '../../../src/ship/bundle/webhook-definitions.js';
import { crd, deployment, object, webhooks, webhookService } from './operator-objects.js';

const clientConfig = { service: { name: 'shop-webhook-service', namespace: 'shop-system', path: '/convert' } };
const conversion = { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } };

test('a webhook is described by the Deployment behind its Service, and the Service is left to OLM', () => {
  const service = webhookService();
  const parts = operatorParts([
    deployment(),
    service,
    webhooks('Validating', { failurePolicy: 'Fail', timeoutSeconds: 5 }),
  ]);
  const found = webhookDefinitions(parts);
  expect(found.definitions).toEqual([
    {
      type: 'ValidatingAdmissionWebhook',
      generateName: 'vcart.kb.io',
      deploymentName: 'shop-controller-manager',
      containerPort: 443,
      targetPort: 9443,
      webhookPath: '/check',
      admissionReviewVersions: ['v1'],
      failurePolicy: 'Fail',
      rules: [],
      sideEffects: 'None',
      timeoutSeconds: 5,
    },
  ]);
  expect([...found.replaced]).toEqual([service]);
});

test('conversions name their CRDs, and the CRD asks the Service that OLM makes', () => {
  const converted = crd([{ name: 'v1' }], conversion);
  const parts = operatorParts([deployment(), webhookService(), converted]);
  const { definitions } = webhookDefinitions(parts);
  expect(definitions).toMatchObject([
    { type: 'ConversionWebhook', conversionCRDs: ['carts.shop.acme.io'], webhookPath: '/convert', sideEffects: 'None' },
  ]);
  expect(withOlmConversion(converted, definitions)).toMatchObject({
    spec: { conversion: { webhook: { clientConfig: { service: { name: 'shop-controller-manager-service' } } } } },
  });
});

test('notes of cert-manager leave a CRD, others stay', () => {
  const noted = crd([]);
  const annotations = { 'cert-manager.io/inject-ca-from': 'a/b', mine: 'c' };
  const { metadata } = withOlmConversion({ ...noted, metadata: { ...noted.metadata, annotations } }, []);
  expect(metadata).toEqual({ name: 'carts.shop.acme.io', annotations: { mine: 'c' } });
});

test('what a CSV has no place for is said aloud', () => {
  const more = { namespaceSelector: { matchLabels: { a: 'b' } }, matchConditions: [{ name: 'x', expression: 'true' }] };
  const { warnings } = webhookDefinitions(operatorParts([deployment(), webhookService(), webhooks('Mutating', more)]));
  expect(warnings).toEqual([expect.stringContaining('namespaceSelector'), expect.stringContaining('matchConditions')]);
});

test.each([
  ['no Service', []],
  [
    'a Service that selects nothing',
    [object('v1', 'Service', 'shop-webhook-service', { spec: { selector: { app: 'x' }, ports: [{ port: 443 }] } })],
  ],
  [
    'a Service without the port',
    [object('v1', 'Service', 'shop-webhook-service', { spec: { selector: { app: 'shop' }, ports: [{ port: 80 }] } })],
  ],
])('a webhook with %s is an error', (_, services) => {
  const parts = operatorParts([deployment(), ...services, webhooks('Mutating')]);
  expect(() => webhookDefinitions(parts)).toThrow(WebhookProblem);
});
