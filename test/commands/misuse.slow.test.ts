import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applyChanges } from '../../src/scaffold/apply.js';
import { createApi } from '../../src/commands/api/create-api.js';
import { runCli, runOk } from '../cli/fakes/run-cli.js';
import { temporaryFolder } from '../project-folder.js';
import { faultyDisk } from '../scaffold/faulty-disk.js';
import { snapshot } from '../snapshot.js';
import { partOf } from '../lanes/thorough.js';

const initFlags = ['init', '--skip-install', '--kbts', '*'];
const guestbook = ['--group', 'webapp', '--version', 'v1', '--kind', 'Guestbook'];

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let root: string;
beforeEach(async () => {
  folder = await temporaryFolder('shop');
  root = folder.root;
});
afterEach(async () => folder.clean());

/** Runs a command that must fail with this code, and leave every byte as it was. */
async function expectRefused(args: readonly string[], code: string, exit: number): Promise<string> {
  const before = await snapshot(root);
  const result = await runCli(root, args);

  expect(result.stderr).toContain(`error ${code}`);
  expect(result.stderr).toContain('fix: ');
  expect(result.code).toBe(exit);
  expect(await snapshot(root)).toEqual(before);
  return result.stderr;
}

/** Names that are refused everywhere; every third one in `make test`. */
const hostileNames = partOf(
  [
    'a b',
    'a/b',
    '../x',
    '..',
    'a"b',
    "a'b",
    '{{x}}',
    '${x}',
    '$(id)',
    'ünï',
    'a\nb',
    'x'.repeat(300),
    '',
    ' ',
    '.',
    '-x-',
  ],
  3,
);

describe('init refuses', () => {
  test.each(hostileNames.filter((name) => !name.startsWith('-')))('the project name %j', async (name) => {
    await expectRefused([...initFlags, `--project-name=${name}`], 'name-invalid', 1);
  });

  test('a project name whose metrics Service would be too long', async () => {
    const error = await expectRefused([...initFlags, '--project-name', `p${'x'.repeat(28)}`], 'name-invalid', 1);

    expect(error).toContain('controller-manager-metrics-service');
  });

  test.each(['a b', 'a/b', '..', 'A.b', 'x'.repeat(300)])('the domain %j', async (domain) => {
    await expectRefused([...initFlags, `--domain=${domain}`], 'name-invalid', 1);
  });

  test('a folder that is a project already', async () => {
    await runOk(root, ...initFlags);

    await expectRefused(initFlags, 'already-initialized', 1);
  });

  test('a folder that holds something, and names it', async () => {
    await writeFile(path.join(root, 'notes.txt'), 'mine');

    expect(await expectRefused(initFlags, 'folder-not-empty', 1)).toContain('notes.txt');
  });

  test('a folder called like nothing Kubernetes knows, unless a name is given', async () => {
    const odd = path.join(root, 'My Project');
    await mkdir(odd);

    expect((await runCli(odd, initFlags)).stderr).toContain('name-invalid');
    await runOk(odd, ...initFlags, '--project-name', 'mine');
  });

  test.each([
    ['--license', 'wtf'],
    ['--package-manager', 'rpm'],
    ['--frobnicate', 'x'],
  ])('%s %s as wrong usage', async (...flags) => {
    const { code, stderr } = await runCli(root, [...initFlags, ...flags]);

    expect([code, stderr]).toEqual([2, expect.stringContaining('error')]);
    expect(await snapshot(root)).toEqual({});
  });
});

test('init accepts a folder with version control and a licence', async () => {
  await mkdir(path.join(root, '.git'));
  await writeFile(path.join(root, 'LICENSE'), 'mine');

  await runOk(root, ...initFlags);

  expect(await readFile(path.join(root, 'LICENSE'), 'utf8')).toBe('mine');
});

describe('without a project', () => {
  test.each([
    ['create', 'api', ...guestbook],
    ['create', 'webhook', ...guestbook, '--defaulting'],
    ['delete', 'api', ...guestbook],
    ['delete', 'webhook', ...guestbook],
    ['edit', '--multigroup'],
    ['list'],
  ])('%s %s says so', async (...args) => {
    await expectRefused(args, 'project-missing', 1);
  });
});

describe('in a project', () => {
  let prepared: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeAll(async () => {
    prepared = await temporaryFolder('shop');
    await runOk(prepared.root, ...initFlags);
    await runOk(prepared.root, 'create', 'api', ...guestbook);
  });
  beforeEach(async () => cp(prepared.root, root, { recursive: true }));
  afterAll(async () => prepared.clean());

  test.each(hostileNames.filter((name) => name !== '' && !name.startsWith('-')))(
    'create api refuses the group %j',
    async (group) => {
      await expectRefused(['create', 'api', `--group=${group}`, '--version', 'v1', '--kind', 'A'], 'group-invalid', 1);
    },
  );

  test.each([
    ...hostileNames.filter((name) => name !== '' && !name.startsWith('-')),
    'guestbook',
    'My-Kind',
    '1A',
    'Condition',
    'CustomResource',
  ])('create api refuses the kind %j', async (kind) => {
    await expectRefused(['create', 'api', '--group', 'webapp', '--version', 'v1', `--kind=${kind}`], 'kind-invalid', 1);
  });

  test.each([...hostileNames.filter((name) => name !== '' && !name.startsWith('-')), '1', 'foo', 'V1', 'v0', 'v1beta'])(
    'create api refuses the version %j',
    async (version) => {
      await expectRefused(
        ['create', 'api', '--group', 'webapp', `--version=${version}`, '--kind', 'A'],
        'version-invalid',
        1,
      );
    },
  );

  test.each(hostileNames.filter((name) => name !== '' && !name.startsWith('-')))(
    'create api refuses the plural %j',
    async (plural) => {
      await expectRefused(
        ['create', 'api', '--group', 'webapp', '--version', 'v1', '--kind', 'A', `--plural=${plural}`],
        'plural-invalid',
        1,
      );
    },
  );

  test.each<[string, string[], string, number]>([
    ['no version', ['create', 'api', '--group', 'a', '--kind', 'A'], 'flag-missing', 2],
    ['no kind', ['create', 'api', '--group', 'a', '--version', 'v1'], 'flag-missing', 2],
    ['an API that exists', ['create', 'api', ...guestbook], 'already-exists', 1],
    ['a second group', ['create', 'api', '--group', 'other', '--version', 'v1', '--kind', 'A'], 'multigroup-needed', 1],
    [
      'nothing to create',
      ['create', 'api', ...guestbook, '--resource=false', '--controller=false'],
      'flag-conflict',
      2,
    ],
    ['a second unnamed controller', ['create', 'api', ...guestbook, '--resource=false'], 'already-exists', 1],
    [
      'a controller name that is taken',
      ['create', 'api', ...guestbook, '--resource=false', '--controller-name', 'guestbook'],
      'already-exists',
      1,
    ],
    [
      'a bad controller name',
      ['create', 'api', ...guestbook, '--resource=false', '--controller-name', 'A b'],
      'name-invalid',
      1,
    ],
    [
      'a controller without its API',
      ['create', 'api', '--group', 'webapp', '--version', 'v9', '--kind', 'A', '--resource=false'],
      'not-found',
      1,
    ],
    [
      'core with a resource',
      ['create', 'api', '--group', 'apps', '--version', 'v1', '--kind', 'Deployment', '--core', '--resource'],
      'flag-conflict',
      2,
    ],
    ['core and external', ['create', 'api', '--core', '--external-crd', 'x', ...guestbook], 'flag-conflict', 2],
    [
      'a core group that is not',
      ['create', 'api', '--group', 'nope', '--version', 'v1', '--kind', 'A', '--core'],
      'group-invalid',
      1,
    ],
    [
      'a core kind that is not',
      ['create', 'api', '--group', 'apps', '--version', 'v1', '--kind', 'Nope', '--core'],
      'kind-invalid',
      1,
    ],
    ['an external CRD that is not there', ['create', 'api', '--external-crd', 'missing.yaml'], 'cannot-read', 1],
    ['an external CRD that is none', ['create', 'api', '--external-crd', 'PROJECT'], 'not-found', 1],
    ['a webhook of no kind', ['create', 'webhook', ...guestbook], 'flag-missing', 2],
    [
      'a webhook without its API',
      ['create', 'webhook', '--group', 'webapp', '--version', 'v2', '--kind', 'Guestbook', '--defaulting'],
      'not-found',
      1,
    ],
    [
      'a path without its webhook',
      ['create', 'webhook', ...guestbook, '--defaulting', '--validation-path', '/x'],
      'flag-conflict',
      2,
    ],
    [
      'a path that is none',
      ['create', 'webhook', ...guestbook, '--defaulting', '--defaulting-path', 'x y'],
      'flag-invalid',
      2,
    ],
    [
      'a spoke that does not exist',
      ['create', 'webhook', ...guestbook, '--conversion', '--spoke', 'v2'],
      'not-found',
      1,
    ],
    ['the hub as a spoke', ['create', 'webhook', ...guestbook, '--conversion', '--spoke', 'v1'], 'flag-invalid', 2],
    ['a spoke twice', ['create', 'webhook', ...guestbook, '--conversion', '--spoke', 'v2,v2'], 'flag-invalid', 2],
    [
      'conversion of a core kind',
      ['create', 'webhook', '--group', 'core', '--version', 'v1', '--kind', 'Pod', '--core', '--conversion'],
      'flag-conflict',
      2,
    ],
    ['an edit of nothing', ['edit'], 'flag-missing', 2],
    ['an unknown component', ['edit', '--enable', 'nope'], 'flag-invalid', 2],
    ['a component for webhooks without webhooks', ['edit', '--enable', 'cert-manager'], 'not-found', 1],
    ['a component whose need is off', ['edit', '--disable', 'metrics', '--enable', 'prometheus'], 'flag-conflict', 2],
    ['a component without webhooks', ['edit', '--enable', 'webhook'], 'not-found', 1],
    [
      'the deletion of what is not there',
      ['delete', 'api', '--group', 'webapp', '--version', 'v1', '--kind', 'Nope'],
      'not-found',
      1,
    ],
    ['the deletion of a webhook that is not there', ['delete', 'webhook', ...guestbook], 'not-found', 1],
  ])('refuses %s', async (_, args, code, exit) => {
    await expectRefused(args, code, exit);
  });

  test.each([
    [['create', 'api', '--frobnicate'], '--frobnicate'],
    [['crate'], 'Did you mean create?'],
    [['create', 'api', '--kinds', 'A'], 'Did you mean --kind?'],
    [['create', 'api', '--resource=maybe'], 'neither true nor false'],
    [['list', '-o', 'xml'], 'Allowed choices are text, json'],
    [['completion', 'tcsh'], 'Allowed choices'],
  ])('%j is wrong usage', async (args, hint) => {
    const before = await snapshot(root);

    const { code, stderr } = await runCli(root, args);

    expect([code, stderr]).toEqual([2, expect.stringContaining(hint)]);
    expect(await snapshot(root)).toEqual(before);
  });

  test('a lost anchor is an error that shows what to paste', async () => {
    const main = path.join(root, 'src/main.ts');
    await writeFile(main, (await readFile(main, 'utf8')).replace('// +kubebuilder:scaffold:builder\n', ''));

    const error = await expectRefused(
      ['create', 'api', '--group', 'webapp', '--version', 'v1', '--kind', 'Other'],
      'anchor-missing',
      1,
    );

    expect(error).toContain('manager.add(otherController);');
  });

  test('a file in the way is named, and --force overwrites only the files of the API', async () => {
    await mkdir(path.join(root, 'src/controller'), { recursive: true });
    await writeFile(path.join(root, 'src/controller/other.controller.ts'), '// mine\n');
    const args = ['create', 'api', '--group', 'webapp', '--version', 'v1', '--kind', 'Other'];

    expect(await expectRefused(args, 'file-exists', 1)).toContain('src/controller/other.controller.ts');
    await runOk(root, ...args, '--force');

    expect(await readFile(path.join(root, 'src/controller/other.controller.ts'), 'utf8')).toContain('otherController');
  });

  test('errors in the types are shown with their place', async () => {
    const types = path.join(root, 'src/api/v1/guestbook.types.ts');
    await writeFile(
      types,
      (await readFile(types, 'utf8')).replace('// +optional', '// +kubebuilder:validation:Minimun=1'),
    );

    const error = await expectRefused(
      ['create', 'api', '--group', 'webapp', '--version', 'v1', '--kind', 'Other'],
      'manifests-invalid',
      1,
    );

    expect(error).toMatch(/src\/api\/v1\/guestbook\.types\.ts:\d+:\d+/);
  });

  test('a broken PROJECT names its line', async () => {
    await writeFile(path.join(root, 'PROJECT'), 'version: "3"\nprojectName: [\n');

    expect(await expectRefused(['list'], 'project-invalid', 1)).toMatch(/PROJECT:\d/);
  });

  test('a write that fails half-way leaves every byte as it was', async () => {
    const before = await snapshot(root);
    const plan = await createApi({ root, cwd: root, group: 'webapp', version: 'v1', kind: 'Other' });
    const disk = faultyDisk('full-once', plan.changes.length + 12);

    const run = applyChanges(root, plan.changes, { disk: disk.disk });

    await expect(run).rejects.toMatchObject({ code: 'cannot-write' });
    expect(await snapshot(root)).toEqual(before);
  });

  test('a missing main.ts stops the command', async () => {
    await rm(path.join(root, 'src/main.ts'));

    await expectRefused(['create', 'api', '--group', 'webapp', '--version', 'v1', '--kind', 'Other'], 'not-found', 1);
  });

  test.each([['--dry-run'], ['--diff']])('%s shows the changes and writes nothing', async (flag) => {
    const before = await snapshot(root);

    const { code, stdout } = await runCli(root, [
      'create',
      'api',
      '--group',
      'webapp',
      '--version',
      'v1',
      '--kind',
      'Other',
      flag,
    ]);

    expect([code, stdout]).toEqual([0, expect.stringContaining('src/controller/other.controller.ts')]);
    expect(await snapshot(root)).toEqual(before);
  });
});
