import { spawnSync } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isThorough } from '../lanes/thorough.js';

/** One thing that a page asks its reader to do. */
type Step =
  | Readonly<{ act: 'run'; commands: readonly string[] }>
  | Readonly<{ act: 'replace'; file: string; text: string }>
  | Readonly<{ act: 'add'; file: string; text: string }>;

let parent: string;

beforeAll(async () => {
  parent = await mkdtemp(path.join(os.tmpdir(), 'kbts-quick-start-'));
});

afterAll(async () => rm(parent, { recursive: true, force: true }));

/** What a page tells to do, in order: command blocks, and files after `Replace` or `Add … to` with their path. */
function stepsOf(page: string): Step[] {
  const fence = /((?:^(?!```|<!--|-->).+\n)*)\n?(?:<!--[\s\S]*?-->\n)?^```(\w+)(?: \[([^\]]+)\])?\n([\s\S]*?)^```$/gm;
  return [...page.matchAll(fence)].flatMap(([, before = '', language = '', title, text = '']): Step[] => {
    if (language === 'sh') return [{ act: 'run', commands: text.trim().split('\n') }];
    if (language === 'text') return []; // What a command prints.
    const file = title ?? [...before.matchAll(/`((?:src|config)\/[^`]+)`/g)].at(-1)?.[1];
    return file === undefined ? [] : [{ act: before.includes('Add ') ? 'add' : 'replace', file, text }];
  });
}

/** Runs a line as a reader would, with this repository's kbts and its installed packages in place of the registry. */
function runLine(line: string, folder: string): string {
  const command = line
    .replace(/\s+#.*$/, '')
    .replace(/^(?:npx )?kbts /, `'${process.execPath}' '${path.resolve('bin/kbts.js')}' `)
    .replace(/( init .*)$/, '$1 --skip-install');
  const { status, stdout, stderr } = spawnSync('bash', ['-ec', command], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, CI: 'true', NO_COLOR: '1' },
  });
  expect(status, `${line}\n${stdout}\n${stderr}`).toBe(0);
  return stdout + stderr;
}

/** What `npm install` would put there. */
async function linkPackages(folder: string): Promise<void> {
  const modules = path.join(folder, 'node_modules');
  await mkdir(modules);
  const names = (await readdir('node_modules')).filter((name) => !name.startsWith('.') || name === '.bin');
  for (const name of names) await symlink(path.resolve('node_modules', name), path.join(modules, name));
  await symlink(path.resolve('.'), path.join(modules, 'kbts'));
}

/** Follows a page in an empty folder; returns what its last command printed. */
async function follow(steps: readonly Step[], name: string): Promise<string> {
  const folder = path.join(parent, name);
  await mkdir(folder, { recursive: true });
  let output = '';
  for (const step of steps) {
    if (step.act === 'replace') {
      await mkdir(path.dirname(path.join(folder, step.file)), { recursive: true });
      await writeFile(path.join(folder, step.file), step.text);
    } else if (step.act === 'add') await appendFile(path.join(folder, step.file), `\n${step.text}`);
    else {
      for (const line of step.commands.filter((one) => !one.startsWith('mkdir '))) {
        output = runLine(line, folder);
        if (line.includes('kbts init')) await linkPackages(folder);
      }
    }
  }
  return output;
}

test.runIf(isThorough)('the quick start of the book works word by word', { timeout: 300_000 }, async () => {
  const page = await readFile('docs/book/quick-start.md', 'utf8');
  // What follows runs until it is stopped; `kbts dev` has tests of its own.
  const steps = stepsOf(page.slice(0, page.indexOf('## 4. Watch it work')));

  await follow(steps, 'book');

  expect(steps.map(({ act }) => act)).toEqual(['run', 'replace', 'replace', 'run', 'replace', 'run', 'add', 'run']);
});

// `make test-real` follows it as well.
test.runIf(isThorough)('the tutorial works word by word', { timeout: 300_000 }, async () => {
  const page = await readFile('docs/book/tutorial.md', 'utf8');
  // What follows needs a cluster, or runs until it is stopped: test/docs/shell follows that.
  const steps = stepsOf(page.slice(0, page.indexOf('## 7. See it run')));

  await follow(steps, 'tutorial');

  expect(steps.filter(({ act }) => act === 'replace')).toHaveLength(6);
  expect(steps.filter(({ act }) => act === 'add')).toHaveLength(1);
});

test('the files of the README, pasted into a fresh project, pass its tests', { timeout: 300_000 }, async () => {
  const readme = await readFile('README.md', 'utf8');
  const steps = stepsOf(readme);
  const commands = steps
    .flatMap((step) => (step.act === 'run' && step.commands[0]?.startsWith('kbts init') ? step.commands : []))
    // The last one runs until it is stopped, and is what scripts/docs-recording.mjs records.
    .slice(0, 2);
  const files = steps.filter((step) => step.act === 'replace');
  expect(commands).toHaveLength(2);

  const output = await follow(
    [
      {
        act: 'run',
        commands: commands.map((line) => line.replace('init guestbook ', 'init ').replace('cd guestbook && ', '')),
      },
      ...files,
      { act: 'run', commands: ['npx kbts generate', 'npm run typecheck', 'npm test'] },
    ],
    'readme',
  );

  expect(files).toHaveLength(3);
  expect(output).toMatch(/Tests\s+2 passed/);
});

/** The complete files that a page shows, and its commands, in order; excerpts are left out. */
function completeStepsOf(page: string): Step[] {
  const fence = /^```(\w+)(?: \[([^\]]+)\])?\n([\s\S]*?)^```$/gm;
  return [...page.matchAll(fence)].flatMap(([, language = '', file, text = '']): Step[] => {
    if (language === 'sh') return [{ act: 'run', commands: text.trim().split('\n') }];
    return file === undefined ? [] : [{ act: 'replace', file, text }];
  });
}

// `make test-real` follows it as well.
test.runIf(isThorough)('the CronJob tutorial can be finished from its page alone', { timeout: 600_000 }, async () => {
  const page = await readFile('docs/book/cronjob-tutorial.md', 'utf8');
  const steps = completeStepsOf(page.slice(0, page.indexOf('## 10. Run it')));

  const output = await follow(steps, 'cronjob');

  expect(steps.filter(({ act }) => act === 'replace').length).toBeGreaterThan(14);
  expect(output).toMatch(/Tests\s+\d+ passed/);
});
