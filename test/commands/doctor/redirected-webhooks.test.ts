import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { deploymentLabel } from '../../../src/commands/cluster/inventory/inventory.js';
import { serveFromHere } from '../../../src/commands/cluster/run/local-webhooks.js';
import { checkRedirected, redirectedFindings } from '../../../src/commands/doctor/redirected-webhooks.js';
import { ValidatingWebhookConfiguration } from '../../../src/k8s/admissionregistration/v1/index.js';
import type { KubeObject } from '../../../src/runtime/object/meta.js';
import { embeddedCluster } from '../cluster/embedded-cluster.js';
import { markAsEnded } from '../cluster/redirection/ended-run.js';

const service = { namespace: 'system', name: 'webhook-service', path: '/validate' };
const deployed = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingWebhookConfiguration',
  metadata: { name: 'hooks', labels: { [deploymentLabel]: 'system.shop' } },
  webhooks: [{ name: 'v.kb.io', clientConfig: { service }, sideEffects: 'None', admissionReviewVersions: ['v1'] }],
} as KubeObject;

test('what a killed run left is a problem, and is repaired when asked', async () => {
  await using embedded = await embeddedCluster();
  const { client } = embedded.cluster;
  const look = async (fix: boolean) => (await redirectedFindings(client, 'shop', { fix })).map(({ status }) => status);
  await client.apply(deployed, { fieldManager: 'kbts' });
  expect(await look(false)).toEqual(['ok']);
  const run = await serveFromHere(embedded.cluster, [deployed], { project: 'shop' });
  expect(await look(true)).toEqual(['warning']);
  await markAsEnded(client, 'hooks');
  expect(await look(false)).toEqual(['problem']);
  expect(await look(true)).toEqual(['ok']);
  const { webhooks } = await client.get(ValidatingWebhookConfiguration, { name: 'hooks' });
  expect(webhooks?.[0]?.clientConfig).toMatchObject({ service });
  await rm(run.endpoint.certDir, { recursive: true });
});

test('a cluster that cannot be asked is a warning', async () => {
  const findings = await checkRedirected('shop', { env: { KUBECONFIG: '/dev/null' }, fix: false });
  expect(findings).toMatchObject([{ check: 'webhooks', status: 'warning' }]);
});
