import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readOlmManifests, releaseAddress } from '../../../../../src/commands/ship/olm/setup/olm-manifests.js';
import { temporaryFolder } from '../../../../project-folder.js';
import { caught } from '../../../cluster/project-fixture.js';

const crds = 'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: { name: a }\n';
const olm = '---\n# nothing\n---\napiVersion: v1\nkind: Namespace\nmetadata: { name: olm }\n---\n';

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const { root, clean } = await temporaryFolder('olm');
  onTestFinished(clean);
  await mkdir(path.join(root, 'manifests'));
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(root, 'manifests', name), text);
  return root;
}

async function serve(answer: (url: string) => readonly [number, string]): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    const [status, text] = answer(url);
    response.writeHead(status).end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a folder is read from the root of the command', async () => {
  const root = await folderWith({ 'crds.yaml': crds, 'olm.yaml': olm });
  const found = await readOlmManifests({ root, version: '0.38.0', from: 'manifests' });
  expect([found.crds.length, found.others.map(({ kind }) => kind)]).toEqual([1, ['Namespace']]);
});

test('an address is asked for both files', async () => {
  const asked: string[] = [];
  const from = await serve((url) => {
    asked.push(url);
    return [200, url.endsWith('crds.yaml') ? crds : olm];
  });
  await readOlmManifests({ root: '/', version: '0.38.0', from: `${from}/v1/` });
  expect(asked).toEqual(['/v1/crds.yaml', '/v1/olm.yaml']);
});

test.each([
  ['0.38.0', 'download/v0.38.0'],
  ['v0.28.0', 'download/v0.28.0'],
  ['latest', 'latest/download'],
])('version %s is at %s', (version, end) => {
  expect(releaseAddress(version)).toBe(
    `https://github.com/operator-framework/operator-lifecycle-manager/releases/${end}`,
  );
});

test.each([
  ['no such release', [404, 'Not Found'], 'crds.yaml cannot be downloaded: it answers with 404 Not Found'],
  [
    'a page for people',
    [200, '<html><body>Log in</body></html>'],
    'document 1 has no apiVersion, kind and metadata.name',
  ],
  ['no YAML', [200, 'a: [1'], 'crds.yaml is no list of Kubernetes objects'],
  ['nothing', [200, ''], 'it is empty'],
] as const)('%s is told, with the way without the internet', async (_, answer, message) => {
  const from = await serve(() => answer);
  const error = await caught(readOlmManifests({ root: '/', version: '0.38.0', from }));
  expect([error.code, error.message]).toEqual(['olm-manifests', expect.stringContaining(message)]);
  expect(error.fix).toContain('--from');
});

test('an address where nobody answers, and a folder without the files, are told', async () => {
  const closed = await caught(readOlmManifests({ root: '/', version: '0.38.0', from: 'http://127.0.0.1:1' }));
  expect([closed.message, closed.fix]).toEqual([
    expect.stringMatching(/crds\.yaml cannot be downloaded: .*(?:ECONNREFUSED|bad port)/),
    expect.stringContaining('download crds.yaml and olm.yaml on another machine'),
  ]);
  const root = await folderWith({ 'crds.yaml': crds });
  const missing = await caught(readOlmManifests({ root, version: '0.38.0', from: 'manifests' }));
  expect(missing.message).toMatch(/olm\.yaml does not exist/);
});

test.each(['', 'nope', '1.0', '../../../../evil/olm/releases/download/v1.0.0'])(
  '%j is no version of OLM',
  (version) => {
    expect(() => releaseAddress(version)).toThrow(`--version "${version}" is not a version of OLM`);
  },
);

test('manifests for the whole cluster are not read over plain http', async () => {
  const { code, message } = await caught(
    readOlmManifests({ root: '/', version: '0.38.0', from: 'http://olm.example.com/v1' }),
  );
  expect(code).toBe('olm-manifests');
  expect(message).toContain('not https');
});
