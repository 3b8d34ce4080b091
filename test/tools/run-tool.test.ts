import { expect, test } from 'vitest';
import { runTool } from '../../src/tools/run-tool.js';

const options = { cwd: process.cwd(), install: 'install it' };

test('returns what the program printed', async () => {
  const { stdout, stderr } = await runTool(
    process.execPath,
    ['-e', 'console.log("out"); console.error("err")'],
    options,
  );

  expect([stdout, stderr]).toEqual(['out\n', 'err\n']);
});

test('passes arguments as they are, never through a shell', async () => {
  const hostile = '$(touch /tmp/kbts-owned); `id` && "x"';

  const { stdout } = await runTool(process.execPath, ['-e', 'console.log(process.argv[1])', hostile], options);

  expect(stdout.trim()).toBe(hostile);
});

test('feeds input and reports lines while the program runs', async () => {
  const lines: string[] = [];

  const { stdout } = await runTool(process.execPath, ['-e', 'process.stdin.pipe(process.stdout)'], {
    ...options,
    input: 'a\nb\n',
    onLine: (line) => lines.push(line),
  });

  expect(stdout).toBe('a\nb\n');
  expect(lines).toEqual(['a', 'b']);
});

test('a missing program says how to get it', async () => {
  await expect(runTool('no-such-program', [], options)).rejects.toMatchObject({
    code: 'tool-missing',
    fix: 'install it',
  });
});

test('a failure quotes the last lines', async () => {
  await expect(
    runTool(process.execPath, ['-e', 'console.error("the reason"); process.exit(3)'], options),
  ).rejects.toMatchObject({
    code: 'tool-failed',
    message: expect.stringMatching(/exit code 3[\s\S]*the reason/),
  });
});

test('a program that takes too long is ended', async () => {
  await expect(
    runTool(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { ...options, timeoutMs: 100 }),
  ).rejects.toMatchObject({
    code: 'tool-failed',
    message: expect.stringContaining('did not end'),
  });
});

test('an abort ends the program', async () => {
  const controller = new AbortController();
  const running = runTool(process.execPath, ['-e', 'console.log("up"); setInterval(() => {}, 1000)'], {
    ...options,
    signal: controller.signal,
    onLine: () => controller.abort(),
  });

  await expect(running).rejects.toMatchObject({ code: 'tool-failed', message: expect.stringContaining('was stopped') });
});
