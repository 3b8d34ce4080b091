/** A run that fails ends with one line for each failure, whatever kind it is. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const suites = {
  'fails.test.ts': `import { describe, expect, test } from 'vitest';
test('passes', () => {});
test('is\\nwrong', () => expect(1).toBe(2));
describe('a group', () => { test('throws', () => { throw new Error('first line\\nsecond line'); }); });`,
  'broken.test.ts': `throw new Error('cannot be loaded');`,
  'hook.test.ts': `import { beforeAll, test } from 'vitest';
beforeAll(() => { throw new Error('no set-up'); });
test('never runs', () => {});`,
  'floating.test.ts': `import { test } from 'vitest';
test('passes', () => { void Promise.reject(new Error('nobody waits')); });`,
  'killed.test.ts': `import { test } from 'vitest';
test('ends its process', async () => { process.kill(process.pid, 'SIGKILL'); await new Promise(() => {}); });`,
};

test('each failure is one line at the very end', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(path.resolve('node_modules', '.kbts-failures-'));
  try {
    for (const [name, text] of Object.entries(suites)) writeFileSync(path.join(folder, name), text);
    const config = path.join(folder, 'vitest.config.ts');
    const reporter = JSON.stringify(path.resolve('test/lanes/report/failures-last.ts'));
    writeFileSync(
      config,
      `import { FailuresLast } from ${reporter};
export default { test: { dir: ${JSON.stringify(folder)}, exclude: [], maxWorkers: 1, reporters: ['default', new FailuresLast()] } };`,
    );
    const vitest = path.resolve('node_modules/vitest/vitest.mjs');
    const { status, stdout } = spawnSync(process.execPath, [vitest, 'run', '--config', config], {
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1', VITEST: undefined, VITEST_WORKER_ID: undefined, VITEST_POOL_ID: undefined },
    });
    const last = stdout.slice(stdout.lastIndexOf('Failed:\n') + 8).split('\n');

    expect(status).toBe(1);
    expect(last.map((line) => line.replace(/^ +\S*[/\\](?=\w+\.test)/, '')).sort()).toEqual([
      '',
      '  outside of tests: [vitest-pool]: Worker forks emitted error. Cause: Worker exited unexpectedly',
      '  outside of tests: nobody waits',
      'broken.test.ts: cannot be loaded',
      'fails.test.ts > a group > throws: first line',
      'fails.test.ts > is wrong: expected 1 to be 2 // Object.is equality',
      'hook.test.ts: no set-up',
      'killed.test.ts: did not finish',
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
