import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packedFiles } from '../../src/tools/package-tarball.js';
import { temporaryFolder } from '../project-folder.js';
import { entriesAgree } from './entries-agree.js';

/** What npm does besides installing takes a third of its time. */
const quietNpm = {
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_prefer_offline: 'true',
  npm_config_progress: 'false',
  npm_config_update_notifier: 'false',
};

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let tarball: string;

beforeAll(async () => {
  if (!existsSync('dist/cli/main.cjs')) throw new Error('dist/ is missing: run "npm run build" first');
  folder = await temporaryFolder('guestbook');
  const { output } = await run(
    'npm',
    ['pack', '--json', '--pack-destination', path.dirname(folder.root)],
    process.cwd(),
  );
  const [packed] = JSON.parse(output.slice(output.indexOf('['))) as { filename: string }[];
  tarball = path.join(path.dirname(folder.root), packed?.filename ?? '');
}, 120_000);
afterAll(async () => folder.clean());

test('the tarball holds what users need, and nothing else', async () => {
  const { output } = await run('tar', ['-tzf', tarball], '/');
  const files = output
    .trim()
    .split('\n')
    .map((file) => file.replace('package/', ''))
    .sort();

  const allowed =
    /^(bin\/(kbts\.js|package\.json)|dist\/packages\.json|dist\/(cli|runtime|testing|k8s|shared|vendor|types)\/.*|templates\/.*\.hbs|docs\/.*\.md|package\.json|README\.md|LICENSE|NOTICE|CHANGELOG\.md)$/;
  expect(files.filter((file) => !allowed.test(file))).toEqual([]);
  expect(files.filter((file) => /\.(map|test\.js|cache)$/.test(file))).toEqual([]);
  expect(files).toEqual(
    expect.arrayContaining([
      'bin/kbts.js',
      'dist/cli/main.cjs',
      'dist/runtime/index.js',
      'dist/testing/index.js',
      'dist/k8s/index.js',
      'LICENSE',
      'README.md',
    ]),
  );
});

test('npm and kbts agree on what is packed', async () => {
  const { output } = await run('tar', ['-tzf', tarball], '/');

  expect(await packedFiles('.')).toEqual(
    output
      .trim()
      .split('\n')
      .map((file) => file.replace('package/', ''))
      .sort(),
  );
});

test('npx of the tarball makes a project whose install, build, lint and tests pass', async () => {
  const { root } = folder;
  await runOk('npx', ['--yes', '--package', tarball, 'kbts', 'init', '--domain', 'my.domain'], root);
  await runOk('npx', ['kbts', 'create', 'api', '--group', 'webapp', '--version', 'v1', '--kind', 'Guestbook'], root);
  for (const script of ['build', 'typecheck', 'lint', 'test']) await runOk('npm', ['run', script], root);

  // The bundle needs nothing beside it.
  const { output } = await run(process.execPath, [path.join(root, 'dist/main.js'), '--help'], '/');
  expect(output).toContain('--leader-elect');
}, 900_000);

test('in the installed package, classes are the same by whichever entry point they come', async () => {
  const root = path.join(path.dirname(folder.root), 'installed');
  await mkdir(root);
  await writeFile(path.join(root, 'package.json'), '{ "type": "module" }');
  await runOk('npm', ['install', tarball], root);

  const { output } = await run(process.execPath, ['--input-type=module', '-e', entriesAgree], root);

  expect(JSON.parse(output)).toEqual({ owned: true, config: true, refused: true, missing: true, events: true });
}, 300_000);

async function runOk(program: string, args: readonly string[], cwd: string): Promise<void> {
  const { code, output } = await run(program, args, cwd);
  expect(code, `${program} ${args.join(' ')}\n${output.slice(-3000)}`).toBe(0);
}

async function run(
  program: string,
  args: readonly string[],
  cwd: string,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...quietNpm, CI: 'true', KBTS_CONTROL_PLANE: 'embedded' },
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}
