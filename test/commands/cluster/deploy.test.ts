import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deploy } from '../../../src/commands/cluster/deploy.js';
import { startControlPlane } from '../../../src/testing/start-control-plane.js';
import type { ControlPlane } from '../../../src/testing/control-plane.js';
import { ensureBinaries } from '../../testing/real-binaries.js';
import { scaffoldProject, surroundings, writeKubeconfig } from './project-fixture.js';

let plane: ControlPlane;
let project: Awaited<ReturnType<typeof scaffoldProject>>;
let kubeconfig: string;
let kubectl: string;

beforeAll(async () => {
  await ensureBinaries(['etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kwok', 'kubectl']);
  kubectl = path.join(process.env['KUBEBUILDER_ASSETS'] ?? '', 'kubectl');
  [plane, project] = await Promise.all([
    startControlPlane({ kind: 'envtest', components: ['kube-controller-manager', 'kube-scheduler', 'kwok'] }),
    scaffoldProject(),
  ]);
  kubeconfig = await writeKubeconfig(plane, project.root);
});

afterAll(async () => {
  await plane?.stop();
  await project?.[Symbol.asyncDispose]();
});

test('a fresh project rolls out to available, and a second deploy changes nothing', async () => {
  const around = surroundings(project.root, { KUBECTL: kubectl });
  const options = { kubeconfig, image: 'example.com/guestbook:v1', timeoutMs: 60_000 };

  const first = await deploy(around, options);
  const second = await deploy(around, options);

  expect(first.rollouts).toEqual([
    { name: 'guestbook-controller-manager', namespace: 'guestbook-system', replicas: 1, available: 1 },
  ]);
  expect(new Set(first.objects.map(({ outcome }) => outcome))).toEqual(new Set(['created']));
  expect(new Set(second.objects.map(({ outcome }) => outcome))).toEqual(new Set(['unchanged']));
});
