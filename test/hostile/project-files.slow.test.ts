/** PROJECT files that strangers wrote: no command crashes, runs anything, or touches a path outside of the project. */
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withProjectDefaults } from '../../src/commands/manifests/manifests-defaults.js';
import { UserError } from '../../src/errors.js';
import { parseProject, updateProjectText } from '../../src/project/project-file.js';
import { fromYaml, toYaml } from '../../src/yaml.js';
import { runCli, runOk } from '../cli/fakes/run-cli.js';
import { temporaryFolder } from '../project-folder.js';
import { partOf, roundsOf } from '../lanes/thorough.js';
import { canary, hostileStrings, mangled, mutated, Random } from './hostile-values.js';
import { seedOf } from '../lanes/seed.js';

const id = ['--group', 'webapp', '--version', 'v1', '--kind', 'Guestbook'];
const seed = seedOf('KBTS_FUZZ_SEED');
const rounds = roundsOf('KBTS_FUZZ_ROUNDS', 3_000, 200);

const commandRuns = roundsOf('KBTS_FUZZ_RUNS', 96, 12);

/** What is run on PROJECT files that can be read at all. */
const commands: readonly (readonly string[])[] = [
  ['list'],
  ['doctor'],
  ['manifests'],
  ['generate'],
  ['create', 'api', '--group', 'webapp', '--version', 'v2', '--kind', 'Guestbook', '--controller=false'],
  ['create', 'api', '--group', 'webapp', '--version', 'v1', '--kind', 'Other'],
  ['create', 'webhook', ...id, '--defaulting'],
  ['create', 'webhook', ...id, '--conversion', '--spoke', 'v3'],
  ['delete', 'api', ...id, '--yes'],
  ['delete', 'webhook', ...id, '--programmatic-validation', '--yes'],
  ['edit', '--multigroup'],
  ['edit', '--namespaced'],
  ['edit', '--enable', 'prometheus'],
];

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let parent: string;
let pristine: string;
let root: string;
let good: string;

beforeAll(async () => {
  folder = await temporaryFolder('fuzz');
  parent = folder.root;
  pristine = path.join(parent, 'pristine');
  root = path.join(parent, 'project');
  await mkdir(pristine);
  await runOk(pristine, 'init', '--domain', 'my.domain', '--project-name', 'shop', '--skip-install', '--kbts', '*');
  await runOk(pristine, 'create', 'api', ...id);
  await runOk(pristine, 'create', 'webhook', ...id, '--programmatic-validation', '--validation-path', '/check');
  await writeFile(path.join(parent, 'victim.txt'), 'untouched');
  await cp(pristine, root, { recursive: true });
  good = await readFile(path.join(pristine, 'PROJECT'), 'utf8');
}, 60_000);
afterAll(async () => folder.clean());

test(`${rounds} hostile PROJECT files are read, or refused with an error that names the fix`, async () => {
  const random = new Random(seed);
  const accepted: string[] = [];
  const refused: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const text = hostileProject(random);
    const hint = `seed ${seed}, round ${round}:\n${text.slice(0, 2000)}`;
    const problems = [() => parseProject(text), () => withProjectDefaults({}, text)].map((read) =>
      problemOf(read, hint),
    );
    if (problems[0] === undefined) accepted.push(text);
    else if (round % 100 === 0) refused.push(text);
  }
  // The generator must reach what is behind the checks.
  expect(accepted.length).toBeGreaterThan(rounds / 50);
  for (const text of refused) await expectAnswer(text, ['list']);
  for (let run = 0; run < commandRuns; run++)
    await expectAnswer(random.pick(accepted), commands[run % commands.length] ?? []);
  expect((await readdir(parent)).sort()).toEqual(['pristine', 'project', 'victim.txt']);
  expect(await readFile(path.join(parent, 'victim.txt'), 'utf8')).toBe('untouched');
  expect(Reflect.get(globalThis, canary)).toBeUndefined();
}, 600_000);

test('every name in PROJECT passes the checks that flags pass', () => {
  const project = fromYaml(good) as { resources: Record<string, unknown>[] } & Record<string, unknown>;
  const [resource = {}] = project.resources;
  const bad = [
    '../x',
    'a/b',
    'a b',
    'a\nb',
    '"',
    '`',
    String.raw`\u0024{x}`,
    '*/',
    '\u0000',
    'A_B',
    '-a',
    'x'.repeat(300),
  ];
  const withField = (field: string, value: unknown): string =>
    toYaml({ ...project, resources: [{ ...resource, [field]: value }] });
  for (const value of bad) {
    for (const field of ['group', 'domain', 'version', 'kind', 'plural'])
      expect(() => parseProject(withField(field, value)), `${field} ${value}`).toThrow(
        expect.objectContaining({ code: 'project-invalid' }),
      );
    const nested: [string, unknown][] = [
      ['controllers', [{ name: value }]],
      ['webhooks', { spoke: [value] }],
      ['webhooks', { defaultingPath: `${value}\u0001` }],
      ['webhooks', { validationPath: `${value}?` }],
      ['path', `src/../${value}`],
    ];
    for (const [field, nest] of nested)
      expect(() => parseProject(withField(field, nest)), `${field} ${value}`).toThrow(
        expect.objectContaining({ code: 'project-invalid' }),
      );
  }
});

test('folders that PROJECT names for manifests stay in the project', async () => {
  for (const option of ['outputDir', 'crdDir', 'rbacDir', 'webhookDir'])
    for (const place of ['../outside', parent, 'a/../../outside', 'linked']) {
      await symlink(parent, path.join(root, 'linked')).catch(() => undefined);
      const plugins = `plugins:\n  typescript.kbts.dev/v1:\n    manifests:\n      ${option}: ${JSON.stringify(place)}\n`;
      await writeFile(path.join(root, 'PROJECT'), good + plugins);
      const { code, stderr } = await runCli(root, ['manifests']);
      expect(stderr, `${option} ${place}`).toContain('outside-project');
      expect(code).toBe(1);
    }
  await restore();
  expect((await readdir(parent)).sort()).toEqual(['pristine', 'project', 'victim.txt']);
});

test('reading PROJECT takes time in proportion to its size', () => {
  const shapes: Record<string, (size: number) => string> = {
    'line breaks': (size) => good + '\n'.repeat(size),
    spaces: (size) => good + ' '.repeat(size),
    'blank lines with spaces': (size) => good + '   \n'.repeat(size / 4),
    comments: (size) => good + '# a comment\n'.repeat(size / 12),
    'a long name': (size) => good.replace('shop', 'a'.repeat(size)),
    'a long group': (size) => good.replace('webapp', 'a.'.repeat(size / 2)),
    resources: (size) => `${good}${'- kind: A\n  group: b\n  version: v1\n'.repeat(size / 36)}`,
    'distinct resources': (size) =>
      good + Array.from({ length: size / 40 }, (_, n) => `- kind: A${n}\n  group: b\n  version: v1\n`).join(''),
    'unknown fields': (size) => Array.from({ length: size / 10 }, (_, n) => `field${n}: x\n`).join('') + good,
    'deep lists': (size) => `${good}x: ${'['.repeat(size)}`,
    quotes: (size) => `${good}x: "${'\\\\'.repeat(size / 2)}`,
    aliases: (size) => `${good}x: &a [1]\ny: [${'*a, '.repeat(size / 4)}1]\n`,
  };
  const read = (text: string): void => {
    try {
      updateProjectText(text, { ...parseProject(text), multigroup: true });
    } catch (error) {
      expect(error).toMatchObject({ code: 'project-invalid' });
    }
  };
  for (const [name, shape] of partOf(Object.entries(shapes), 6)) {
    read(shape(10_000));
    const [small, large] = [shape(25_000), shape(200_000)].map((text) => cpuTime(() => read(text)));
    // Eight times the size: eight times the time, and 64 times if it were quadratic. Small times say nothing.
    expect(large ?? 0, `${name}: ${small} ms, then ${large} ms`).toBeLessThan(Math.max(400, (small ?? 0) * 24));
  }
}, 120_000);

/** What the reader says to a file that it refuses; anything but an error for the user is a crash. */
function problemOf(read: () => unknown, hint: string): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (!(error instanceof UserError)) throw new Error(hint, { cause: error });
    expect(controls(`${error.message}${error.fix}`), hint).toEqual([]);
    expect(error.message.length, hint).toBeLessThan(1000);
    return error.message;
  }
}

/** Runs a command in a project with this PROJECT file. */
async function expectAnswer(text: string, command: readonly string[]): Promise<void> {
  await writeFile(path.join(root, 'PROJECT'), text);
  const { code, stdout, stderr } = await runCli(root, command);
  const hint = `seed ${seed}: ${command.join(' ')}\n${text.slice(0, 2000)}\n${stderr}`;
  expect([0, 1, 2], hint).toContain(code);
  if (code !== 0 && command[0] !== 'doctor') expect(stderr, hint).toMatch(/error [a-z-]+: [^]*fix: /);
  expect(controls(stdout + stderr), hint).toEqual([]);
  if (code !== 0 || command[0] === 'doctor' || command[0] === 'list') return;
  expect(await carriers(root), hint).toEqual([]);
  await restore();
}

function hostileProject(random: Random): string {
  const way = random.below(4);
  if (way === 0) return mangled(random, good);
  const text = toYaml(mutated(random, fromYaml(good), random.pick([0.02, 0.05, 0.15])));
  if (way === 1) return mangled(random, text);
  if (way === 2) return text;
  // A single string is replaced: what is left is a project that looks good.
  const lines = good.split('\n').filter((line) => /: \S/.test(line) && !/^version|projectName/.test(line));
  const line = random.pick(lines);
  return good.replace(line, line.replace(/: .*/, `: ${JSON.stringify(random.pick(hostileStrings))}`));
}

/** Characters that a terminal would obey; what kbts prints has none but colours, which are off here. */
function controls(output: string): string[] {
  return output.match(/[^\P{C}\n]/gu) ?? [];
}

/** Generated files that carry what a stranger wrote. */
async function carriers(project: string): Promise<string[]> {
  const entries = await readdir(project, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name !== 'PROJECT');
  const found = await Promise.all(
    files.map(async (entry) => {
      const file = path.join(entry.parentPath, entry.name);
      return (await readFile(file, 'utf8')).includes(canary) || entry.name.includes(canary) ? [file] : [];
    }),
  );
  return found.flat();
}

async function restore(): Promise<void> {
  await rm(root, { recursive: true, force: true });
  await cp(pristine, root, { recursive: true });
}

function cpuTime(action: () => void): number {
  const runs = Array.from({ length: 2 }, () => {
    const start = process.cpuUsage();
    action();
    return process.cpuUsage(start).user / 1000;
  });
  return Math.min(...runs);
}
