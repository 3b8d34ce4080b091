/** `scripts/flaky.mjs` on planted tests. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../src/testing/eventually.js';
import { temporaryFolder } from '../project-folder.js';

const script = path.resolve('scripts/flaky.mjs');

/** Fails in every round but the first. */
const flaky = `import { existsSync, writeFileSync } from 'node:fs';
test('passes', () => {});
test('fails\\nsometimes', () => {
  if (existsSync('ran-once')) throw new Error('it ran before\\nand more');
  writeFileSync('ran-once', '');
});`;
const slow = `import { writeFileSync } from 'node:fs';
test('waits', async () => {
  writeFileSync('waiting', '');
  await new Promise((resolve) => setTimeout(resolve, 200_000));
}, 200_000);`;

let cwd = '';
let clean: () => Promise<void>;
beforeEach(async () => {
  ({ root: cwd, clean } = await temporaryFolder('flaky'));
});
afterEach(() => clean());

const options = () => {
  const env = {
    ...process.env,
    TMPDIR: cwd,
    VITEST: undefined,
    VITEST_WORKER_ID: undefined,
    VITEST_POOL_ID: undefined,
  };
  return { cwd, env };
};

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { ...options(), encoding: 'utf8' });
  return { status, stderr, lines: stdout.trimEnd().split('\n') };
}

test('a test that fails sometimes is reported, and the log of the round is kept', () => {
  writeFileSync(path.join(cwd, 'a.test.ts'), flaky);

  const { status, lines, stderr } = run('a.test.ts', '--times=2', '--burners=1', '--', '--globals');

  expect(lines).toEqual([
    'a.test.ts > fails sometimes: failed 1 of 2',
    '  Error: it ran before',
    expect.stringMatching(/round-2\.log$/),
    '2 tests, 2 rounds, 1 flaky or broken',
  ]);
  expect(readFileSync(lines[2]?.trim() ?? '', 'utf8')).toContain('it ran before');
  expect(stderr).toMatch(/round 1 of 2: 0 failed.*\n.*round 2 of 2: 1 failed/);
  expect(status).toBe(1);
});

test.each([
  [['no-such.test.ts'], 'no test files match "no-such.test.ts"'],
  [['a.test.ts', '--times=x'], 'invalid --times "x"'],
])('%j is an error of usage', (args, message) => {
  const { status, stderr } = run(...args);

  expect(stderr).toContain(message);
  expect(status).toBe(2);
});

test.skipIf(process.platform !== 'linux')('SIGTERM ends the load and the tests, and prints the results', async () => {
  writeFileSync(path.join(cwd, 'slow.test.ts'), slow);
  const child = spawn(process.execPath, [script, 'slow.test.ts', '--burners=2', '--', '--globals'], {
    ...options(),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += String(chunk)));
  const ended = once(child, 'close');
  await eventually(() => expect(existsSync(path.join(cwd, 'waiting'))).toBe(true), { timeoutMs: 50_000 });
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ');

  child.kill('SIGTERM');

  expect(await ended).toEqual([143, null]);
  expect(output).toContain('0 rounds');
  expect(children).toHaveLength(3);
  await eventually(() => expect(children.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]), {
    timeoutMs: 30_000,
  });
});
