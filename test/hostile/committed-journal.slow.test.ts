import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCli, runOk } from '../cli/fakes/run-cli.js';
import { temporaryFolder } from '../project-folder.js';
import { snapshot } from '../snapshot.js';

/** A project in a folder; what is beside it in that folder must never change. */
let parent: string;
let root: string;
let clean: () => Promise<void>;
beforeEach(async () => {
  ({ root: parent, clean } = await temporaryFolder('home'));
  root = path.join(parent, 'project');
  await runOk(parent, '-C', root, 'init', '--domain', 'my.domain', '--skip-install');
  await writeFile(path.join(parent, 'victim.txt'), 'untouched');
});
afterEach(async () => clean());

const reading = [
  ['list'],
  ['doctor'],
  ['manifests', '--check'],
  ['manifests', '--dry-run'],
  ['generate', '--check'],
  ['create', 'api', '--group', 'a', '--version', 'v1', '--kind', 'A', '--dry-run'],
  ['create', 'api', '--group', 'a', '--version', 'v1', '--kind', 'A', '--diff'],
  ['edit', '--multigroup', '--dry-run'],
];
const writing = [
  ['manifests'],
  ['create', 'api', '--group', 'a', '--version', 'v1', '--kind', 'A', '--resource', '--controller'],
  ['edit', '--multigroup'],
];

test.each([...reading, ...writing])('a journal that came with a repository does nothing: %s', async (...args) => {
  const folder = path.join(root, '.kbts-apply');
  await mkdir(folder);
  const steps = [
    { act: 'place', staged: '0-x', path: '../owned.txt' },
    { act: 'place', staged: '1-x', path: path.join(parent, 'owned-too.txt') },
    { act: 'remove', path: '../victim.txt' },
    { act: 'remove', path: 'package.json' },
  ];
  await writeFile(path.join(folder, 'journal.json'), JSON.stringify(steps));
  await writeFile(path.join(folder, '0-x'), 'owned');
  await writeFile(path.join(folder, '1-x'), 'owned');
  const before = await snapshot(parent);

  const { code, stderr } = await runCli(root, args);

  expect(await snapshot(parent)).toEqual(before);
  expect(code).not.toBe(70);
  if (writing.some((one) => one.join() === args.join())) expect(stderr).toContain('write-interrupted');
});

test.each([
  ['manifests'],
  ['create', 'api', '--group', 'a', '--version', 'v1', '--kind', 'A', '--resource', '--controller'],
])('a folder that is a link out of the project is not written through: %s', async (...args) => {
  await mkdir(path.join(parent, 'elsewhere'));
  await rm(path.join(root, 'config/rbac'), { recursive: true });
  await symlink(path.join(parent, 'elsewhere'), path.join(root, 'config/rbac'));
  await rm(path.join(root, 'src'), { recursive: true });
  await mkdir(path.join(parent, 'sources'));
  await writeFile(
    path.join(parent, 'sources/main.ts'),
    '//+kubebuilder:rbac:groups=a,resources=b,verbs=get\nexport {};\n',
  );
  await symlink(path.join(parent, 'sources'), path.join(root, 'src'));
  const before = await snapshot(parent);

  const { code, stderr } = await runCli(root, args);

  expect(await snapshot(parent)).toEqual(before);
  expect(stderr).toContain('outside-project');
  expect(code).toBe(1);
});

test('only a flag names a folder outside of the project, never PROJECT', async () => {
  await writeFile(path.join(root, 'src/x.ts'), '//+kubebuilder:rbac:groups=a,resources=b,verbs=get\nexport {};\n');
  const project = await readFile(path.join(root, 'PROJECT'), 'utf8');
  for (const folder of ['../out', path.join(parent, 'out'), 'a/../../out']) {
    await writeFile(
      path.join(root, 'PROJECT'),
      `${project}plugins:\n  typescript.kbts.dev/v1:\n    manifests:\n      outputDir: ${folder}\n`,
    );
    const before = await snapshot(parent);
    const { code, stderr } = await runCli(root, ['manifests']);
    expect(await snapshot(parent)).toEqual(before);
    expect(stderr).toMatch(/outside-project|project-invalid/);
    expect(code).toBe(1);
  }
  await writeFile(path.join(root, 'PROJECT'), project);
  const before = await snapshot(parent);

  const { code } = await runCli(root, ['manifests', '--output-dir', '../out']);

  expect(code).toBe(0);
  const after = Object.entries(await snapshot(parent));
  const changed = after.filter(([file, text]) => before[file] !== text).map(([file]) => file);
  expect(changed.length).toBeGreaterThan(0);
  expect(changed.filter((file) => !file.startsWith('out/'))).toEqual([]);
});
