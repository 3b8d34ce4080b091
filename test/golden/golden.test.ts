import { cp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCli } from '../cli/fakes/run-cli.js';
import { temporaryFolder } from '../project-folder.js';
import { snapshot } from '../snapshot.js';

/** `npm run golden` rewrites the golden projects; a change of them needs its reason in the commit. */
const isUpdating = process.env.UPDATE_GOLDEN === '1';

describe.each(['guestbook', 'several-groups', 'namespaced', 'deploy-image'])('golden project %s', (name) => {
  const golden = path.resolve('test/golden/projects', name);

  test('is what the commands write, byte for byte', async () => {
    const commands = (await readFile(path.join(golden, '..', `${name}.txt`), 'utf8')).trim().split('\n');
    const { root, clean } = await temporaryFolder('golden');
    for (const command of commands) {
      const { code, stderr } = await runCli(root, command.replace(/^kbts /, '').split(' '), { env: {} });
      expect(code, `${command}\n${stderr}`).toBe(0);
    }

    if (isUpdating) {
      await rm(golden, { recursive: true, force: true });
      await cp(root, golden, { recursive: true });
    }
    expect(withoutYear(await snapshot(root))).toEqual(withoutYear(await snapshot(golden)));
    await clean();
  }, 120_000);
});

/** The licence header carries the current year. */
function withoutYear(files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).map(([file, text]) => [file, text.replaceAll(/Copyright \d{4}/g, 'Copyright YEAR')]),
  );
}
