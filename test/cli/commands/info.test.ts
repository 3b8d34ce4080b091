import { expect, test } from 'vitest';
import { packageVersion } from '../../../src/package-root.js';
import { runCli, runOk } from '../run-cli.js';

test('version says what is inside', async () => {
  expect(await runOk('/', 'version')).toMatch(new RegExp(`^kbts ${packageVersion()} \\(Kubernetes 1\\.37, Node v`));
});

test('version -o json is for programs', async () => {
  expect(JSON.parse(await runOk('/', 'version', '-o', 'json'))).toEqual({
    version: packageVersion(),
    kubernetes: '1.37',
    node: process.version,
    platform: `${process.platform}/${process.arch}`,
  });
});

test('completion needs a shell', async () => {
  expect((await runCli('/', ['completion'])).code).toBe(2);
});
