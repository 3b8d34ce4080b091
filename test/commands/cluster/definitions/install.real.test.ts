import { execFile } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { install } from '../../../../src/commands/cluster/definitions/install.js';
import { uninstall } from '../../../../src/commands/cluster/definitions/uninstall.js';
import { CustomResourceDefinition } from '../../../../src/k8s/apiextensions/v1/index.js';
import { dynamicKind } from '../../../../src/runtime/object/kind.js';
import { mutable } from '../../../../src/runtime/object/readonly.js';
import type { ControlPlane } from '../../../../src/testing/control-plane.js';
import { kubeconfigText } from '../../../../src/testing/kubeconfig-text.js';
import { startControlPlane } from '../../../../src/testing/start-control-plane.js';
import { waitFor } from '../../../../src/testing/wait-for.js';
import { fromYaml, toYaml } from '../../../../src/yaml.js';
import { ensureBinaries } from '../../../testing/real-binaries.js';
import { caught, scaffoldProject, surroundings, temporaryFolder, writeKubeconfig } from '../project-fixture.js';

const execute = promisify(execFile);
const Guestbook = dynamicKind({ group: 'webapp.my.domain', version: 'v1', kind: 'Guestbook' });
const crdName = 'guestbooks.webapp.my.domain';
const crdFile = 'config/crd/bases/webapp.my.domain_guestbooks.yaml';
const yes = (): Promise<boolean> => Promise.resolve(true);

let plane: ControlPlane;
let pristine: Awaited<ReturnType<typeof scaffoldProject>>;
let temporary: Awaited<ReturnType<typeof temporaryFolder>>;
let kubectl: string;
let root: string;
let kubeconfig: string;

beforeAll(async () => {
  await ensureBinaries(['etcd', 'kube-apiserver', 'kubectl']);
  kubectl = path.join(process.env['KUBEBUILDER_ASSETS'] ?? '', 'kubectl');
  [plane, pristine] = await Promise.all([startControlPlane({ kind: 'envtest' }), scaffoldProject()]);
});

afterAll(async () => {
  await plane?.stop();
  await pristine?.[Symbol.asyncDispose]();
});

beforeEach(async () => {
  temporary = await temporaryFolder();
  root = path.join(temporary.folder, 'project');
  await cp(pristine.root, root, { recursive: true });
  kubeconfig = await writeKubeconfig(plane, temporary.folder);
});

afterEach(async () => {
  await uninstall(around(pristine.root), { kubeconfig, timeoutMs: 20_000, confirm: yes });
  await temporary[Symbol.asyncDispose]();
});

const around = (folder = root): ReturnType<typeof surroundings> => surroundings(folder, { KUBECTL: kubectl });
const createSample = (finalizers: string[] = []): Promise<unknown> =>
  plane.client.create({
    apiVersion: 'webapp.my.domain/v1',
    kind: 'Guestbook',
    metadata: { name: 'mine', namespace: 'default', finalizers },
    spec: {},
  } as never);

test('kinds are served when it returns; a second time nothing changes', async () => {
  const first = await install(around(), { kubeconfig, timeoutMs: 20_000 });
  await createSample();
  const second = await install(around(), { kubeconfig, timeoutMs: 20_000 });

  expect(first.objects).toEqual([
    { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: crdName, outcome: 'created' },
  ]);
  expect(second.objects[0]?.outcome).toBe('unchanged');
});

test('a CRD of more than 262144 bytes is installed', async () => {
  const crd = fromYaml(await readFile(path.join(root, crdFile), 'utf8')) as Crd;
  crd.spec.versions[0]!.schema.openAPIV3Schema.properties['spec']!.description = 'long '.repeat(60_000);
  await writeFile(path.join(root, crdFile), toYaml(crd));

  const { objects } = await install(around(), { kubeconfig, timeoutMs: 20_000 });

  const stored = await plane.client.get(CustomResourceDefinition, { name: crdName });
  expect(objects[0]?.outcome).toBe('created');
  expect(JSON.stringify(stored).length).toBeGreaterThan(262_144);
});

test('fields that kubectl apply holds with other values are shown, and taken over when forced', async () => {
  const changed = (await readFile(path.join(root, crdFile), 'utf8')).replace('singular: guestbook', 'singular: book');
  const theirs = path.join(temporary.folder, 'theirs.yaml');
  await writeFile(theirs, changed);
  await execute(kubectl, ['apply', '--kubeconfig', kubeconfig, '-f', theirs]);

  const error = await caught(install(around(), { kubeconfig, timeoutMs: 20_000 }));
  const forced = await install(around(), { kubeconfig, timeoutMs: 20_000, forceConflicts: true });

  expect(error).toMatchObject({ code: 'apply-conflict', fix: expect.stringContaining('--force-conflicts') });
  expect(error.message).toMatch(/managed by "kubectl-client-side-apply": \.spec\.names\.singular/);
  expect(forced.objects[0]?.outcome).toBe('changed');
});

test('names that another CRD has taken are the reason given', async () => {
  await install(around(), { kubeconfig, timeoutMs: 20_000 });
  const own = await plane.client.get(CustomResourceDefinition, { name: crdName });
  await uninstall(around(), { kubeconfig, timeoutMs: 20_000, confirm: yes });
  const { spec } = mutable<CustomResourceDefinition>(own);
  const names = { ...spec.names, plural: 'others', singular: 'other' };
  const other = new CustomResourceDefinition({
    metadata: { name: 'others.webapp.my.domain' },
    spec: { ...spec, names },
  });
  await plane.client.create(other);
  // Names go to whom the API server looks at first, which need not be who came first.
  await waitFor(
    plane.client,
    { kind: CustomResourceDefinition, name: 'others.webapp.my.domain' },
    (it) => it?.status?.conditions?.some(({ type, status }) => type === 'NamesAccepted' && status === 'True') === true,
    { timeoutMs: 60_000 },
  );
  try {
    const error = await caught(install(around(), { kubeconfig, timeoutMs: 20_000 }));

    expect(error).toMatchObject({ code: 'crd-not-established', fix: expect.stringContaining('rename') });
    expect(error.message).toContain('taken by others.webapp.my.domain');
    expect(error.message).toMatch(/NamesAccepted: .*Guestbook/);
  } finally {
    await plane.client.delete(other);
  }

  // Its names are free when it has gone; until then install waits.
  expect((await install(around(), { kubeconfig, timeoutMs: 60_000 })).objects[0]?.outcome).toBe('unchanged');
});

test('a schema that the API server refuses is quoted', async () => {
  const crd = fromYaml(await readFile(path.join(root, crdFile), 'utf8')) as Crd;
  crd.spec.versions[0]!.schema.openAPIV3Schema.properties['spec']!.type = 'record';
  await writeFile(path.join(root, crdFile), toYaml(crd));

  const error = await caught(install(around(), { kubeconfig, timeoutMs: 20_000 }));

  expect(error).toMatchObject({ code: 'apply-rejected' });
  expect(error.message).toContain('record');
});

test('a token that nobody knows is told from missing rights', async () => {
  const file = path.join(temporary.folder, 'stranger');
  await writeFile(file, kubeconfigText({ ...plane.config, cert: undefined, key: undefined, token: 'wrong' }));

  expect(await caught(install(around(), { kubeconfig: file, timeoutMs: 20_000 }))).toMatchObject({
    code: 'unauthorized',
  });
});

test('a kustomization that cannot be rendered is quoted', async () => {
  await writeFile(path.join(root, 'config/crd/kustomization.yaml'), 'resources:\n- bases/missing.yaml\n');

  const error = await caught(install(around(), { kubeconfig, timeoutMs: 20_000 }));

  expect(error).toMatchObject({ code: 'render-failed' });
  expect(error.message).toContain('missing.yaml');
});

test('uninstall asks before it deletes objects', async () => {
  await install(around(), { kubeconfig, timeoutMs: 20_000 });
  await createSample();
  const asked: string[] = [];
  const confirm = (question: string): Promise<boolean> => Promise.resolve(asked.push(question) === 0);

  const error = await caught(uninstall(around(), { kubeconfig, timeoutMs: 20_000, confirm }));

  expect(error).toMatchObject({ code: 'not-confirmed', fix: expect.stringContaining('--yes') });
  expect(asked[0]).toContain('1 Guestbook');
  expect(await plane.client.find(Guestbook, { namespace: 'default', name: 'mine' })).toBeDefined();
});

test('uninstall names the finalizers of what does not go away', async () => {
  await install(around(), { kubeconfig, timeoutMs: 20_000 });
  await createSample(['webapp.my.domain/cleanup']);

  const error = await caught(uninstall(around(), { kubeconfig, timeoutMs: 500, confirm: yes }));

  const mine = await plane.client.get(Guestbook, { namespace: 'default', name: 'mine' });
  await plane.client.patch(mine, { type: 'merge', body: { metadata: { finalizers: null } } });
  expect(error).toMatchObject({
    code: 'delete-stuck',
    fix: expect.stringContaining('kubectl patch guestbooks.webapp.my.domain'),
  });
  expect(error.message).toContain('Guestbook default/mine: finalizers webapp.my.domain/cleanup');
});

interface Crd {
  spec: {
    versions: {
      schema: { openAPIV3Schema: { properties: Record<string, { description?: string; type?: string }> } };
    }[];
  };
}
