import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readManifests } from '../../src/testing/manifests.js';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kbts-manifests-'));
});
afterEach(() => rm(folder, { recursive: true }));

const manifest = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name} }\n`;
const file = (name: string, text: string): Promise<void> => writeFile(path.join(folder, name), text);

describe('manifests', () => {
  test('all documents of a folder by file name; kustomization, other files and subfolders are passed over', async () => {
    await mkdir(path.join(folder, 'patches.yaml'));
    await rm(path.join(folder, 'patches.yaml'), { recursive: true });
    await file('b.yml', `${manifest('b1')}---\n---\n${manifest('b2')}`);
    await file(
      'a.json',
      JSON.stringify({
        apiVersion: 'v1',
        kind: 'List',
        items: [{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } }],
      }),
    );
    await file('kustomization.yaml', 'resources: []');
    await file('README.md', '# no');
    await mkdir(path.join(folder, 'patches'));

    const names = (await readManifests([folder])).map(({ metadata }) => metadata.name);

    expect(names).toEqual(['a', 'b1', 'b2']);
  });

  test('a path that is not there is an error that names it', async () => {
    await expect(readManifests([path.join(folder, 'none')])).rejects.toThrow(
      /no file or folder .*none.*kbts manifests/,
    );
  });

  test('broken YAML is an error with file and line', async () => {
    await file('a.yaml', 'apiVersion: v1\nkind: [');

    await expect(readManifests([folder])).rejects.toThrow(/a\.yaml: .*line 2/s);
  });

  test('what is no manifest is an error', async () => {
    await file('a.yaml', 'hello: world');

    await expect(readManifests([folder])).rejects.toThrow('a.yaml is not a Kubernetes manifest');
  });
});
