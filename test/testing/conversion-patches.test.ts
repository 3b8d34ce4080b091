import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CustomResourceDefinition } from '../../src/k8s/apiextensions/v1/index.js';
import { readWithConversion } from '../../src/testing/conversion-patches.js';
import { startControlPlane } from '../../src/testing/start-control-plane.js';

const schema = { openAPIV3Schema: { type: 'object' } };
const version = (name: string, storage: boolean): object => ({ name, served: true, storage, schema });
const crd = (plural: string): object => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.example.com` },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { kind: plural === 'apps' ? 'App' : 'Other', plural },
    versions: [version('v1', true), version('v2', false)],
  },
});
const service = { namespace: 'system', name: 'webhook-service', path: '/convert' };
const conversion = { strategy: 'Webhook', webhook: { clientConfig: { service }, conversionReviewVersions: ['v1'] } };
const patch = { ...crd('apps'), spec: { conversion } };

let project: string;
const bases = (): string => path.join(project, 'crd/bases');

beforeEach(async () => {
  project = await mkdtemp(path.join(tmpdir(), 'kbts-patches-'));
  for (const folder of ['crd/bases', 'crd/patches']) await mkdir(path.join(project, folder), { recursive: true });
  await write('crd/bases/apps.yaml', crd('apps'));
  await write('crd/bases/others.yaml', crd('others'));
  await write('crd/patches/webhook_in_apps.yaml', patch);
  await write('crd/patches/operations.yaml', [{ op: 'add', path: '/metadata/labels', value: {} }]);
});

afterEach(() => rm(project, { recursive: true, force: true }));

const write = (name: string, content: unknown): Promise<void> =>
  writeFile(path.join(project, name), JSON.stringify(content));

test('a CRD gets the conversion of its patch, from a folder or from its file; others stay', async () => {
  const [apps, others] = await readWithConversion([bases()]);
  const [alone] = await readWithConversion([path.join(bases(), 'apps.yaml')]);

  expect(apps).toMatchObject({ spec: { group: 'example.com', conversion } });
  expect(alone).toEqual(apps);
  expect(others).toEqual(crd('others'));
});

test('a conversion of the CRD itself stays, and no folder of patches is needed', async () => {
  const own = { strategy: 'None' };
  await write('crd/bases/apps.yaml', { ...crd('apps'), spec: { conversion: own } });
  expect((await readWithConversion([path.join(bases(), 'apps.yaml')]))[0]).toMatchObject({ spec: { conversion: own } });

  await rm(path.join(project, 'crd/patches'), { recursive: true });
  expect(await readWithConversion([path.join(bases(), 'others.yaml')])).toEqual([crd('others')]);
});

test('a control plane with webhooks converts through the manager under test', async () => {
  await using plane = await startControlPlane({ kind: 'embedded', crds: [bases()], webhooks: { paths: [] } });
  const { host, port } = plane.webhooks ?? {};
  const found = await plane.client.get(CustomResourceDefinition, { name: 'apps.example.com' });

  const clientConfig = { url: `https://${host}:${port}/convert` };
  expect(found).toMatchObject({ spec: { conversion: { strategy: 'Webhook', webhook: { clientConfig } } } });
});
