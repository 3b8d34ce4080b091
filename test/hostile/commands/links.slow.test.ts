/** Links of a repository that lead out of it: no command writes, creates, renames or deletes anything behind them. */
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCli, runOk } from '../../cli/fakes/run-cli.js';
import { widgetCrd } from '../../commands/widget-crd.js';
import { partOf } from '../../lanes/thorough.js';
import { temporaryFolder } from '../../project-folder.js';
import { commandNames, everyCommand, placesOf, writeQuickPrograms } from './every-command.js';
import { fingerprint } from './fingerprint.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let pristine: string;
let root: string;
let outside: string;
let programs: string;

beforeAll(async () => {
  folder = await temporaryFolder('links');
  [pristine, root, outside, programs] = ['pristine', 'project', 'outside', 'programs'].map((name) =>
    path.join(folder.root, name),
  ) as [string, string, string, string];
  for (const made of [pristine, programs]) mkdirSync(made);
  writeQuickPrograms(programs);
  await runOk(pristine, 'init', '--domain', 'my.domain', '--project-name', 'shop', '--skip-install', '--kbts', '*');
  const id = ['--group', 'webapp', '--version', 'v1', '--kind', 'Guestbook'];
  await runOk(pristine, 'create', 'api', ...id);
  await runOk(pristine, 'create', 'webhook', ...id, '--programmatic-validation');
  writeFileSync(path.join(pristine, 'widgets.yaml'), widgetCrd);
  mkdirSync(path.join(pristine, 'node_modules'));
}, 60_000);
afterAll(async () => folder.clean());

test('every command of the program is in the table', () => {
  expect(Object.keys(everyCommand).sort()).toEqual(commandNames().sort());
});

const kubeconfig = 'apiVersion: v1\nkind: Config\nclusters: []\nusers: []\ncontexts: []\n';

/** What a link leads to: what was at its place, a kubeconfig of the user, or nothing. */
const targets: readonly ('moved' | 'kubeconfig' | 'missing')[] = ['moved', 'kubeconfig', 'missing'];

/** A folder cannot be a kubeconfig, and only what commands create may be missing behind a link. */
function fits(place: string, target: (typeof targets)[number]): boolean {
  if (target === 'kubeconfig') return /\.\w+$|PROJECT$/.test(place);
  return target === 'moved' || /^(?:dist|bundle|catalog|grafana|vendor|node_modules|\.kbts)/.test(place);
}

const cases = Object.entries(everyCommand).flatMap(([name, args]) =>
  placesOf(name).flatMap((place) =>
    targets.filter((target) => fits(place, target)).map((target) => ({ name, args, place, target })),
  ),
);

describe('no command changes anything behind a link', () => {
  test.each(partOf(cases, 80))('$name, with a link at $place ($target)', async ({ name, args, place, target }) => {
    prepare(place, target);
    const before = fingerprint(outside);
    const { code, stderr } = await runCli(root, [...name.split(' '), ...args], {
      env: { PATH: `${programs}${path.delimiter}/bin`, KUBECONFIG: path.join(folder.root, 'no-kubeconfig') },
    });
    expect(fingerprint(outside), stderr).toEqual(before);
    expect([0, 1, 2, 3], stderr).toContain(code);
  });
});

test('a kubeconfig that config/default and config/manager lead to stays as it is', async () => {
  for (const place of ['config/default/kustomization.yaml', 'config/manager/kustomization.yaml'])
    for (const name of ['build-chart', 'build-installer', 'bundle generate', 'deploy']) {
      prepare(place, 'kubeconfig');
      const { code, stderr } = await runCli(root, [...name.split(' '), ...(everyCommand[name] ?? [])], {
        env: { PATH: `${programs}${path.delimiter}/bin`, KUBECONFIG: path.join(folder.root, 'no-kubeconfig') },
      });
      expect(stderr).toContain('error outside-project');
      expect(code).toBe(1);
      expect(readFileSync(path.join(outside, 'target'), 'utf8')).toBe(kubeconfig);
    }
});

function prepare(place: string, target: (typeof targets)[number]): void {
  for (const made of [root, outside]) rmSync(made, { recursive: true, force: true });
  cpSync(pristine, root, { recursive: true });
  mkdirSync(outside);
  writeFileSync(path.join(outside, 'keep'), 'kept');
  const [here, there] = [path.join(root, place), path.join(outside, 'target')];
  mkdirSync(path.dirname(here), { recursive: true });
  if (target === 'moved' && existsSync(here)) renameSync(here, there);
  else rmSync(here, { recursive: true, force: true });
  if (target === 'moved' && !existsSync(there)) mkdirSync(there);
  if (target === 'kubeconfig') writeFileSync(there, kubeconfig);
  symlinkSync(there, here);
}
