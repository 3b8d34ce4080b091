/** The same sources give the same bytes on every Node that we support, wherever and however they lie on a disk. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeBinary } from '../control-plane/node-versions.mjs';
import { temporaryFolder } from '../project-folder.js';
import { snapshot } from '../snapshot.js';

/** One machine: a Node, its language, its time, the name of its work folder, and the order in which files came to be. */
interface Machine {
  readonly major: number;
  readonly language: string;
  readonly timeZone: string;
  readonly folder: string;
  readonly order: (files: readonly string[]) => readonly string[];
}

const MACHINES: readonly Machine[] = [
  { major: 20, language: 'C', timeZone: 'UTC', folder: 'a', order: (files) => files },
  {
    major: 22,
    language: 'tr_TR.UTF-8',
    timeZone: 'Asia/Kathmandu',
    folder: 'work of ümit',
    order: (files) => files.toReversed(),
  },
  {
    major: 24,
    language: 'sv_SE.UTF-8',
    timeZone: 'America/St_Johns',
    folder: 'deep/er/and/deeper',
    order: (files) => [...files.filter((_, index) => index % 2 === 1), ...files.filter((_, index) => index % 2 === 0)],
  },
  {
    major: 26,
    language: 'lt_LT.UTF-8',
    timeZone: 'Pacific/Kiritimati',
    folder: 'Z',
    order: (files) => files.toSorted((left, right) => left.length - right.length || (left < right ? 1 : -1)),
  },
];

const repository = path.resolve(import.meta.dirname, '../..');
const golden = ['guestbook', 'namespaced', 'several-groups'];
const folders: Record<string, string> = {
  cases: 'test/conformance/cases',
  'corpus-types': 'test/conformance/corpus/corpus-types',
  ...Object.fromEntries(golden.map((name) => [name, `test/golden/projects/${name}`])),
};
const cleanUps: (() => Promise<void>)[] = [];
const results = new Map<Machine, Record<string, string>>();

beforeAll(async () => {
  const made = await Promise.all(
    MACHINES.map(async (machine) => runEverything(machine, await nodeBinary(machine.major))),
  );
  for (const [index, machine] of MACHINES.entries()) results.set(machine, made[index] ?? {});
}, 600_000);

afterAll(async () => {
  for (const clean of cleanUps) await clean();
});

describe('the output of kbts manifests', () => {
  test('is made of every input', () => {
    const files = Object.keys(resultOf(0));

    expect(files.filter((file) => file.startsWith('cases/')).length).toBeGreaterThan(60);
    expect(files.filter((file) => file.startsWith('corpus-types/')).length).toBeGreaterThanOrEqual(10);
    for (const name of golden) expect(files.some((file) => file.startsWith(`${name}/`))).toBe(true);
  });

  test.each(MACHINES.slice(1).map((machine, index) => [machine.major, index + 1]))(
    'is the same to the byte on Node %i, in another language, time zone, folder and order of files',
    (_, index) => {
      expect(resultOf(index)).toEqual(resultOf(0));
    },
  );

  test.each(golden)('is what the golden project %s has', async (name) => {
    const config = path.join(repository, folders[name] ?? '', 'config');
    const made = Object.entries(resultOf(0)).filter(([file]) => file.startsWith(`${name}/config/`));

    for (const [file, text] of made)
      expect(text).toBe(await readFile(path.join(config, file.slice(`${name}/config/`.length)), 'utf8'));
  });
});

function resultOf(index: number): Record<string, string> {
  const [, result] = [...results][index] ?? [];
  if (result === undefined) throw new Error(`machine ${index} did not run`);
  return result;
}

/** Copies all inputs as the machine would have them, and returns every YAML that the command made of them. */
async function runEverything(machine: Machine, node: string): Promise<Record<string, string>> {
  const { root: parent, clean } = await temporaryFolder('stability');
  cleanUps.push(clean);
  const root = path.join(parent, machine.folder);
  const env = { LC_ALL: machine.language, LANG: machine.language, TZ: machine.timeZone, HOME: parent, PATH: '' };
  const run = async (folder: string, ...args: string[]): Promise<void> => {
    const cli = path.join(repository, 'bin/kbts.js');
    await promisify(execFile)(node, [cli, 'manifests', ...args], { cwd: path.join(root, folder), env });
  };
  for (const [name, source] of Object.entries(folders)) await copyInOrder(machine, source, path.join(root, name));
  const cases = await readdir(path.join(root, 'cases'));
  const alone = cases.filter((name) => needsOwnRun(path.join(root, 'cases', name)));
  const together = cases.filter((name) => !alone.includes(name)).map((name) => `${name}/ts`);
  await run('cases', 'crd', 'rbac', '--paths', together.join(','), '--output-dir', 'out');
  for (const name of alone) await run(`cases/${name}`, '--paths', 'ts', '--output-dir', 'out');
  await run('corpus-types', 'crd', '--paths', '*', '--output-dir', 'out');
  for (const name of golden) await run(name);
  // Another run finds nothing to change; it would exit with 3.
  await run('cases', 'crd', 'rbac', '--paths', together.join(','), '--output-dir', 'out', '--check');
  return outputOf(root);
}

/** Webhooks of several cases have equal names; modules are found from the root. */
function needsOwnRun(folder: string): boolean {
  const hasModules = ['tsconfig.json', 'node_modules'].some((name) => existsSync(path.join(folder, name)));
  return hasModules || path.basename(folder).startsWith('webhook');
}

async function copyInOrder(machine: Machine, source: string, target: string): Promise<void> {
  const from = path.join(repository, source);
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && !isGenerated(entry.name))
    .map((entry) => path.relative(from, path.join(entry.parentPath, entry.name)))
    .sort();
  for (const file of machine.order(files)) {
    const to = path.join(target, file.replace(/(^|\/)packages\//, '$1node_modules/'));
    await mkdir(path.dirname(to), { recursive: true });
    await cp(path.join(from, file), to);
  }
}

/** What the command shall write is not there before it runs. */
function isGenerated(name: string): boolean {
  return name === 'role.yaml' || name === 'manifests.yaml' || /^[a-z0-9.-]+_[a-z0-9]+\.yaml$/.test(name);
}

async function outputOf(root: string): Promise<Record<string, string>> {
  const files = Object.entries(await snapshot(root));
  return Object.fromEntries(files.filter(([file]) => isGenerated(path.basename(file))));
}
