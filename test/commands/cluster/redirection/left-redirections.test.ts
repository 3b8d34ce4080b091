import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deploymentLabel } from '../../../../src/commands/cluster/inventory/inventory.js';
import { findRedirected, repairRedirected } from '../../../../src/commands/cluster/redirection/left-redirections.js';
import { redirectAnnotation } from '../../../../src/commands/cluster/redirection/redirection.js';
import { type LocalWebhooks, serveFromHere } from '../../../../src/commands/cluster/run/local-webhooks.js';
import { ValidatingWebhookConfiguration } from '../../../../src/k8s/admissionregistration/v1/index.js';
import { CustomResourceDefinition } from '../../../../src/k8s/apiextensions/v1/index.js';
import type { Client } from '../../../../src/runtime/client/client.js';
import { dynamicKind } from '../../../../src/runtime/object/kind.js';
import type { KubeObject } from '../../../../src/runtime/object/meta.js';
import { type EmbeddedCluster, embeddedCluster, widgetCrd } from '../embedded-cluster.js';
import { markAsEnded } from './ended-run.js';

const service = { namespace: 'system', name: 'webhook-service', path: '/validate' };
const configuration = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingWebhookConfiguration',
  metadata: { name: 'hooks' },
  webhooks: [{ name: 'v.kb.io', clientConfig: { service }, sideEffects: 'None', admissionReviewVersions: ['v1'] }],
} as KubeObject;
const deployed = { ...configuration, metadata: { name: 'hooks', labels: { [deploymentLabel]: 'system.shop' } } };

let embedded: EmbeddedCluster;
let client: Client;
const served: LocalWebhooks[] = [];
beforeAll(async () => {
  embedded = await embeddedCluster();
  ({ client } = embedded.cluster);
});
afterAll(async () => {
  for (const { endpoint } of served) await rm(endpoint.certDir, { recursive: true, force: true });
  await embedded?.[Symbol.asyncDispose]();
});
beforeEach(async () => {
  for (const { gvk } of [ValidatingWebhookConfiguration, CustomResourceDefinition]) {
    const kind = dynamicKind(gvk);
    for (const { metadata } of (await client.list(kind)).items) await client.delete({ kind, name: metadata.name });
  }
});

async function redirect(objects: readonly KubeObject[] = [configuration], project = 'shop'): Promise<void> {
  served.push(await serveFromHere(embedded.cluster, objects, { project }));
}

async function repaired(): Promise<string[]> {
  const warnings: string[] = [];
  await repairRedirected(client, 'shop', { progress: { warn: (text) => void warnings.push(text) } });
  return warnings;
}

const callsNow = async () =>
  (await client.find(ValidatingWebhookConfiguration, { name: 'hooks' }))?.webhooks?.[0]?.clientConfig;

test('what a killed run left calls its Service again, has no mark, and the next deploy has no conflict', async () => {
  await client.apply(deployed, { fieldManager: 'kbts' });
  await redirect();
  await markAsEnded(client, 'hooks');

  expect(await repaired()).toHaveLength(1);

  expect(await callsNow()).toMatchObject({ service });
  const { metadata } = await client.get(ValidatingWebhookConfiguration, { name: 'hooks' });
  expect(metadata.annotations?.[redirectAnnotation]).toBeUndefined();
  await client.apply(deployed, { fieldManager: 'kbts' });
  expect(await repaired()).toEqual([]);
});

test('a configuration that only the killed run made is deleted', async () => {
  await redirect();
  await markAsEnded(client, 'hooks');
  await repaired();
  expect(await callsNow()).toBeUndefined();
});

test('a conversion is switched back, and the CRD is never deleted', async () => {
  const webhook = { clientConfig: { service: { ...service, path: '/convert' } }, conversionReviewVersions: ['v1'] };
  const name = 'widgets.example.com';
  await client.apply(widgetCrd(), { fieldManager: 'kbts' });
  await redirect([widgetCrd({ conversion: { strategy: 'Webhook', webhook } })]);
  const crd = await client.get(CustomResourceDefinition, { name });
  const mark = JSON.parse(crd.metadata.annotations?.[redirectAnnotation] ?? '') as object;
  const annotations = { [redirectAnnotation]: JSON.stringify({ ...mark, started: 'earlier' }) };
  await client.patch({ kind: CustomResourceDefinition, name }, { type: 'merge', body: { metadata: { annotations } } });

  await repaired();

  expect((await client.get(CustomResourceDefinition, { name })).spec.conversion).toMatchObject({ strategy: 'None' });
});

test('a run that works is reported and left alone; so is one of another project, without a word', async () => {
  await redirect();
  const before = await callsNow();
  expect(await repaired()).toEqual([expect.stringContaining(`process ${process.pid}`)]);
  expect(await callsNow()).toEqual(before);
  await markAsEnded(client, 'hooks', { project: 'other' });
  expect(await repaired()).toEqual([]);
  expect(await callsNow()).toEqual(before);
});

test('a run that takes over from a killed one puts back what was there before both', async () => {
  await client.apply(deployed, { fieldManager: 'kbts' });
  await redirect();
  await markAsEnded(client, 'hooks');
  await redirect();
  const [one] = await findRedirected(client, 'shop');
  expect(one?.redirection?.original).toMatchObject([{ clientConfig: { service } }]);

  await served.at(-1)?.[Symbol.asyncDispose]();

  expect(await callsNow()).toMatchObject({ service });
  expect(await findRedirected(client, 'shop')).toEqual([]);
});

test('taking over from a run that works is announced, and given back', async () => {
  await redirect();
  const before = await callsNow();
  const warnings: string[] = [];
  const second = await serveFromHere(embedded.cluster, [configuration], {
    project: 'shop',
    warn: (text) => void warnings.push(text),
  });
  expect(warnings).toHaveLength(1);
  await second[Symbol.asyncDispose]();
  expect(await callsNow()).toEqual(before);
  expect(await findRedirected(client, 'shop')).toHaveLength(1);
});
