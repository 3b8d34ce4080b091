import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../project-folder.js';
import { runCli } from '../fakes/run-cli.js';

async function inFolder(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const folder = await temporaryFolder('bundle');
  onTestFinished(folder.clean);
  return runCli(folder.root, args);
}

test.each(['run bundle', 'run bundle-upgrade', 'bundle run', 'bundle upgrade'])(
  '%s without a bundle says how to make one',
  async (name) => {
    const { code, stderr } = await inFolder(...name.split(' '));
    expect([code, stderr]).toEqual([1, expect.stringContaining('kbts bundle generate')]);
  },
);

test('an image in place of a folder is told so', async () => {
  const { code, stderr } = await inFolder('run', 'bundle', 'ghcr.io/acme/shop-bundle:v1');
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/ghcr\.io\/acme\/shop-bundle:v1 is an image, not a folder/),
  ]);
});

test('cleanup asks for a package, and for a cluster', async () => {
  const nameless = await inFolder('cleanup');
  expect([nameless.code, nameless.stderr]).toEqual([2, expect.stringContaining("missing required argument 'package'")]);
  const { code, stderr } = await inFolder('cleanup', 'shop', '--kubeconfig', 'nowhere.yaml');
  expect([code, stderr]).toEqual([1, expect.stringContaining('no-cluster')]);
});

test('durations are checked', async () => {
  const { code, stderr } = await inFolder('run', 'bundle', '--timeout', 'soon');
  expect([code, stderr]).toEqual([2, expect.stringContaining('"soon" is not a duration')]);
});
