import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { packageVersion } from '../../../src/package-root.js';
import { runCli, runOk } from '../fakes/run-cli.js';

test('version says what is inside', async () => {
  expect(await runOk('/', 'version')).toMatch(new RegExp(`^kbts ${packageVersion()} \\(Kubernetes 1\\.37, Node v`));
});

test('version -o json is for programs', async () => {
  expect(JSON.parse(await runOk('/', 'version', '-o', 'json'))).toEqual({
    version: packageVersion(),
    kubernetes: '1.37',
    node: process.version,
    platform: `${process.platform}/${process.arch}`,
    supported: {
      servers: ['1.35', '1.36', '1.37'],
      node: expect.arrayContaining(['20.19']),
      layouts: expect.any(Array),
    },
  });
});

test('what works with this version is what the page of the book says', async () => {
  const page = await readFile('docs/book/compatibility.md', 'utf8');
  const { supported } = JSON.parse(await runOk('/', 'version', '-o', 'json')) as {
    supported: { servers: string[]; node: string[]; layouts: string[] };
  };

  // A release counts as supported when the table of `make compatibility` has its tests.
  const passed = [...page.matchAll(/^\| (\d+\.\d+)\.\d+ \| \d+ tests passed \| \d+ tests passed \|$/gm)];
  const tested = new Set(passed.map(([, release]) => release));
  expect(supported.servers.filter((release) => release !== '1.37' && !tested.has(release))).toEqual([]);
  for (const version of supported.node) expect(page).toContain(version);
  expect(page).toContain(supported.layouts[0]);
});

test('completion needs a shell', async () => {
  expect((await runCli('/', ['completion'])).code).toBe(2);
});
