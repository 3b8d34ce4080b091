// Records `npm run dev` with one save, in a project made of the README's own files. What it prints is kept with its times.
import { execFileSync, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Which line is changed and saved. */
const edit = { file: 'src/controller/guestbook.controller.ts', from: "'nginx:1.29'", to: "'nginx:1.30'" };

/** Runs it; the result is what scripts/recording/draw.mjs draws. */
export async function record(repository) {
  const parent = await mkdtemp(path.join(tmpdir(), 'kbts-recording-'));
  try {
    const root = path.join(parent, 'guestbook');
    await project(repository, parent, root);
    const source = await readFile(path.join(root, edit.file), 'utf8');
    const before = source.split('\n').find((line) => line.includes(edit.from));
    if (before === undefined) throw new Error(`${edit.file} has no ${edit.from}: README.md was changed`);
    const run = start(root);
    await run.until(/ready; beside it/);
    await run.until(/from save to reconciled|reconcile|✔/);
    await run.quiet(1500);
    const savedAt = run.now();
    await writeFile(path.join(root, edit.file), source.replaceAll(edit.from, edit.to));
    await run.until(/from save to reconciled/);
    await run.quiet(1200);
    const lines = await run.end();
    const clean = (text) =>
      text.replaceAll(parent, '/tmp').replaceAll(/\/tmp\/[\w./-]*kubeconfig[\w.-]*/g, '/tmp/…/kubeconfig');
    return {
      command: 'npm run dev',
      recorded: new Date().toISOString().slice(0, 10),
      node: process.version.slice(1),
      save: { at: savedAt, file: edit.file, before: before.trim(), after: before.trim().replace(edit.from, edit.to) },
      lines: lines.map(({ at, text }) => ({ at, text: clean(text) })),
    };
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
}

/** The project of the README: scaffolded, with the files that it shows. */
async function project(repository, parent, root) {
  const kbts = (args, cwd) =>
    execFileSync(process.execPath, [path.join(repository, 'bin', 'kbts.js'), ...args], { cwd, stdio: 'pipe' });
  kbts(['init', 'guestbook', '--domain', 'my.domain', '--skip-install'], parent);
  const modules = path.join(root, 'node_modules');
  await mkdir(modules);
  for (const name of await readdir(path.join(repository, 'node_modules')))
    if (!name.startsWith('.') || name === '.bin')
      await symlink(path.join(repository, 'node_modules', name), path.join(modules, name));
  await symlink(repository, path.join(modules, 'kbts'));
  kbts('create api --group webapp --version v1 --kind Guestbook'.split(' '), root);
  const readme = await readFile(path.join(repository, 'README.md'), 'utf8');
  for (const [, file, text] of readme.matchAll(/^```\w+ \[([^\]]+)\]\n([\s\S]*?)^```$/gm))
    await writeFile(path.join(root, file), text);
  kbts(['generate'], root);
}

/** `kbts dev` as a process whose output is kept line by line. */
function start(root) {
  const begun = performance.now();
  const now = () => Math.round(performance.now() - begun);
  const child = spawn(process.execPath, [path.join(root, 'node_modules', 'kbts', 'bin', 'kbts.js'), 'dev'], {
    cwd: root,
    env: {
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== 'NO_COLOR' && name !== 'CI')),
      FORCE_COLOR: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines = [];
  let rest = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => {
      const parts = (rest + chunk).split('\n');
      rest = parts.pop();
      for (const text of parts) lines.push({ at: now(), text });
    });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  return {
    now,
    until: async (pattern) => {
      for (const limit = now() + 60_000; !lines.some(({ text }) => pattern.test(text)); await pause(20))
        if (now() > limit || child.exitCode !== null)
          throw new Error(`no line ${pattern}:\n${lines.map(({ text }) => text).join('\n')}\n${rest}`);
    },
    /** Waits until nothing was printed for so long. */
    quiet: async (ms) => {
      while (now() - (lines.at(-1)?.at ?? 0) < ms) await pause(20);
    },
    end: async () => {
      const kept = [...lines];
      child.kill('SIGINT');
      await ended;
      return kept;
    },
  };
}
