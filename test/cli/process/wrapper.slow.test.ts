/** Wrappers that end without passing it on, as npm does: the command ends, too. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../project-folder.js';
import { runOk } from '../fakes/run-cli.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder('shop');
  await runOk(folder.root, 'init', '--domain', 'my.domain', '--skip-install', '--kbts', '*');
});
afterAll(async () => folder.clean());

test.runIf(process.platform === 'linux').each(['SIGTERM', 'SIGKILL'] as const)(
  'a command that watches ends when its wrapper gets %s',
  async (signal) => {
    const program = path.resolve('bin/kbts.js');
    // As npm does it: a process, a shell that waits, and the command.
    const wrapper = path.join(folder.root, '../wrapper.mjs');
    writeFileSync(
      wrapper,
      `import { spawn } from 'node:child_process';
const shell = spawn('/bin/sh', ['-c', '"${process.execPath}" "${program}" manifests --watch; exit'], { stdio: 'inherit' });
process.on('SIGTERM', () => { shell.kill('SIGTERM'); process.exit(1); });
`,
    );
    const env = { ...process.env, npm_lifecycle_event: 'npx' };
    const child = spawn(process.execPath, [wrapper], { cwd: folder.root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    await once(child.stderr, 'data');
    // The command holds the other end of the pipe: it closes when the last of the three processes has ended.
    const closed = once(child.stderr, 'close');
    child.stderr.resume();
    child.stdout.resume();
    child.kill(signal);
    await closed;
    expect(child.killed).toBe(true);
  },
  60_000,
);
