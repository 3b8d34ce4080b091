/** What the lint of a scaffolded project finds. */
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runOk } from '../cli/fakes/run-cli.js';
import { linkPackages, localProgram, temporaryFolder } from '../project-folder.js';

const FORGOTTEN = `import type { Client } from 'kbts/runtime';
import { ConfigMap } from 'kbts/k8s/core/v1';

export async function reconcile(client: Client): Promise<void> {
  client.patch({ kind: ConfigMap, namespace: 'a', name: 'b' }, { type: 'merge', body: {} });
}
`;

test('a promise that nobody waits for', { timeout: 180_000 }, async () => {
  const { root, clean } = await temporaryFolder('lint');
  await runOk(root, 'init', '--skip-install', '--kbts', '*', '--domain', 'my.domain');
  await linkPackages(root);
  const lint = () =>
    spawnSync(localProgram('oxlint'), ['--type-aware', '--format=unix'], { cwd: root, encoding: 'utf8' });

  const before = lint();
  await writeFile(path.join(root, 'src', 'forgotten.ts'), FORGOTTEN);
  const after = lint();
  await clean();

  expect(before.status, before.stdout).toBe(0);
  expect(after.status, after.stdout).toBe(1);
  expect(after.stdout).toMatch(/src\/forgotten\.ts:5:.*no-floating-promises/);
});
