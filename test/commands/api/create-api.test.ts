import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runCli, runOk } from '../../cli/fakes/run-cli.js';
import { temporaryFolder } from '../../project-folder.js';
import { snapshot } from '../../snapshot.js';
import { projectForTests } from '../project-for-tests.js';

const project = projectForTests([]);
const api = (flags: string): string[] => `create api --group webapp --version v1 ${flags}`.split(' ');

test('writes types, sample, roles, CRD, controller and tests, and says what it did', async () => {
  const root = await project();

  const output = await runOk(root, ...api('--kind FirstMate'));

  const written = output.split('\n').filter((line) => line !== '');
  expect(written).toEqual([
    'changed   PROJECT',
    'created   config/crd/bases/webapp.my.domain_firstmates.yaml',
    'created   config/crd/kustomization.yaml',
    'created   config/crd/kustomizeconfig.yaml',
    'changed   config/default/kustomization.yaml',
    'created   config/rbac/firstmate_admin_role.yaml',
    'created   config/rbac/firstmate_editor_role.yaml',
    'created   config/rbac/firstmate_viewer_role.yaml',
    'changed   config/rbac/kustomization.yaml',
    'generated config/rbac/role.yaml',
    'created   config/samples/kustomization.yaml',
    'created   config/samples/webapp_v1_firstmate.yaml',
    'created   src/api/v1/first-mate.types.ts',
    'created   src/api/v1/groupversion.ts',
    'created   src/api/v1/index.schema.ts',
    'created   src/api/v1/index.ts',
    'created   src/controller/first-mate.controller.test.ts',
    'created   src/controller/first-mate.controller.ts',
    'changed   src/main.ts',
  ]);
});

test('prints the plan as JSON', async () => {
  const root = await project();

  const plan = JSON.parse(await runOk(root, ...api('--kind Album --dry-run -o json'))) as {
    dryRun: boolean;
    changes: { kind: string; path: string }[];
  };

  expect(plan.dryRun).toBe(true);
  expect(plan.changes).toContainEqual({ kind: 'create', path: 'src/api/v1/album.types.ts' });
});

test('an odd plural is used, written down and warned about', async () => {
  const root = await project();

  const { code, stderr } = await runCli(root, api('--kind Area'));

  expect([code, stderr]).toEqual([0, expect.stringContaining('the plural of Area is "area"')]);
  expect((await snapshot(root))['src/api/v1/area.types.ts']).toContain('+kubebuilder:resource:path=area');
});

test('a kind in a group of Kubernetes gets the annotation without which the API server refuses it', async () => {
  const { root, clean } = await temporaryFolder('sample');
  onTestFinished(clean);
  await runOk(root, 'init', '--domain', 'k8s.io', '--skip-install', '--kbts', '*');

  await runOk(root, ...api('--kind Sloop'));

  const crd = (await snapshot(root))['config/crd/bases/webapp.k8s.io_sloops.yaml'];
  expect(crd).toContain('api-approved.kubernetes.io: unapproved');
});

test('--force writes its own files anew and leaves all others', async () => {
  const root = await project();
  await runOk(root, ...api('--kind Album'));
  await runOk(root, ...api('--kind Song'));
  const before = await snapshot(root);
  const { writeFile } = await import('node:fs/promises');
  await writeFile(path.join(root, 'src/api/v1/album.types.ts'), `${before['src/api/v1/album.types.ts']}// mine\n`);
  await writeFile(path.join(root, 'src/api/v1/song.types.ts'), `${before['src/api/v1/song.types.ts']}// mine\n`);

  await runOk(root, ...api('--kind Album --force'));

  const after = await snapshot(root);
  expect(after['src/api/v1/album.types.ts']).toBe(before['src/api/v1/album.types.ts']);
  expect(after['src/api/v1/song.types.ts']).toContain('// mine');
});

describe('versions', () => {
  test('the first one stays the stored one', async () => {
    const root = await project();
    await runOk(root, ...api('--kind Album'));

    await runOk(root, ...'create api --group webapp --version v2 --kind Album --controller=false'.split(' '));

    const files = await snapshot(root);
    expect(files['src/api/v1/album.types.ts']).toContain('+kubebuilder:storageversion');
    expect(files['src/api/v2/album.types.ts']).not.toContain('+kubebuilder:storageversion');
    expect(files['config/crd/bases/webapp.my.domain_albums.yaml']).toMatch(/name: v1[\s\S]*name: v2/);
  });
});

describe('external kinds', () => {
  const crd = path.resolve('test/parity/testdata/certificates.yaml');

  test('get types from their CRD, whose markers do not count', async () => {
    const root = await project();

    await runOk(root, 'create', 'api', '--external-crd', crd);

    const types = await readFile(path.join(root, 'src/external/cert-manager.io/v1/certificate.types.ts'), 'utf8');
    expect(types).toContain("algorithm?: 'RSA' | 'ECDSA' | 'Ed25519';");
    expect(types).toContain('revisionHistoryLimit?: Int32;');
    expect(types).toContain('labels?: Record<string, string>;');
    expect(types).toContain(String.raw`\+optional lines`);
    expect(Object.keys(await snapshot(root))).toContain('config/crd/external/cert-manager.io_certificates.yaml');
  });

  test('have versions to choose from', async () => {
    const root = await project();

    const { stderr } = await runCli(root, ['create', 'api', '--external-crd', crd, '--version', 'v7']);

    expect(stderr).toContain('version-invalid');
  });
});
