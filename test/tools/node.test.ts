import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orphanGuard, runNodeProgram } from '../../src/tools/node.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kbts-node-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function program(name: string, body: string): Promise<string> {
  const file = path.join(folder, `${name}.mjs`);
  await writeFile(file, body);
  return file;
}

test('returns the exit code and passes arguments and environment on', async () => {
  const file = await program('args', 'console.log(process.argv.slice(2).join(), process.env.MINE); process.exit(7);');
  const lines: string[] = [];

  const end = await runNodeProgram(file, ['a b', '$(id)'], {
    cwd: folder,
    env: { MINE: 'yes' },
    signal: new AbortController().signal,
    onLine: (line) => void lines.push(line),
  });

  expect(end).toEqual({ exitCode: 7 });
  expect(lines).toEqual(['a b,$(id) yes']);
});

test('asks the program once to end, and waits until it has', async () => {
  const file = await program(
    'graceful',
    "let count = 0; process.on('SIGTERM', () => { count++; setTimeout(() => { console.log('signals', count); process.exit(0); }, 50); }); console.log('up'); setInterval(() => {}, 1000);",
  );
  const stopping = new AbortController();
  const lines: string[] = [];

  const end = await runNodeProgram(file, [], {
    cwd: folder,
    signal: stopping.signal,
    onLine: (line) => {
      lines.push(line);
      if (line === 'up') stopping.abort();
    },
  });

  expect(end).toEqual({ exitCode: 0 });
  expect(lines).toEqual(['up', 'signals 1']);
});

test('ends a program that does not listen, and says by which signal', async () => {
  const file = await program(
    'deaf',
    "process.on('SIGTERM', () => {}); console.log('up'); setInterval(() => {}, 1000);",
  );
  const stopping = new AbortController();

  const end = await runNodeProgram(file, [], {
    cwd: folder,
    signal: stopping.signal,
    graceMs: 50,
    onLine: () => stopping.abort(),
  });

  expect(end).toEqual({ exitCode: 137 });
});

test('lines that come in pieces stay whole', async () => {
  const file = await program(
    'pieces',
    "process.stdout.write('one '); setTimeout(() => process.stdout.write('line\\nrest'), 20);",
  );
  const lines: string[] = [];

  await runNodeProgram(file, [], {
    cwd: folder,
    signal: new AbortController().signal,
    onLine: (line) => void lines.push(line),
  });

  expect(lines).toEqual(['one line', 'rest']);
});

test('a program whose parent is gone ends by itself', async () => {
  const file = await program(
    'orphan',
    "process.on('SIGTERM', () => process.exit(9)); console.log('up'); setInterval(() => {}, 1000);",
  );
  const child = spawn(process.execPath, [...orphanGuard, file], { stdio: ['ignore', 'pipe', 'inherit', 'pipe'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await new Promise((resolve) => child.stdout?.once('data', resolve));

  // What the system does with the descriptors of a process that is killed.
  const [, , , link] = child.stdio;
  (link as Socket).destroy();

  expect(await ended).toBe(9);
});

test('the guard keeps no program from ending', async () => {
  const file = await program('short', 'process.exitCode = 4;');

  expect(await runNodeProgram(file, [], { cwd: folder, signal: new AbortController().signal })).toEqual({
    exitCode: 4,
  });
});
