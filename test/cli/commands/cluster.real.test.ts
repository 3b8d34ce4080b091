import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../../../src/cli/run.js';
import type { ControlPlane } from '../../../src/testing/control-plane.js';
import { startControlPlane } from '../../../src/testing/start-control-plane.js';
import { scaffoldProject, temporaryFolder, writeKubeconfig } from '../../commands/cluster/project-fixture.js';
import { ensureBinaries } from '../../testing/real-binaries.js';
import { fakeTerminal } from '../fakes/fake-terminal.js';

let plane: ControlPlane;
let project: Awaited<ReturnType<typeof scaffoldProject>>;
let env: Record<string, string | undefined>;

beforeAll(async () => {
  await ensureBinaries(['kubectl']);
  const kubectl = path.join(process.env['KUBEBUILDER_ASSETS'] ?? '', 'kubectl');
  [plane, project] = await Promise.all([startControlPlane({ kind: 'embedded' }), scaffoldProject()]);
  env = { ...process.env, KUBECTL: kubectl, KUBECONFIG: await writeKubeconfig(plane, project.root) };
});

afterAll(async () => {
  await plane?.stop();
  await project?.[Symbol.asyncDispose]();
});

async function kbts(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const terminal = fakeTerminal({ cwd: project.root, env });
  const code = await run(args, terminal);
  return { code, stdout: terminal.stdout, stderr: terminal.stderr };
}

test('install says what it did, shows its steps, and what to do next', async () => {
  const first = await kbts('install');
  const second = await kbts('install', '-o', 'json');

  expect(first).toMatchObject({ code: 0, stdout: 'created    CustomResourceDefinition guestbooks.webapp.my.domain\n' });
  expect(first.stderr).toMatch(/install 1 CRD done[\s\S]*Next:[\s\S]*kbts run/);
  expect(JSON.parse(second.stdout)).toMatchObject({ dryRun: false, objects: [{ outcome: 'unchanged' }] });
});

test('deploy --dry-run changes nothing and says so', async () => {
  const { code, stdout, stderr } = await kbts('deploy', '--dry-run', '--image', 'example.com/guestbook:v1');

  expect(code, stderr).toBe(0);
  expect(stdout).toContain('would be created  Deployment guestbook-system/guestbook-controller-manager');
  expect(stderr).toContain('nothing was changed');
});

test('uninstall without a person needs --yes when there is data', async () => {
  await kbts('install');
  const sample = {
    apiVersion: 'webapp.my.domain/v1',
    kind: 'Guestbook',
    metadata: { name: 'a', namespace: 'default' },
    spec: {},
  };
  await plane.client.create(sample);

  const refused = await kbts('uninstall');
  const accepted = await kbts('uninstall', '--yes');

  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain('error not-confirmed');
  expect(accepted).toMatchObject({
    code: 0,
    stdout: 'deleted    CustomResourceDefinition guestbooks.webapp.my.domain (with 1 Guestbook)\n',
  });
});

test.each([
  ['an image that is none', ['deploy', '--image', 'Not An Image'], 2, 'flag-invalid'],
  ['a namespace that is none', ['deploy', '--image', 'a:b', '--namespace', 'Not_One'], 2, 'flag-invalid'],
  ['a duration that is none', ['install', '--timeout', 'soon'], 2, 'not a duration'],
  ['a context that is not there', ['install', '--context', 'nowhere'], 1, 'error context-unknown'],
  ['a kubeconfig that is not there', ['install', '--kubeconfig', '/nowhere/config'], 1, 'error no-cluster'],
  ['the placeholder image', ['docker-push'], 2, 'flag-missing'],
])('%s is refused', async (_name, args, code, text) => {
  const result = await kbts(...args);

  expect(result).toMatchObject({ code, stdout: '' });
  expect(result.stderr).toContain(text);
});

test('a cluster that does not answer is an error within a bounded time', async () => {
  await using temporary = await temporaryFolder();
  const file = path.join(temporary.folder, 'config');
  await writeFile(file, plane.kubeconfig().replace(/127\.0\.0\.1:\d+/, '127.0.0.1:1'));

  const { code, stderr } = await kbts('deploy', '--image', 'a:b', '--kubeconfig', file);

  expect(code).toBe(1);
  expect(stderr).toMatch(/error no-cluster: [\s\S]*127\.0\.0\.1:1[\s\S]*fix: .*kbts dev/);
});

test('build-installer writes the same bytes every time', async () => {
  const args = [
    'build-installer',
    '--image',
    'example.com/guestbook@sha256:'.padEnd(92, 'a'),
    '--namespace',
    'elsewhere',
  ];

  const first = await kbts(...args);
  const second = await kbts(...args);

  expect(first).toMatchObject({ code: 0, stdout: 'created   dist/install.yaml\n' });
  expect(second).toMatchObject({ code: 0, stdout: '' });
});

test('every cluster command has an example in its help', async () => {
  const names = [
    'install',
    'uninstall',
    'deploy',
    'undeploy',
    'run',
    'dev',
    'docker-build',
    'docker-push',
    'build-installer',
  ];
  for (const name of names) {
    const { code, stdout } = await kbts(name, '--help');

    expect(code).toBe(0);
    expect(stdout).toContain(`$ kbts ${name}`);
  }
});
