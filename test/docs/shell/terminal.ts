/** A terminal of a reader: runs command lines in a folder, with this repository's kbts and its installed packages. */
import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { linkPackages } from '../../project-folder.js';

const repository = path.resolve(import.meta.dirname, '../../..');

/** What a line did. */
export interface Outcome {
  readonly code: number | null;
  readonly output: string;
}

/** One terminal. A line may change its folder and its variables do not last. */
export interface Terminal {
  run(line: string): Promise<Outcome>;
  /** Where its reader is now. */
  folder(): string;
  /** Starts a line that runs until it is stopped; resolves when `sign` was printed. */
  start(line: string, sign: RegExp): Promise<void>;
  /** Ends what `start` started, as Ctrl-C does; resolves to what failed. */
  stop(): Promise<string[]>;
}

/** Writes stand-ins for programs that are not here, and `npx` and `kbts` that are this repository's; returns their folder. */
export async function writePrograms(folder: string): Promise<string> {
  const bin = path.join(folder, 'bin');
  const kbts = `exec '${process.execPath}' '${path.join(repository, 'bin/kbts.js')}'`;
  const container = `case "$1" in --version) echo "Docker version 28.5.0";; build|push|buildx) echo "$0 $*";; *) echo "$0: unknown command $1" >&2; exit 1;; esac`;
  const programs = {
    kbts: `${kbts} "$@"`,
    npx: `[ "$1" = kbts ] || { echo "npx $1: not in the programs of this test" >&2; exit 1; }; shift; ${kbts} "$@"`,
    docker: container,
    podman: container,
  };
  await mkdir(bin, { recursive: true });
  for (const [name, body] of Object.entries(programs)) {
    await writeFile(path.join(bin, name), `#!/bin/sh\n${body}\n`);
    await chmod(path.join(bin, name), 0o755);
  }
  return bin;
}

/** Opens a terminal in `folder`. */
export function openTerminal(folder: string, env: Readonly<Record<string, string | undefined>>): Terminal {
  let cwd = folder;
  const running: { line: string; child: ChildProcess; log: () => string }[] = [];
  const open = (script: string): { child: ChildProcess; log: () => string } => {
    const child = spawn('bash', ['-ec', script], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += String(chunk)));
    return { child, log: () => output };
  };
  return {
    folder: () => cwd,
    async run(line) {
      const place = path.join(folder, '.reader');
      const { child, log } = open(`${adapted(line)}\nprintf %s "$PWD" > '${place}'`);
      const code = await ended(child);
      if (code === 0) cwd = await readFile(place, 'utf8');
      await rm(place, { force: true });
      if (code === 0 && /kbts (?:init|import --kubebuilder) /.test(line)) await linkPackages(await made(line, cwd));
      return { code, output: log() };
    },
    async start(line, sign) {
      const { child, log } = open(`exec ${line.replace(/^npm run dev$/, 'kbts dev').replace(/^npx /, '')}`);
      running.push({ line, child, log });
      const isOver = ended(child).then((code) => `ended with ${String(code)}`);
      const isLate = new Promise<string>((resolve) => setTimeout(resolve, 120_000, 'does not show its sign').unref());
      while (!sign.test(log())) {
        const what = await Promise.race([isOver, isLate, soon()]);
        if (what !== undefined && !sign.test(log())) throw new Error(`${line} ${what}:\n${log()}`);
      }
    },
    async stop() {
      const failed: string[] = [];
      for (const { line, child, log } of running.splice(0)) {
        if (child.exitCode === null && child.signalCode === null && child.pid !== undefined)
          process.kill(-child.pid, 'SIGINT');
        const code = await ended(child);
        if (code !== 0 && code !== 130) failed.push(`${line} stopped with ${String(code)}:\n${log()}`);
      }
      return failed;
    },
  };
}

/** The program had time to print something. */
const soon = async (): Promise<undefined> => new Promise((resolve) => setTimeout(() => resolve(undefined), 50));

/** What would come from the registry is linked instead. */
function adapted(line: string): string {
  return line.replace(/(kbts (?:init|import --kubebuilder) \S.*)$/, '$1 --skip-install');
}

/** The folder of a new project: `kbts init <folder>` makes one. */
async function made(line: string, cwd: string): Promise<string> {
  const name = /kbts init ([a-z][\w-]*)/.exec(line)?.[1];
  return name === undefined ? cwd : path.join(cwd, name);
}

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  return new Promise((resolve) => child.once('close', (code) => resolve(code)));
}
