/** A repository full of programs, scripts and settings that leave a trace when they run: no command runs them. */
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { runCli, runOk } from '../../cli/fakes/run-cli.js';
import { widgetCrd } from '../../commands/widget-crd.js';
import { partOf } from '../../lanes/thorough.js';
import { temporaryFolder } from '../../project-folder.js';
import { everyCommand, writeQuickPrograms } from './every-command.js';

const names =
  'oxfmt oxlint tsc prettier vitest rolldown kustomize kubectl kbts node npm npx pnpm yarn bun docker podman git esbuild helm sh'.split(
    ' ',
  );
const packages = ['oxfmt', 'rolldown', 'typescript', 'vite', 'vitest', 'kbts', 'yaml', 're2js', 'execa', 'handlebars'];

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let pristine: string;
let root: string;
let programs: string;
let trace: string;

beforeAll(async () => {
  folder = await temporaryFolder('traces');
  [pristine, root, programs, trace] = ['pristine', 'project', 'programs', 'trace'].map((name) =>
    path.join(folder.root, name),
  ) as [string, string, string, string];
  for (const made of [pristine, programs]) mkdirSync(made);
  writeQuickPrograms(programs);
  await runOk(pristine, 'init', '--domain', 'my.domain', '--project-name', 'shop', '--skip-install', '--kbts', '*');
  const id = ['--group', 'webapp', '--version', 'v1', '--kind', 'Guestbook'];
  await runOk(pristine, 'create', 'api', ...id);
  await runOk(pristine, 'create', 'webhook', ...id, '--programmatic-validation');
  writeFileSync(path.join(pristine, 'widgets.yaml'), widgetCrd);
  setTraps(pristine);
}, 60_000);
afterAll(async () => folder.clean());
afterEach(() => vi.unstubAllEnvs());

/** Commands that SECURITY.md lists as running code of the project; their purpose is to. */
const trusted = trustedCommands();

test('SECURITY.md lists the commands that run code of the project, and each of them exists', () => {
  expect(trusted).toEqual(['run', 'dev', 'docker-build', 'build-sbom']);
  expect(trusted.filter((name) => !(name in everyCommand))).toEqual([]);
});

describe('nothing of the repository runs', () => {
  const safe = Object.keys(everyCommand).filter((name) => !trusted.includes(name));
  const dry = safe.filter((name) => /^(?:create|import|edit|delete|manifests|generate|build|deploy)/.test(name));
  const cases = [...safe.map((name) => ({ name, flag: '' })), ...dry.map((name) => ({ name, flag: '--dry-run' }))];
  test.each(partOf(cases, 4))('in kbts $name $flag', async ({ name, flag }) => {
    const { stderr } = await run(name, flag);
    expect(traces(), stderr).toEqual([]);
  });
});

test('the traps work: build-sbom, which is on the list, leaves a trace and announces what it runs', async () => {
  const { stderr } = await run('build-sbom');
  expect(traces()).toEqual(['scripts/build.mjs']);
  expect(stderr).toContain('scripts/build.mjs');
});

/** As "npx kbts" runs it: the programs of the repository are first in PATH. */
async function run(name: string, flag = ''): Promise<{ stderr: string }> {
  rmSync(root, { recursive: true, force: true });
  rmSync(trace, { force: true });
  cpSync(pristine, root, { recursive: true });
  const folders = [path.join(root, 'node_modules/.bin'), 'node_modules/.bin', 'bin', '.', '', programs, '/bin'];
  const PATH = folders.join(path.delimiter);
  vi.stubEnv('PATH', PATH);
  return runCli(root, [...name.split(' '), ...(everyCommand[name] ?? []), ...(flag === '' ? [] : [flag])], {
    env: { PATH, HOME: folder.root, KUBECONFIG: path.join(folder.root, 'no-kubeconfig') },
  });
}

function traces(): string[] {
  return existsSync(trace) ? [...new Set(readFileSync(trace, 'utf8').trim().split('\n'))] : [];
}

function setTraps(project: string): void {
  const shell = (name: string): string => `#!/bin/sh\necho "${name}" >> ${trace}\n`;
  const script = (name: string): string =>
    `require('node:fs').appendFileSync(${JSON.stringify(trace)}, ${JSON.stringify(`${name}\n`)});\n`;
  const module = (name: string): string =>
    `import { appendFileSync } from 'node:fs';\nappendFileSync(${JSON.stringify(trace)}, ${JSON.stringify(`${name}\n`)});\n`;
  const put = (file: string, text: string, mode = 0o644): void => {
    mkdirSync(path.dirname(path.join(project, file)), { recursive: true });
    writeFileSync(path.join(project, file), text);
    chmodSync(path.join(project, file), mode);
  };
  for (const name of names)
    for (const place of ['node_modules/.bin', 'bin', '.']) put(`${place}/${name}`, shell(`${place}/${name}`), 0o755);
  for (const name of packages) {
    put(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '9.9.9', main: 'index.cjs' }));
    put(`node_modules/${name}/index.cjs`, script(`node_modules/${name}`));
    put(`node_modules/${name}/bin/tsc`, script(`node_modules/${name}/bin/tsc`));
  }
  for (const hook of ['pre-commit', 'post-checkout', 'post-index-change', 'fsmonitor-watchman'])
    put(`.git/hooks/${hook}`, shell(`hook ${hook}`), 0o755);
  put('.git/config', '[core]\n\tfsmonitor = .git/hooks/fsmonitor-watchman\n\tpager = bin/git\n');
  put('.git/HEAD', 'ref: refs/heads/main\n');
  put(
    '.npmrc',
    `script-shell=${path.join(project, 'bin/sh')}\nnode-options=--require ./trap.cjs\nregistry=http://127.0.0.1:9/\n`,
  );
  put('trap.cjs', script('node-options'));
  put('scripts/build.mjs', module('scripts/build.mjs'));
  for (const config of [
    'vitest.config.ts',
    'vitest.e2e.config.ts',
    'rolldown.config.mjs',
    'vite.config.mjs',
    'oxlint.config.ts',
  ])
    put(config, module(config));
  put('.yarnrc.yml', 'yarnPath: bin/yarn\n');
  const file = path.join(project, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { scripts: Record<string, string> };
  const hooks = ['preinstall', 'install', 'postinstall', 'prepare', 'build', 'lint', 'format', 'test'];
  for (const hook of hooks) manifest.scripts[hook] = `echo "script ${hook}" >> ${trace}`;
  writeFileSync(file, JSON.stringify(manifest));
  const tsconfig = path.join(project, 'tsconfig.json');
  writeFileSync(
    tsconfig,
    readFileSync(tsconfig, 'utf8').replace(
      '"compilerOptions": {',
      '"compilerOptions": { "plugins": [{ "name": "yaml" }],',
    ),
  );
  // A line that a formatter would break.
  writeFileSync(
    path.join(project, 'src/main.ts'),
    `${readFileSync(path.join(project, 'src/main.ts'), 'utf8')}\nexport const long = [${'1, '.repeat(80)}];\n`,
  );
}

function trustedCommands(): string[] {
  const text = readFileSync('SECURITY.md', 'utf8');
  const line = text.split('\n').find((one) => one.includes('run code of the project:')) ?? '';
  return [...line.matchAll(/`([a-z -]+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'npm install' && name !== 'init');
}
