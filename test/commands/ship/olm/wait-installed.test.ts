import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Cluster, openCluster } from '../../../../src/commands/cluster/cluster.js';
import { waitUntilEstablished } from '../../../../src/commands/cluster/apply/established.js';
import { ClusterServiceVersionKind, InstallPlanKind } from '../../../../src/commands/ship/olm/olm-kinds.js';
import { waitUntilInstalled } from '../../../../src/commands/ship/olm/wait-installed.js';
import { Namespace } from '../../../../src/k8s/core/v1/index.js';
import type { ControlPlane } from '../../../../src/testing/control-plane.js';
import { eventually } from '../../../../src/testing/eventually.js';
import { startControlPlane } from '../../../../src/testing/start-control-plane.js';
import { temporaryFolder } from '../../../project-folder.js';
import { caught } from '../../cluster/project-fixture.js';
import { olmApiVersion, olmDefinitions } from './olm-definitions.js';

let plane: ControlPlane;
let cluster: Cluster;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let count = 0;
let namespace: string;

beforeAll(async () => {
  [plane, folder] = await Promise.all([startControlPlane({ kind: 'embedded' }), temporaryFolder('wait')]);
  const kubeconfig = path.join(folder.root, 'kubeconfig');
  await writeFile(kubeconfig, plane.kubeconfig());
  cluster = await openCluster({ kubeconfig, env: {} });
  const definitions = olmDefinitions();
  for (const one of definitions) await plane.client.create(one);
  const names = definitions.map(({ metadata }) => metadata.name ?? '');
  await waitUntilEstablished(plane.client, names, { timeoutMs: 30_000 });
});
afterAll(async () => {
  await cluster?.[Symbol.asyncDispose]();
  await plane?.stop();
  await folder?.clean();
});
beforeEach(async () => {
  namespace = `wait-${++count}`;
  await plane.client.create(new Namespace({ metadata: { name: namespace } }));
});

/** What OLM would write. */
async function write(kind: string, name: string, more: object): Promise<void> {
  await plane.client.create({ apiVersion: olmApiVersion(kind), kind, metadata: { name, namespace }, ...more });
}

const installed = (timeoutMs = 30_000): Promise<void> =>
  waitUntilInstalled(
    cluster,
    { namespace, subscription: 'shop', version: 'shop.v1' },
    { timeoutMs, troubleMs: 0, pollMs: 10 },
  );

async function failure(timeoutMs?: number): Promise<readonly [string, string]> {
  const { message, fix } = await caught(installed(timeoutMs));
  return [message, fix];
}

const plan = { spec: { approved: false, clusterServiceVersionNames: ['shop.v1'] } };
const resolution = (message: string): object => ({
  status: { conditions: [{ type: 'ResolutionFailed', status: 'True', message }] },
});

test('a catalog that does not answer is named, with the way to get rid of it', async () => {
  const cause = 'error using catalogsource olm/hub: failed to list bundles: rpc error: code = Unavailable';
  await write('Subscription', 'shop', resolution(cause));
  expect(await failure()).toEqual([
    `shop.v1 is not installed: OLM finds no way to install it: ${cause}`,
    expect.stringContaining('kubectl delete catalogsource -n olm hub'),
  ]);
});

test('a requirement that no catalog has is named', async () => {
  const cause = 'constraints not satisfiable: bundle shop.v1 requires an operator providing an API with kind Till';
  await write('Subscription', 'shop', resolution(cause));
  expect(await failure()).toEqual([expect.stringContaining(cause), expect.stringContaining('must be in a catalog')]);
});

test('a plan is approved only when OLM has written its steps', async () => {
  await write('InstallPlan', 'install-a', plan);
  const end = installed();
  const key = { namespace, name: 'install-a' };
  const early = await caught(installed(100));
  expect(early.message).toContain('an install plan for shop.v1 was not ready within 0.1 s: OLM writes it');
  expect((await plane.client.get(InstallPlanKind, key)).spec?.approved).toBe(false);

  const patch = (status: object) =>
    plane.client.patch({ kind: InstallPlanKind, ...key }, { type: 'merge', body: { status } });
  await patch({ phase: 'RequiresApproval' });
  await eventually(async () => {
    expect((await plane.client.get(InstallPlanKind, key)).spec?.approved).toBe(true);
  });
  await write('ClusterServiceVersion', 'shop.v1', { status: { phase: 'Installing' } });
  await patch({ phase: 'Complete' });
  await plane.client.patch(
    { kind: ClusterServiceVersionKind, namespace, name: 'shop.v1' },
    { type: 'merge', body: { status: { phase: 'Succeeded' } } },
  );
  await end;
});

test('a plan that fails has the reason of OLM, and what a missing right needs', async () => {
  const message = 'roles is forbidden: User "system:serviceaccount:a:b" cannot create resource "roles"';
  const conditions = [{ type: 'Installed', status: 'False', reason: 'InstallComponentFailed', message }];
  await write('InstallPlan', 'install-a', { ...plan, status: { phase: 'Failed', conditions } });
  expect(await failure()).toEqual([
    `OLM could not carry out InstallPlan ${namespace}/install-a: ${message}`,
    expect.stringContaining('give the ServiceAccount that the OperatorGroup names the rights'),
  ]);
});

test('requirements that are not met are listed with the rights that are missing', async () => {
  await write('InstallPlan', 'install-a', { ...plan, status: { phase: 'Complete' } });
  const rule = '{"verbs":["list"],"apiGroups":[""],"resources":["pods"]}';
  const requirementStatus = [
    { kind: 'CustomResourceDefinition', name: 'shops.acme.dev', status: 'Present', message: 'CRD is present' },
    {
      kind: 'ServiceAccount',
      name: 'shop',
      status: 'PresentNotSatisfied',
      message: 'Policy rule not satisfied for service account',
      dependents: [
        { kind: 'PolicyRule', status: 'NotSatisfied', message: `cluster rule:${rule}` },
        { kind: 'PolicyRule', status: 'Satisfied', message: 'fine' },
      ],
    },
  ];
  const status = { phase: 'Pending', reason: 'RequirementsNotMet', message: 'one or more', requirementStatus };
  await write('ClusterServiceVersion', 'shop.v1', { status });
  const [message] = await failure();
  expect(message).toBe(
    `ClusterServiceVersion shop.v1 does not get ready: Pending: RequirementsNotMet: one or more\n  ServiceAccount shop: PresentNotSatisfied: Policy rule not satisfied for service account\n    PolicyRule: cluster rule:${rule}`,
  );
});
