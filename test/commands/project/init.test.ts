import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { init } from '../../../src/commands/project/init.js';
import { boilerplateOf, licenseId } from '../../../src/commands/project/license.js';
import type { PackageManager } from '../../../src/project/project.js';
import { applyChanges } from '../../../src/scaffold/apply.js';
import { temporaryFolder } from '../../project-folder.js';
import { snapshot } from '../../snapshot.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder('shop');
});
afterEach(async () => folder.clean());

const options = { skipInstall: true, kbts: '^0.1.0', year: 2026 } as const;

test('writes the counterpart of every file that kubebuilder writes', async () => {
  const { changes } = await init({ ...options, root: folder.root });

  const paths = new Set(changes.map(({ path: file }) => file));
  const counterparts = [
    'PROJECT',
    'Makefile',
    'Dockerfile',
    '.dockerignore',
    '.gitignore',
    '.oxlintrc.json',
    '.oxfmtrc.json',
    'README.md',
    'AGENTS.md',
    'package.json',
    'tsconfig.json',
    'hack/boilerplate.txt',
    'src/main.ts',
    '.devcontainer/devcontainer.json',
    '.devcontainer/post-install.sh',
    '.github/workflows/lint.yml',
    '.github/workflows/test.yml',
    '.github/workflows/test-e2e.yml',
    '.github/workflows/release.yml',
    'test/e2e/e2e.test.ts',
    'config/default/kustomization.yaml',
    'config/components/metrics/metrics_service.yaml',
    'config/components/metrics/manager_metrics_patch.yaml',
    'config/components/metrics-tls/kustomization.yaml',
    'config/manager/kustomization.yaml',
    'config/manager/manager.yaml',
    'config/rbac/kustomization.yaml',
    'config/rbac/service_account.yaml',
    'config/rbac/role.yaml',
    'config/rbac/role_binding.yaml',
    'config/rbac/leader_election_role.yaml',
    'config/rbac/leader_election_role_binding.yaml',
    'config/rbac/metrics_auth_role.yaml',
    'config/rbac/metrics_auth_role_binding.yaml',
    'config/rbac/metrics_reader_role.yaml',
    'config/components/network-policy/kustomization.yaml',
    'config/components/network-policy/allow_metrics_traffic.yaml',
    'config/components/prometheus/kustomization.yaml',
    'config/components/prometheus/monitor.yaml',
    'config/components/metrics-tls/monitor_tls_patch.yaml',
  ];
  expect(counterparts.filter((file) => !paths.has(file))).toEqual([]);
});

test('every make target that calls kbts or npm installs the packages first', async () => {
  const { root, changes } = await init({ ...options, root: folder.root });
  await applyChanges(root, changes);
  const makefile = (await snapshot(root))['Makefile'] ?? '';
  const rules = [...makefile.matchAll(/^([\w-]+):([^#\n=]*)(?:##.*)?\n((?:\t.*\n)*)/gm)];
  const needs = new Map(rules.map(([, name = '', before = '']) => [name, before.split(' ').filter(Boolean)]));
  const installs = (name: string): boolean =>
    name === 'node_modules' || (needs.get(name) ?? []).some((before) => installs(before));

  const callers = rules.filter(([, , , recipe = '']) => /\$\(KBTS\)|\bnpm run\b|\bnpx\b/.test(recipe));

  expect(callers.length).toBeGreaterThan(15);
  expect(callers.map(([, name = '']) => name).filter((name) => !installs(name))).toEqual([]);
});

describe('each package manager', () => {
  const plan = async (packageManager: PackageManager): Promise<Record<string, string>> => {
    const { root, changes } = await init({ ...options, root: folder.root, packageManager });
    await applyChanges(root, changes);
    return snapshot(root);
  };

  test.each([
    ['npm', [], '# Dependencies and what is built from the sources\nnode_modules/\ndist/*\n'],
    ['pnpm', ['RUN corepack enable', 'COPY package.json pnpm-lock.yaml ./'], 'node_modules/\ndist/*\n'],
    ['yarn', ['RUN corepack enable', 'COPY package.json yarn.lock .yarnrc.yml ./'], 'node_modules/\n.yarn/\n'],
    ['bun', ['RUN npm install --global bun', 'COPY package.json bun.lock ./'], 'node_modules/\ndist/*\n'],
  ] as const)('%s is copied into the image, with its settings', async (packageManager, lines, ignoredFiles) => {
    const files = await plan(packageManager);

    for (const line of lines) expect(files['Dockerfile']).toContain(`${line}\n`);
    expect(files['.gitignore']).toContain(ignoredFiles);
  });

  test('no package runs a script when it is installed, so none is allowed to', async () => {
    const files = await plan('pnpm');
    const { devDependencies } = JSON.parse(files['package.json'] ?? '') as { devDependencies: Record<string, string> };

    expect(files['pnpm-workspace.yaml']).toBeUndefined();
    expect(files['package.json']).not.toContain('allowScripts');
    for (const name of Object.keys(devDependencies)) {
      const manifest = await readFile(path.resolve('node_modules', name, 'package.json'), 'utf8');
      const { scripts = {} } = JSON.parse(manifest) as { scripts?: Record<string, string> };
      expect(Object.keys(scripts).filter((script) => /^(pre|post)?install$/.test(script))).toEqual([]);
    }
  });

  test('yarn keeps packages in node_modules, where make and the tests look for them', async () => {
    const files = await plan('yarn');

    expect(files['.yarnrc.yml']).toContain('nodeLinker: node-modules\n');
    expect(files['.github/workflows/lint.yml']).toContain('yarn run kbts manifests --check\n');
  });
});

test.each(['*/ process.exit(); /*', 'two\nlines'])(
  'an owner that cannot be written in a comment is refused: %j',
  async (owner) => {
    await expect(init({ ...options, root: folder.root, owner })).rejects.toMatchObject({ code: 'name-invalid' });
  },
);

test('shell scripts can be run, other files cannot', async () => {
  const { root, changes } = await init({ ...options, root: folder.root });
  await applyChanges(root, changes);

  expect((await stat(path.join(root, '.devcontainer/post-install.sh'))).mode & 0o111).not.toBe(0);
  expect((await stat(path.join(root, 'package.json'))).mode & 0o111).toBe(0);
});

test('nothing is left unfilled in any file', async () => {
  const { root, changes } = await init({ ...options, root: folder.root });
  await applyChanges(root, changes);

  const unfilled =
    /\[object Object\]|\{\{#|\{\{\s*(json )?(projectName|domain|owner|year|boilerplate|pm[A-Z]\w+|kbts\w+|nodeVersion|leaderElectionId|licenseId)\b/;
  const suspicious = Object.entries(await snapshot(root)).filter(([, text]) => unfilled.test(text));
  expect(suspicious.map(([file]) => file)).toEqual([]);
});

test('without a registry the project carries a tarball of kbts', async () => {
  const { changes } = await init({ root: folder.root, skipInstall: true, year: 2026 });

  const manifest = changes.find(({ path: file }) => file === 'package.json');
  expect(manifest).toMatchObject({ text: expect.stringMatching(/"kbts": "file:vendor\/kbts-\d+\.\d+\.\d+\.tgz"/) });
  expect(changes.some(({ path: file }) => /^vendor\/kbts-.*\.tgz$/.test(file))).toBe(true);
});

test('the leader election id differs between projects and stays the same for one', async () => {
  const idOf = async (projectName: string): Promise<string> => {
    const { changes } = await init({ ...options, root: folder.root, projectName });
    const main = changes.find(({ path: file }) => file === 'src/main.ts');
    return /id: '([0-9a-f]{8}\.my\.domain)'/.exec(String(main !== undefined && 'text' in main && main.text))?.[1] ?? '';
  };

  expect(await idOf('shop')).toMatch(/./);
  expect(await idOf('shop')).toBe(await idOf('shop'));
  expect(await idOf('shop')).not.toBe(await idOf('store'));
});

test('installing is a follow-up, unless it is skipped', async () => {
  const skipped = await init({ ...options, root: folder.root });
  const installing = await init({ ...options, root: folder.root, skipInstall: false, packageManager: 'pnpm' });

  expect(skipped.followUps).toEqual([]);
  expect(skipped.next?.[0]).toBe('npm install');
  expect(installing.followUps?.map(({ byHand }) => byHand)).toEqual(['pnpm install']);
});

describe('licences', () => {
  test.each([
    ['apache2', 'Apache License', 'Apache-2.0'],
    ['copyright', 'Copyright 2026 Me', 'UNLICENSED'],
  ] as const)('%s has a header', async (license, text, identifier) => {
    const header = boilerplateOf(license, { owner: 'Me', year: 2026 });

    expect(header).toContain(text);
    expect(header).toMatch(/^\/\*[\s\S]*\*\/\n\n$/);
    expect(licenseId(license)).toBe(identifier);
  });

  test('none has none', async () => {
    expect(boilerplateOf('none', { owner: 'Me', year: 2026 })).toBe('');
    const { changes } = await init({ ...options, root: folder.root, license: 'none' });
    expect(changes.some(({ path: file }) => file.startsWith('hack/'))).toBe(false);
  });
});

test('package names in generated files are those of this repository', async () => {
  const { changes } = await init({ ...options, root: folder.root });
  const manifest = changes.find(({ path: file }) => file === 'package.json');
  const generated = JSON.parse(String(manifest !== undefined && 'text' in manifest && manifest.text)) as {
    devDependencies: Record<string, string>;
  };
  const own = JSON.parse(await readFile('package.json', 'utf8')) as { devDependencies: Record<string, string> };

  for (const [name, version] of Object.entries(generated.devDependencies))
    expect([name, own.devDependencies[name]]).toEqual([name, version]);
});

test('--with client-node depends on it; without, nothing does', async () => {
  const dependenciesOf = async (given: object): Promise<unknown> => {
    const { changes } = await init({ ...options, ...given, root: folder.root });
    const manifest = changes.find(({ path: file }) => file === 'package.json');
    return JSON.parse(String(manifest && 'text' in manifest ? manifest.text : '')).dependencies;
  };

  expect(await dependenciesOf({})).toEqual({ kbts: '^0.1.0' });
  expect(await dependenciesOf({ with: 'client-node' })).toEqual({ '@kubernetes/client-node': '1.4.0', kbts: '^0.1.0' });
});
