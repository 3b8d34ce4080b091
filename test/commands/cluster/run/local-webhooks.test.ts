import { X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { deploymentLabel } from '../../../../src/commands/cluster/inventory/inventory.js';
import { callsOf, serveFromHere } from '../../../../src/commands/cluster/run/local-webhooks.js';
import { ValidatingWebhookConfiguration } from '../../../../src/k8s/admissionregistration/v1/index.js';
import { CustomResourceDefinition } from '../../../../src/k8s/apiextensions/v1/index.js';
import type { KubeObject } from '../../../../src/runtime/object/meta.js';
import { configMap, embeddedCluster, widgetCrd } from '../embedded-cluster.js';
import { markAsEnded } from '../redirection/ended-run.js';

const service = { namespace: 'system', name: 'webhook-service', path: '/validate' };
const configuration = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingWebhookConfiguration',
  metadata: { name: 'hooks' },
  webhooks: [{ name: 'v.kb.io', clientConfig: { service }, sideEffects: 'None', admissionReviewVersions: ['v1'] }],
} as KubeObject;
const conversion = {
  strategy: 'Webhook',
  webhook: { clientConfig: { service: { ...service, path: '/convert' } }, conversionReviewVersions: ['v1'] },
};

test('only objects that tell the API server whom to call are concerned', () => {
  const objects = [configMap('a', 'b'), configuration, widgetCrd(), widgetCrd({ conversion })];

  expect(callsOf(objects)).toEqual([objects[1], objects[3]]);
});

test('webhooks and conversions point here with a certificate for this host, and back again at the end', async () => {
  await using embedded = await embeddedCluster();
  const { client } = embedded.cluster;
  await client.apply(widgetCrd(), { fieldManager: 'kbts' });
  const crd = { name: 'widgets.example.com' };

  const webhooks = await serveFromHere(embedded.cluster, [configuration, widgetCrd({ conversion })], {
    project: 'shop',
    host: 'host.example.com',
    port: 9443,
  });

  const pointed = await client.get(ValidatingWebhookConfiguration, { name: 'hooks' });
  const converted = await client.get(CustomResourceDefinition, crd);
  const cert = new X509Certificate(await readFile(path.join(webhooks.endpoint.certDir, 'tls.crt')));
  expect(pointed.webhooks?.[0]?.clientConfig.url).toBe('https://host.example.com:9443/validate');
  expect(converted.spec.conversion?.webhook?.clientConfig?.url).toBe('https://host.example.com:9443/convert');
  expect(cert.checkHost('host.example.com')).toBe('host.example.com');

  await webhooks[Symbol.asyncDispose]();

  expect(await client.find(ValidatingWebhookConfiguration, { name: 'hooks' })).toBeUndefined();
  expect((await client.get(CustomResourceDefinition, crd)).spec.conversion).toMatchObject({ strategy: 'None' });
  expect(existsSync(webhooks.endpoint.certDir)).toBe(false);
});

test.each([
  ['deleted, when nobody deployed it', {}, undefined],
  ['called at its Service again, when it was deployed', { [deploymentLabel]: 'system.guestbook' }, service.name],
])('what a killed run left behind is %s', async (_title, labels, calledNow) => {
  await using embedded = await embeddedCluster();
  const { client } = embedded.cluster;
  const deployed = { ...configuration, metadata: { name: 'hooks', labels } };
  if (calledNow !== undefined) await client.apply(deployed, { fieldManager: 'kbts' });
  // Never disposed of, and nothing listens on its port.
  const killed = await serveFromHere(embedded.cluster, [configuration], { project: 'shop' });
  await markAsEnded(client, 'hooks');

  const next = await serveFromHere(embedded.cluster, [configuration], {
    project: 'shop',
    host: 'host.example.com',
    port: 9443,
  });
  await next[Symbol.asyncDispose]();

  const left = await client.find(ValidatingWebhookConfiguration, { name: 'hooks' });
  expect(left?.webhooks?.[0]?.clientConfig.service?.name).toBe(calledNow);
  expect(left?.webhooks?.[0]?.clientConfig.url).toBeUndefined();
  await rm(killed.endpoint.certDir, { recursive: true });
});

test('without a host, the address that the API server sees is taken', async () => {
  await using embedded = await embeddedCluster();

  await using webhooks = await serveFromHere(embedded.cluster, [], { project: 'shop' });

  expect(webhooks.endpoint.host).toBe('127.0.0.1');
  expect(webhooks.endpoint.port).toBeGreaterThan(0);
});
