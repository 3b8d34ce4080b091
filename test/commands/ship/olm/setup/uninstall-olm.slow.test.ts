import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installOlm, type InstallOlmOptions } from '../../../../../src/commands/ship/olm/setup/install-olm.js';
import { olmStatus } from '../../../../../src/commands/ship/olm/setup/olm-status.js';
import { uninstallOlm } from '../../../../../src/commands/ship/olm/setup/uninstall-olm.js';
import { ConfigMap, Namespace, ServiceAccount } from '../../../../../src/k8s/core/v1/index.js';
import type { ControlPlane } from '../../../../../src/testing/control-plane.js';
import { startControlPlane } from '../../../../../src/testing/start-control-plane.js';
import { temporaryFolder } from '../../../../project-folder.js';
import { caught, surroundings } from '../../../cluster/project-fixture.js';
import { olmDefinitions, playNamespaceController } from '../olm-definitions.js';

let plane: ControlPlane;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let stopController: () => void;

/** Nothing that would have to run: this control plane has no controllers. */
const olm = `apiVersion: v1
kind: Namespace
metadata: { name: olm }
---
apiVersion: v1
kind: Namespace
metadata: { name: operators }
---
apiVersion: v1
kind: ServiceAccount
metadata: { name: olm-operator-serviceaccount, namespace: olm }
---
apiVersion: operators.coreos.com/v1
kind: OperatorGroup
metadata: { name: global-operators, namespace: operators }
---
apiVersion: operators.coreos.com/v1alpha1
kind: CatalogSource
metadata: { name: operatorhubio-catalog, namespace: olm }
`;

beforeAll(async () => {
  [plane, folder] = await Promise.all([startControlPlane({ kind: 'embedded' }), temporaryFolder('olm')]);
  await writeFile(path.join(folder.root, 'kubeconfig'), plane.kubeconfig());
  await mkdir(path.join(folder.root, 'manifests'));
  const crds = olmDefinitions().map((one) => JSON.stringify(one));
  await writeFile(path.join(folder.root, 'manifests/crds.yaml'), crds.join('\n---\n'));
  await writeFile(path.join(folder.root, 'manifests/olm.yaml'), olm);
  stopController = playNamespaceController(plane);
});
afterAll(async () => {
  stopController?.();
  await plane?.stop();
  await folder?.clean();
});

const around = (): ReturnType<typeof surroundings> => surroundings(folder.root);
const cluster = () => ({ kubeconfig: path.join(folder.root, 'kubeconfig') });
const install = (more: Partial<InstallOlmOptions> = {}) =>
  installOlm(around(), { ...cluster(), version: '0.38.0', from: 'manifests', timeoutMs: 60_000, ...more });
const uninstall = (more: object = {}) => uninstallOlm(around(), { ...cluster(), timeoutMs: 60_000, ...more });
const lines = (objects: readonly { outcome: string; kind: string; name: string }[]): string[] =>
  objects.map(({ outcome, kind, name }) => `${outcome} ${kind} ${name}`);

test('a cluster without OLM is told so', async () => {
  expect((await caught(olmStatus(around(), cluster()))).code).toBe('olm-missing');
  expect((await caught(uninstall())).code).toBe('olm-missing');
});

test('a dry run installs nothing; then an installation can be repeated, and needs no manifests to be removed', async () => {
  const dry = await install({ dryRun: true });
  expect(dry.objects).toHaveLength(11);
  expect(await plane.client.find(Namespace, { name: 'olm' })).toBeUndefined();

  const first = await install({ skipCatalog: true });
  expect(lines(first.objects)).not.toContain('created CatalogSource operatorhubio-catalog');
  const second = await install();
  expect(lines(second.objects).filter((line) => !line.startsWith('unchanged'))).toEqual([
    'changed ConfigMap olm-kbts-inventory',
    'created CatalogSource operatorhubio-catalog',
  ]);
  expect((await caught(install({ version: '0.37.0' }))).message).toBe('the cluster has OLM 0.38.0');

  const account = { kind: ServiceAccount, name: 'olm-operator-serviceaccount', namespace: 'olm' };
  await plane.client.delete(account);
  const { version, objects } = await olmStatus(around(), cluster());
  expect(version).toBe('0.38.0');
  expect(objects.filter(({ status }) => status !== 'Installed').map(({ name, status }) => `${name} ${status}`)).toEqual(
    ['olm-operator-serviceaccount Missing'],
  );

  expect(lines((await uninstall({ dryRun: true })).objects)).toContain('deleted Namespace olm');
  const removed = lines((await uninstall()).objects);
  expect(removed.slice(0, 2)).toEqual([
    'deleted CatalogSource operatorhubio-catalog',
    'deleted OperatorGroup global-operators',
  ]);
  expect(removed.slice(-2)).toEqual(['deleted Namespace olm', 'deleted Namespace operators']);
  expect((await caught(olmStatus(around(), cluster()))).code).toBe('olm-missing');
});

test('operators keep OLM from being removed, and things of others their namespace', async () => {
  await install();
  await plane.client.create({
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: { name: 'shop.v1', namespace: 'operators' },
  });
  const used = await caught(uninstall());
  expect([used.code, used.message]).toEqual(['olm-in-use', 'OLM has installed 1 operators: operators/shop.v1']);
  await plane.client.create(new ConfigMap({ metadata: { name: 'theirs', namespace: 'operators' } }));
  const removed = lines((await uninstall({ force: true })).objects);
  expect(removed).toContain('deleted ClusterServiceVersion shop.v1');
  expect(removed).toContain('kept Namespace operators');

  // What is left of it does not keep OLM from coming back.
  expect((await install()).objects.length).toBeGreaterThan(10);
});

test('an OLM that kbts has not installed is shown and removed by its manifests', async () => {
  await plane.client.delete({ kind: ConfigMap, name: 'olm-kbts-inventory', namespace: 'olm' });
  const refused = await caught(install());
  expect([refused.code, refused.message]).toEqual(['already-exists', expect.stringContaining('objects of an OLM (')]);
  const given = { ...cluster(), from: 'manifests' };
  expect((await olmStatus(around(), given)).objects).toHaveLength(11);
  expect(lines((await uninstall(given)).objects)).toContain('deleted Namespace olm');
});
