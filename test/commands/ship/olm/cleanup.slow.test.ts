import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { cleanup, type CleanupOptions } from '../../../../src/commands/ship/olm/cleanup.js';
import { OperatorGroupKind, SubscriptionKind } from '../../../../src/commands/ship/olm/olm-kinds.js';
import { CustomResourceDefinition } from '../../../../src/k8s/apiextensions/v1/index.js';
import { ConfigMap, Namespace } from '../../../../src/k8s/core/v1/index.js';
import type { KubeObject } from '../../../../src/runtime/object/meta.js';
import type { ControlPlane } from '../../../../src/testing/control-plane.js';
import { startControlPlane } from '../../../../src/testing/start-control-plane.js';
import { waitUntilEstablished } from '../../../../src/commands/cluster/apply/established.js';
import { definition, olmApiVersion, olmDefinitions, playNamespaceController } from './olm-definitions.js';
import { temporaryFolder } from '../../../project-folder.js';
import { caught, surroundings } from '../../cluster/project-fixture.js';

let plane: ControlPlane;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let kubeconfig: string;
let count = 0;
let namespace: string;
let stopController: () => void;

beforeAll(async () => {
  [plane, folder] = await Promise.all([startControlPlane({ kind: 'embedded' }), temporaryFolder('cleanup')]);
  kubeconfig = path.join(folder.root, 'kubeconfig');
  await writeFile(kubeconfig, plane.kubeconfig());
  const definitions = olmDefinitions();
  for (const one of definitions) await plane.client.create(one);
  const names = definitions.map(({ metadata }) => metadata.name ?? '');
  await waitUntilEstablished(plane.client, names, { timeoutMs: 30_000 });
  stopController = playNamespaceController(plane);
});
afterAll(async () => {
  stopController?.();
  await plane?.stop();
  await folder?.clean();
});
beforeEach(() => {
  namespace = `shop-${++count}`;
});

const shopCrd = { name: 'shops.acme.dev' };

/** What a successful `kbts run bundle` leaves in the cluster, without the controllers that would clean up. */
async function installed(where: string, isOurs = true): Promise<void> {
  const { client } = plane;
  const labels = { 'kbts.dev/catalog': 'shop' };
  await client.create(new Namespace({ metadata: { name: where, labels: isOurs ? labels : {} } }));
  if (!(await client.find(CustomResourceDefinition, shopCrd)))
    await client.create(definition('acme.dev', 'Shop', 'shops', 'v1', 'Namespaced'));
  await waitUntilEstablished(client, [shopCrd.name], { timeoutMs: 30_000 });
  const olm = (kind: string, name: string, more: object = {}): KubeObject => {
    return {
      apiVersion: olmApiVersion(kind),
      kind,
      metadata: { name, namespace: where, labels },
      ...more,
    };
  };
  const crd = { group: 'apiextensions.k8s.io', version: 'v1', kind: 'CustomResourceDefinition', ...shopCrd };
  const objects = [
    olm('Subscription', 'shop', { spec: { name: 'shop' }, status: { installedCSV: 'shop.v1' } }),
    olm('ClusterServiceVersion', 'shop.v1'),
    olm('InstallPlan', 'install-a', {
      spec: { clusterServiceVersionNames: ['shop.v1'] },
      status: { plan: [{ resource: crd }, { resource: { kind: 'Service', version: 'v1', name: 'gone-already' } }] },
    }),
    olm('CatalogSource', 'shop-catalog'),
    { ...olm('OperatorGroup', 'group'), metadata: { name: 'group', namespace: where, ...(isOurs && { labels }) } },
  ];
  for (const object of objects) await client.create(object);
  const annotations = { 'kbts.dev/bundle': 'shop.v1' };
  await client.create(new ConfigMap({ metadata: { name: 'shop-catalog-1', namespace: where, labels, annotations } }));
}

async function run(more: Partial<CleanupOptions> = {}, where = namespace): Promise<string[]> {
  const options = { kubeconfig, namespace: where, timeoutMs: 60_000, confirm: () => Promise.resolve(true), ...more };
  const { objects } = await cleanup(surroundings(folder.root), 'shop', options);
  return objects.map(({ outcome, kind, name }) => `${outcome} ${kind} ${name}`);
}

test('everything of a package goes, in the order in which OLM does not bring it back', async () => {
  await installed(namespace);
  expect(await run()).toEqual([
    'deleted Subscription shop',
    'deleted CustomResourceDefinition shops.acme.dev',
    'deleted ClusterServiceVersion shop.v1',
    'deleted InstallPlan install-a',
    'deleted CatalogSource shop-catalog',
    'deleted ConfigMap shop-catalog-1',
    'deleted OperatorGroup group',
    `deleted Namespace ${namespace}`,
  ]);
  expect((await caught(run())).message).toBe(`nothing of shop is in namespace ${namespace}`);
});

test('a dry run lists the same, and removes nothing', async () => {
  await installed(namespace);
  const dry = await run({ dryRun: true });
  expect(await plane.client.find(SubscriptionKind, { namespace, name: 'shop' })).toBeDefined();
  expect(await run()).toEqual(dry);
});

test('what another namespace with the package uses stays', async () => {
  const other = `${namespace}-too`;
  await installed(namespace);
  await installed(other);
  const outcomes = await run({ deleteCrds: true });
  expect(outcomes).toContain('kept CustomResourceDefinition shops.acme.dev');
  expect(await plane.client.find(SubscriptionKind, { namespace: other, name: 'shop' })).toBeDefined();
  expect(await run({}, other)).toContain('deleted CustomResourceDefinition shops.acme.dev');
});

test('CRDs with objects stay unless told otherwise, and then only when somebody agrees', async () => {
  await installed(namespace);
  const shop = { apiVersion: 'acme.dev/v1', kind: 'Shop', metadata: { name: 'mine', namespace: 'default' } };
  await plane.client.create(shop);
  const refused = await caught(run({ deleteCrds: true, confirm: () => Promise.resolve(false) }));
  expect(refused.code).toBe('not-confirmed');
  expect(await plane.client.find(SubscriptionKind, { namespace, name: 'shop' })).toBeDefined();
  expect(await run()).toContain('kept CustomResourceDefinition shops.acme.dev');

  await installed(`${namespace}-2`);
  expect(await run({ deleteCrds: true }, `${namespace}-2`)).toContain(
    'deleted CustomResourceDefinition shops.acme.dev',
  );
});

test('groups and namespaces of others stay, and a namespace with anything else in it', async () => {
  await installed(namespace, false);
  const outcomes = await run();
  expect(outcomes.filter((line) => /OperatorGroup|Namespace/.test(line))).toEqual([]);
  expect(await plane.client.find(OperatorGroupKind, { namespace, name: 'group' })).toBeDefined();

  const used = `${namespace}-used`;
  await installed(used);
  await plane.client.create(new ConfigMap({ metadata: { name: 'theirs', namespace: used } }));
  expect(await run({}, used)).toContain(`kept Namespace ${used}`);

  const asked = `${namespace}-asked`;
  await installed(asked, false);
  expect(await run({ deleteOperatorGroups: true }, asked)).toContain('deleted OperatorGroup group');
});

test('a cluster without OLM is told so', async () => {
  const bare = await startControlPlane({ kind: 'embedded' });
  onTestFinished(() => bare.stop());
  await writeFile(path.join(folder.root, 'bare'), bare.kubeconfig());
  expect((await caught(run({ kubeconfig: path.join(folder.root, 'bare') }))).code).toBe('olm-missing');
});
