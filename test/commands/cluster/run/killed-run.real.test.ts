/** A "kbts run --webhooks" that is killed: the cluster refuses writes until somebody points its webhooks back. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openCluster } from '../../../../src/commands/cluster/cluster.js';
import { redirectAnnotation } from '../../../../src/commands/cluster/redirection/redirection.js';
import { run } from '../../../../src/commands/cluster/run/run.js';
import { redirectedFindings } from '../../../../src/commands/doctor/redirected-webhooks.js';
import { ValidatingWebhookConfiguration } from '../../../../src/k8s/admissionregistration/v1/index.js';
import { dynamicKind } from '../../../../src/runtime/object/kind.js';
import type { KubeObject } from '../../../../src/runtime/object/meta.js';
import type { ControlPlane } from '../../../../src/testing/control-plane.js';
import { eventually } from '../../../../src/testing/eventually.js';
import { startControlPlane } from '../../../../src/testing/start-control-plane.js';
import { ensureBinaries } from '../../../testing/real-binaries.js';
import { addValidator, linkPackages, scaffoldProject, surroundings, writeKubeconfig } from '../project-fixture.js';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const name = 'guestbook-validating-webhook-configuration';
/** A build, and an operator that stops, take their time. */
const patience = { timeoutMs: 60_000 };
const Guestbook = dynamicKind({ group: 'webapp.my.domain', version: 'v1', kind: 'Guestbook' });

let plane: ControlPlane;
let project: Awaited<ReturnType<typeof scaffoldProject>>;
let kubectl: string;
let kubeconfig: string;

beforeAll(async () => {
  await ensureBinaries(['etcd', 'kube-apiserver', 'kubectl']);
  kubectl = path.join(process.env['KUBEBUILDER_ASSETS'] ?? '', 'kubectl');
  [plane, project] = await Promise.all([startControlPlane({ kind: 'envtest' }), scaffoldProject()]);
  await addValidator(project.root);
  await linkPackages(project.root);
  kubeconfig = await writeKubeconfig(plane, project.root);
});
afterAll(async () => {
  await plane?.stop();
  await project?.[Symbol.asyncDispose]();
});

async function callsRun(): Promise<boolean> {
  const found = await plane.client.find(ValidatingWebhookConfiguration, { name });
  return found?.webhooks?.[0]?.clientConfig.url !== undefined;
}

function sampleOf(object: string): KubeObject {
  const metadata = { name: object, namespace: 'default' };
  return { apiVersion: 'webapp.my.domain/v1', kind: 'Guestbook', metadata, spec: {} } as KubeObject;
}

function create(object: string): Promise<unknown> {
  return plane.client.create(sampleOf(object));
}

async function runUntilKilled(): Promise<void> {
  const args = [path.resolve('bin/kbts.js'), 'run', '--install', '--webhooks', '--kubeconfig', kubeconfig];
  const env = { ...process.env, KUBECTL: kubectl };
  const child = spawn(process.execPath, args, { cwd: project.root, env, stdio: 'ignore' });
  await eventually(async () => {
    expect(await callsRun()).toBe(true);
    await create(`probe-${child.pid}`);
  }, patience);
  child.kill('SIGKILL');
  await once(child, 'exit');
  // The operator notices that its parent is gone, and ends as well.
  await eventually(async () => {
    await expect(plane.client.create(sampleOf('refused'), { dryRun: true })).rejects.toThrow('failed calling webhook');
  }, patience);
}

test('doctor finds what a killed run left, and repairs it: writes work again', async () => {
  await runUntilKilled();
  await using cluster = await openCluster({ kubeconfig, env: {} });
  const statuses = async (fix: boolean): Promise<string[]> =>
    (await redirectedFindings(cluster.client, 'guestbook', { fix })).map(({ status }) => status);

  expect(await statuses(false)).toEqual(['problem']);
  expect(await statuses(true)).toEqual(['ok']);

  expect(await callsRun()).toBe(false);
  await eventually(() => create('after-doctor'));
});

test('the next run repairs it as well, even without --webhooks, and says so', async () => {
  await runUntilKilled();
  const stopping = new AbortController();
  const around = { ...surroundings(project.root, { KUBECTL: kubectl }), signal: stopping.signal };
  const ended = run(around, { kubeconfig, args: [], onLine: () => undefined });

  await eventually(async () => expect(await callsRun()).toBe(false), patience);
  expect(around.warnings.join('\n')).toContain('has ended');
  await eventually(() => create('after-run'));
  stopping.abort();
  // It may still be building.
  await ended.catch(() => undefined);

  const left = await plane.client.find(ValidatingWebhookConfiguration, { name });
  expect(left?.metadata.annotations?.[redirectAnnotation]).toBeUndefined();
  expect(await plane.client.find(Guestbook, { name: 'after-run', namespace: 'default' })).toBeDefined();
});
