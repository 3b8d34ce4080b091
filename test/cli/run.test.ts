import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { endOn, runProcess } from '../../src/cli/run.js';
import { packageVersion } from '../../src/package-root.js';
import { runCli } from './fakes/run-cli.js';

test('--version prints the version of the package', async () => {
  expect(await runCli('/', ['--version'])).toEqual({ code: 0, stdout: `${packageVersion()}\n`, stderr: '' });
});

test('results go to stdout, errors to stderr', async () => {
  const failed = await runCli('/nowhere', ['list']);

  expect([failed.code, failed.stdout]).toEqual([1, '']);
  expect(failed.stderr).toContain('error project-missing');
});

test('help explains a command of any depth', async () => {
  const { code, stdout } = await runCli('/', ['help', 'create', 'api']);

  expect([code, stdout]).toEqual([0, expect.stringContaining('Usage: kbts create api [options]')]);
  expect((await runCli('/', ['help', 'list'])).stdout).toContain('Usage: kbts list [options]');
});

test('help about what is not a command says so, and what was meant', async () => {
  const { code, stderr } = await runCli('/', ['help', 'crate']);

  expect([code, stderr]).toEqual([2, expect.stringMatching(/unknown command 'crate'[\s\S]*create/)]);
});

test('-C chooses the folder', async () => {
  const { stderr } = await runCli('/', ['-C', '/somewhere/else', 'list']);

  expect(stderr).toContain('/somewhere/else');
});

test('in a folder of a project it names the root', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'kbts-run-'));
  await mkdir(path.join(root, 'src/api'), { recursive: true });
  await writeFile(path.join(root, 'PROJECT'), 'version: "3"\n');

  const { stderr } = await runCli(path.join(root, 'src/api'), ['list']);

  await rm(root, { recursive: true });
  expect(stderr).toContain(`part of the project ${root}: change to it, or pass "-C ../.."`);
});

test('-C works after the command as well, where its help lists it', async () => {
  const { stdout } = await runCli('/', ['list', '--help']);
  const { stderr } = await runCli('/', ['list', '-C', '/somewhere/else']);

  expect(stdout).toContain('-C, --directory');
  expect(stderr).toContain('/somewhere/else');
});

test('--version belongs to the program alone, or to the command that takes one', async () => {
  const nonsense = await runCli('/', ['nonsense', '--version']);
  const { stdout } = await runCli('/', ['create', 'api', '--help']);

  expect([nonsense.code, nonsense.stdout]).toEqual([2, '']);
  expect(nonsense.stderr).toContain("unknown command 'nonsense'");
  expect(stdout.match(/--version/g)).toHaveLength(5);
  expect(stdout.match(/^ {2}--version/gm)).toHaveLength(1);
  expect(stdout).not.toContain('preset');
});

test('help lists commands in groups', async () => {
  const { stdout } = await runCli('/', ['--help']);

  const headings = stdout.split('\n').filter((line) => /^[A-Z]\w+:$/.test(line));
  expect(headings).toEqual(expect.arrayContaining(['Scaffold:', 'Generate:', 'Run:', 'Ship:', 'OLM:']));
});

/** A process that only has signals. */
function signals() {
  const listeners = new Map<string, () => void>();
  const exits: number[] = [];
  let time = 0;
  const wrapper = { end: () => undefined as void };
  const source = {
    on: (name: string, listener: () => void) => void listeners.set(name, listener),
    exit: (code: number) => void exits.push(code),
  };
  return {
    exits,
    ending: endOn(
      source,
      () => time,
      (ended) => {
        wrapper.end = ended;
        return { stop: () => undefined };
      },
    ),
    endWrapper: () => wrapper.end(),
    send(name: string, at: number) {
      time = at;
      listeners.get(name)?.();
    },
  };
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
])('%s cancels what is running and lets it put back what it changed', (name, code) => {
  const { ending, exits, send } = signals();
  expect([ending.signal.aborted, ending.exitCode()]).toEqual([false, undefined]);

  send(name, 0);

  expect([ending.signal.aborted, ending.exitCode(), exits]).toEqual([true, code, []]);
});

test('a signal that npm passes on is not a second one; a later one ends the process at once', () => {
  const { exits, send } = signals();

  send('SIGINT', 0);
  send('SIGINT', 20);
  send('SIGHUP', 5000);
  expect(exits).toEqual([]);
  send('SIGTERM', 5000);

  expect(exits).toEqual([130]);
});

test('a wrapper that has ended counts as SIGTERM, unless a signal came first', () => {
  const alone = signals();
  alone.endWrapper();
  expect([alone.ending.signal.aborted, alone.ending.exitCode()]).toEqual([true, 143]);

  const later = signals();
  later.send('SIGINT', 0);
  later.endWrapper();
  expect(later.ending.exitCode()).toBe(130);
});

test('what has not ended a minute after the signal is ended', () => {
  vi.useFakeTimers();
  try {
    const { exits, send } = signals();
    send('SIGTERM', 0);
    vi.advanceTimersByTime(59_000);
    expect(exits).toEqual([]);
    vi.advanceTimersByTime(1_000);
    expect(exits).toEqual([143]);
  } finally {
    vi.useRealTimers();
  }
});

test('a command that has nothing to put back leaves signals to the system, which ends it even while it computes', async () => {
  const listeners = (): number[] => ['SIGINT', 'SIGTERM', 'SIGHUP'].map((name) => process.listenerCount(name));
  const before = listeners();
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const { exitCode } = process;
  try {
    await runProcess(['completion', 'bash']);
    expect(written).toHaveBeenCalled();
    expect(listeners()).toEqual(before);
  } finally {
    written.mockRestore();
    process.exitCode = exitCode;
  }
});
