/** Test files that share a process: the one that leaves something behind fails, not the next one. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const suites = {
  'a-server.test.ts': `import { createServer } from 'node:http'; import { once } from 'node:events'; import { test } from 'vitest';
test('passes', async () => { const server = createServer().listen(0, '127.0.0.1'); await once(server, 'listening'); });`,
  'b-variable.test.ts': `import { test } from 'vitest'; test('passes', () => { process.env.KBTS_PLANTED = '1'; });`,
  'c-folder.test.ts': `import { test } from 'vitest'; test('passes', () => process.chdir('/'));`,
  'd-listener.test.ts': `import { test } from 'vitest'; test('passes', () => { process.on('SIGUSR2', () => {}); });`,
  'e-clean.test.ts': `import { expect, test } from 'vitest';
test('starts as if it were the first', () => { expect(process.env.KBTS_PLANTED).toBeUndefined(); expect(process.cwd()).not.toBe('/'); });`,
};

test('a file that leaves a server, a variable, a working directory or a listener fails', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(path.resolve('node_modules', '.kbts-leaks-'));
  try {
    for (const [name, text] of Object.entries(suites)) writeFileSync(path.join(folder, name), text);
    const config = path.join(folder, 'vitest.config.mjs');
    const setup = JSON.stringify(path.resolve('test/lanes/leaves-nothing.ts'));
    writeFileSync(
      config,
      `export default { test: { dir: ${JSON.stringify(folder)}, exclude: [], maxWorkers: 1, isolate: false, setupFiles: [${setup}],
        env: { KBTS_CLOSING_MS: '200' }, reporters: ['json'] } };`,
    );
    const { stdout } = spawnSync(
      process.execPath,
      [path.resolve('node_modules/vitest/vitest.mjs'), 'run', '--config', config],
      {
        encoding: 'utf8',
        env: {
          ...process.env,
          NO_COLOR: '1',
          VITEST: undefined,
          VITEST_WORKER_ID: undefined,
          VITEST_POOL_ID: undefined,
        },
      },
    );
    const { testResults } = JSON.parse(stdout) as { testResults: { name: string; message: string }[] };
    const messages = Object.fromEntries(testResults.map(({ name, message }) => [path.basename(name)[0], message]));

    expect(messages['a']).toContain('1 × TCPServerWrap');
    expect(messages['b']).toContain('variable KBTS_PLANTED');
    expect(messages['c']).toContain('working directory /');
    expect(messages['d']).toContain('1 listener(s) of process "SIGUSR2"');
    expect(messages['e']).toBe('');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
