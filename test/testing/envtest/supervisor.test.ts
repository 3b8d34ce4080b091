import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { Supervisor } from '../../../src/testing/envtest/supervisor.js';
import { eventually } from '../../../src/testing/eventually.js';

const folder = (): Promise<string> => mkdtemp(path.join(tmpdir(), 'kbts-supervisor-'));
const sleeper = {
  name: 'sleeper',
  path: process.execPath,
  args: ['-e', 'console.log("up"); setInterval(() => {}, 1000)'],
};

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    // No such process.
    return false;
  }
}

describe('supervisor', () => {
  test('runs programs, keeps their output, and ends them with the folder', async () => {
    const supervisor = new Supervisor(await folder());
    const pid = await supervisor.start(sleeper);
    await eventually(async () => expect(await supervisor.logTail('sleeper')).toBe('up'));

    await supervisor[Symbol.asyncDispose]();

    expect(isAlive(pid)).toBe(false);
    expect(existsSync(supervisor.folder)).toBe(false);
  });

  test('says why a program ended', async () => {
    const supervisor = new Supervisor(await folder());
    await supervisor.start({ ...sleeper, args: ['-e', 'setTimeout(() => process.exit(7), 50)'] });

    expect(await supervisor.exited('sleeper')).toBe('exit code 7');
    expect(supervisor.exited('sleeper')).toBeUndefined();
    await supervisor[Symbol.asyncDispose]();
  });

  test('a program that does not listen to SIGTERM is killed', async () => {
    const supervisor = new Supervisor(await folder());
    const script = 'process.on("SIGTERM", () => {}); console.log("up"); setInterval(() => {}, 1000)';
    const pid = await supervisor.start({ ...sleeper, args: ['-e', script] });
    await eventually(async () => expect(await supervisor.logTail('sleeper')).toBe('up'));

    await supervisor.stop('sleeper', { timeoutMs: 50 });

    expect(isAlive(pid)).toBe(false);
    await supervisor[Symbol.asyncDispose]();
  });

  test('a program that cannot be started is reported, not thrown into the void', async () => {
    const supervisor = new Supervisor(await folder());
    await supervisor.start({ ...sleeper, path: '/no/such/program' });

    await eventually(() => expect(supervisor.exited('sleeper')).toBeUndefined());
    await supervisor[Symbol.asyncDispose]();
    await supervisor[Symbol.asyncDispose]();
  });

  test.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
    'nothing is left when the test process dies of %s',
    async (signal) => {
      const dir = await folder();
      const source = fileURLToPath(new URL('../../../src/testing/envtest/supervisor.ts', import.meta.url));
      const script = `import { Supervisor } from ${JSON.stringify(source)};
        const supervisor = new Supervisor(${JSON.stringify(dir)});
        const pids = [await supervisor.start(${JSON.stringify({ ...sleeper, name: 'a' })}), await supervisor.start(${JSON.stringify({ ...sleeper, name: 'b' })})];
        console.log(JSON.stringify(pids));
        setInterval(() => {}, 1000);`;
      const bundle = await build({
        stdin: { contents: script, resolveDir: '.' },
        bundle: true,
        platform: 'node',
        format: 'esm',
        write: false,
      });
      const child = spawn(process.execPath, ['--input-type=module', '-e', bundle.outputFiles[0]!.text], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const pids = await new Promise<number[]>((resolve) =>
        createInterface(child.stdout).once('line', (line) => resolve(JSON.parse(line))),
      );
      expect(pids.map(isAlive)).toEqual([true, true]);

      child.kill(signal);

      await eventually(() => expect(pids.map(isAlive)).toEqual([false, false]));
      await eventually(() => expect(existsSync(dir)).toBe(false));
    },
  );

  test('a supervisor that nobody disposes of does not keep its process alive', async () => {
    const dir = await folder();
    const source = fileURLToPath(new URL('../../../src/testing/envtest/supervisor.ts', import.meta.url));
    const script = `import { Supervisor } from ${JSON.stringify(source)};
      await new Supervisor(${JSON.stringify(dir)}).start(${JSON.stringify(sleeper)});`;
    const bundle = await build({
      stdin: { contents: script, resolveDir: '.' },
      bundle: true,
      platform: 'node',
      format: 'esm',
      write: false,
    });
    const child = spawn(process.execPath, ['--input-type=module', '-e', bundle.outputFiles[0]!.text], {
      stdio: 'inherit',
    });

    const code = await new Promise((resolve) => child.once('exit', resolve));

    expect(code).toBe(0);
    await eventually(() => expect(existsSync(dir)).toBe(false));
  });
});
