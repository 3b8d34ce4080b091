import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { applyChanges } from '../../src/scaffold/apply.js';
import { hashOf, STAGING_FOLDER } from '../../src/scaffold/journal.js';
import { checkSettled, recover } from '../../src/scaffold/recover.js';
import { isWhole, partOf, roundsOf } from '../lanes/thorough.js';
import { leftovers, newPlace, type Place, thirtyChanges, treeOf } from './crash-plan.js';
import { type Fault, faultyDisk } from './faulty-disk.js';

const places: Place[] = [];
let before = '';
let after = '';
let calls = 0;

beforeAll(async () => {
  const place = newPlace();
  before = treeOf(place.root);
  const disk = faultyDisk('killed', Infinity);
  await applyChanges(place.root, thirtyChanges, { disk: disk.disk, state: [place.state] });
  after = treeOf(place.root);
  calls = disk.calls();
  expect(leftovers(place)).toEqual([]);
  rmSync(place.folder, { recursive: true });
});
afterEach(() => {
  for (const { folder } of places.splice(0)) rmSync(folder, { recursive: true, force: true });
});

test('the plan has thirty changes and changes something', () => {
  expect(thirtyChanges).toHaveLength(30);
  expect(calls).toBeGreaterThan(100);
  expect(after).not.toBe(before);
});

describe.each<readonly [Fault, number]>([
  ['killed', 0],
  ['torn', 1],
  ['full', 2],
  ['full-once', 3],
  ['read-only', 0],
])('a plan with thirty changes, %s', (fault, offset) => {
  test('is all or nothing at every call, and the next command leaves nothing behind', async () => {
    const seen = new Set<string>();
    for (const at of partOf(everyCall(), 16, offset)) {
      const place = open();
      const error = await attempt(place, fault, at);
      const isDead = fault === 'killed' || fault === 'torn';
      // A process that lives says how the tree is, and that is so at once.
      if (!isDead && error?.code === 'cannot-write') expect(files(place), `call ${at}`).toBe(before);
      if (error === undefined) expect(contents(files(place)), `call ${at}`).toBe(contents(after));

      const outcome = recover(place.root, { state: [place.state] });

      seen.add(outcome);
      expect([before, after], `call ${at}: ${outcome}`).toContain(treeOf(place.root));
      if (outcome === 'finished') expect(treeOf(place.root)).toBe(after);
      if (outcome === 'restored' || outcome === 'discarded') expect(treeOf(place.root)).toBe(before);
      expect(leftovers(place), `call ${at}`).toEqual([]);
      rmSync(place.folder, { recursive: true });
    }
    if (fault === 'killed' && isWhole) expect([...seen].sort()).toEqual(['discarded', 'finished', 'nothing']);
  }, 60_000);
});

test('a recovery that is interrupted as well is recovered by the next command', async () => {
  const faults: Fault[] = ['killed', 'torn', 'full', 'read-only'];
  let seed = 20261117;
  const random = (limit: number): number => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return Math.floor((seed / 2 ** 32) * limit);
  };
  for (let round = 0; round < roundsOf('KBTS_RECOVERIES', 80, 25); round++) {
    const place = open();
    const trail = [`seed ${seed}`];
    for (let turn = 0; turn < 3; turn++) {
      const fault = faults[random(faults.length)] ?? 'killed';
      const at = 1 + random(turn === 0 ? calls : 80);
      trail.push(`${fault} at ${at}`);
      const disk = faultyDisk(fault, at).disk;
      if (turn === 0) await attempt(place, fault, at);
      else ignore(() => recover(place.root, { disk, state: [place.state] }));
    }

    recover(place.root, { state: [place.state] });

    expect([before, after], trail.join(', ')).toContain(treeOf(place.root));
    expect(leftovers(place), trail.join(', ')).toEqual([]);
    rmSync(place.folder, { recursive: true });
  }
}, 60_000);

test('an undo that failed is done by the next command', async () => {
  const place = open();
  const error = await attempt(place, 'read-only', calls - 40);
  expect(error?.code).toBe('write-interrupted');
  expect(files(place)).not.toBe(before);
  expect(() => checkSettled(place.root, { state: [place.state] })).toThrow(
    expect.objectContaining({ code: 'write-interrupted' }),
  );

  expect(recover(place.root, { state: [place.state] })).toMatch(/finished|restored/);

  expect([before, after]).toContain(treeOf(place.root));
});

test('edits that were made after an interruption are not lost', async () => {
  const place = open();
  await attempt(place, 'killed', calls - 40);
  const edited = path.join(place.root, 'src/modified-0.ts');
  writeFileSync(edited, 'edited by a person');
  const found = treeOf(place.root);

  expect(() => recover(place.root, { state: [place.state] })).toThrow(
    expect.objectContaining({ code: 'write-interrupted' }),
  );
  expect(treeOf(place.root)).toBe(found);

  // The way out that the message names: the files stay as they are.
  rmSync(path.join(place.root, STAGING_FOLDER), { recursive: true });
  expect(() => recover(place.root, { state: [place.state] })).toThrow(
    expect.objectContaining({ code: 'write-interrupted' }),
  );
  expect(recover(place.root, { state: [place.state] })).toBe('nothing');
});

test('a staging folder that came with the repository is never run, and says so', async () => {
  const place = open();
  const folder = path.join(place.root, STAGING_FOLDER);
  mkdirSync(folder);
  writeFileSync(path.join(folder, '0-x'), 'owned');
  writeFileSync(path.join(folder, 'owner'), '1');
  writeFileSync(
    path.join(folder, 'journal.json'),
    JSON.stringify([
      { act: 'place', staged: '0-x', path: '../outside.txt' },
      { act: 'remove', path: 'src/modified-0.ts' },
    ]),
  );
  const found = treeOf(place.folder);

  checkSettled(place.root, { state: [place.state] });
  expect(() => recover(place.root, { state: [place.state] })).toThrow(
    expect.objectContaining({ code: 'write-interrupted' }),
  );
  expect(await attempt(place, 'killed', Infinity)).toMatchObject({ code: 'write-interrupted' });

  expect(treeOf(place.folder)).toBe(found);
});

test('a journal below the project is not trusted, wherever the user keeps state', async () => {
  const place = open();
  const state = path.join(place.root, '.state');
  mkdirSync(state, { mode: 0o700 });
  const error = await applyChanges(place.root, thirtyChanges, { state: [state] }).catch((one: unknown) => one);

  expect(error).toMatchObject({ code: 'cannot-write' });
  expect(readdirSync(state)).toEqual([]);
});

test('a state folder that others can write to, or that is a link, is not used', async () => {
  const place = open();
  const shared = path.join(place.folder, 'shared');
  mkdirSync(shared);
  chmodSync(shared, 0o777);
  const link = path.join(place.folder, 'link');
  symlinkSync(place.folder, link);

  await applyChanges(place.root, thirtyChanges, { state: [shared, link, place.state] });

  expect(treeOf(place.root)).toBe(after);
  expect([...readdirSync(shared), ...readdirSync(place.state)]).toEqual([]);
});

test('a journal that is damaged is an error, not a guess', async () => {
  const place = open();
  await attempt(place, 'killed', calls - 40);
  const [name = ''] = readdirSync(place.state);
  for (const text of ['', '[]', '{"root":1}', JSON.stringify({ root: hashOf('x') })]) {
    writeFileSync(path.join(place.state, name), text);
    expect(() => recover(place.root, { state: [place.state] })).toThrow(
      expect.objectContaining({ code: 'write-interrupted' }),
    );
  }
});

test('refuses while the process that writes is alive, and takes over when it has ended', async () => {
  const place = open();
  const bundle = await bundled();
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `${program(bundle, place)}\n;process.stdout.write('waiting');setInterval(() => {}, 1000);`,
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  await new Promise((resolve) => child.stdout.once('data', resolve));

  expect(() => recover(place.root, { state: [place.state] })).toThrow(
    expect.objectContaining({ code: 'cannot-write' }),
  );
  await expect(applyChanges(place.root, thirtyChanges, { state: [place.state] })).rejects.toMatchObject({
    code: 'cannot-write',
  });

  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('close', resolve));
  recover(place.root, { state: [place.state] });
  expect([before, after]).toContain(treeOf(place.root));
}, 30_000);

test('a process that is really killed leaves a tree that the next command completes', async () => {
  const bundle = await bundled();
  for (let at = 3; at <= calls; at += 17) {
    const place = open();
    const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', program(bundle, place, at)]);
    expect(signal).toBe('SIGKILL');

    recover(place.root, { state: [place.state] });

    expect([before, after], `call ${at}`).toContain(treeOf(place.root));
    expect(leftovers(place)).toEqual([]);
  }
}, 60_000);

test('a folder that becomes read-only at any point is all or nothing', async () => {
  const bundle = await bundled();
  // The superuser may write everywhere, so the process must be somebody else.
  const somebody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const place = open();
  chmodSync(place.folder, 0o777);
  const script = path.join(place.folder, 'sweep.mjs');
  writeFileSync(
    script,
    `import { sweep } from ${JSON.stringify(bundle)};\n` +
      `process.stdout.write(JSON.stringify(await sweep(['src', 'moved', '.'], 4)));`,
  );

  const { stdout, stderr } = spawnSync(process.execPath, [script], { ...somebody, cwd: '/', encoding: 'utf8' });

  expect(stderr).toBe('');
  const result = JSON.parse(stdout) as { runs: number; wrong: string[]; codes: string[] };
  expect(result.wrong).toEqual([]);
  expect(result.runs).toBeGreaterThan(90);
  expect(result.codes).toEqual(expect.arrayContaining(['cannot-write', 'write-interrupted', 'ok', 'restored']));
}, 120_000);

/** 1 to the number of calls that the plan makes. */
function everyCall(): number[] {
  return Array.from({ length: calls }, (_, index) => index + 1);
}

function open(): Place {
  const place = newPlace();
  places.push(place);
  return place;
}

/** The tree without what journals need, for a look before the next command. */
function files({ root }: Place): string {
  return treeOf(root)
    .split('\n')
    .filter((line) => !line.startsWith(STAGING_FOLDER))
    .join('\n');
}

/** Folders that became empty may stay until the next command. */
function contents(tree: string): string {
  return tree
    .split('\n')
    .filter((line) => !line.endsWith('/'))
    .join('\n');
}

async function attempt({ root, state }: Place, fault: Fault, at: number): Promise<{ code?: string } | undefined> {
  const { disk } = faultyDisk(fault, at);
  try {
    await applyChanges(root, thirtyChanges, { disk, state: [state] });
    return undefined;
  } catch (error) {
    return error as { code?: string };
  }
}

function ignore(action: () => unknown): void {
  try {
    action();
  } catch (error) {
    expect(error).toBeInstanceOf(Error);
  }
}

let bundle: Promise<string> | undefined;

/** The code under test as one file, for other processes. */
async function bundled(): Promise<string> {
  bundle ??= (async () => {
    const { build } = await import('esbuild');
    const folder = await mkdtemp(path.join(tmpdir(), 'kbts-crash-bundle-'));
    chmodSync(folder, 0o755);
    const outfile = path.join(folder, 'sweep.mjs');
    await build({
      entryPoints: [path.resolve('test/scaffold/crash-sweep.ts')],
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile,
    });
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    return outfile;
  })();
  return bundle;
}

/** Applies the plan; with `at`, ends itself by SIGKILL at that call, else stops in the middle. */
function program(file: string, place: Place, at?: number): string {
  return `import { applyAndStop } from ${JSON.stringify(file)};
    await applyAndStop(${JSON.stringify(place)}, ${at ?? 60}, ${at !== undefined});`;
}
