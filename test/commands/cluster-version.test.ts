import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { currentClusterVersion } from '../../src/commands/cluster-version.js';
import { startControlPlane } from '../../src/testing/index.js';
import { temporaryFolder } from '../project-folder.js';

const original = process.env.KUBECONFIG;
afterEach(() => {
  if (original === undefined) delete process.env.KUBECONFIG;
  else process.env.KUBECONFIG = original;
});

test('asks the cluster of the current context', async () => {
  const plane = await startControlPlane({ kind: 'embedded' });
  const { root, clean } = await temporaryFolder();
  process.env.KUBECONFIG = path.join(root, 'config');
  await writeFile(process.env.KUBECONFIG, plane.kubeconfig());

  expect(await currentClusterVersion()).toContain(`at ${plane.config.server}`);

  await plane.stop();
  await clean();
});
