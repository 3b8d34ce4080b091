import { writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { changesOperator, WatchedSources } from '../../../../src/commands/cluster/dev/watched-sources.js';
import { temporaryFolder } from '../project-fixture.js';

test('changes that come together are one, and files that do not matter are none', async () => {
  await using temporary = await temporaryFolder();
  await mkdir(path.join(temporary.folder, 'src/deep'), { recursive: true });
  using sources = new WatchedSources(temporary.folder, ['src', 'missing'], (file) => file.endsWith('.ts'));

  const changed = sources.next(new AbortController().signal);
  // Without a pause between them, however busy the machine is.
  for (const name of ['deep/a.ts', 'b.ts', 'c.md']) writeFileSync(path.join(temporary.folder, 'src', name), 'x');

  expect(await changed).toEqual(['src/b.ts', 'src/deep/a.ts']);
});

test('a signal ends the waiting', async () => {
  await using temporary = await temporaryFolder();
  using sources = new WatchedSources(temporary.folder, ['.'], () => true);
  const stopping = new AbortController();

  const changed = sources.next(stopping.signal);
  stopping.abort();

  expect(await changed).toEqual([]);
});

test.each([
  ['src/main.ts', true],
  ['src/api/v1/guestbook.types.ts', true],
  ['src/api/v1/reindex.ts', true],
  ['config/samples/webapp_v1_guestbook.yaml', true],
  ['src/controller/guestbook.controller.test.ts', false],
  ['src/api/v1/index.ts', false],
  ['src/api/v1/index.schema.ts', false],
  ['config/crd/bases/webapp.my.domain_guestbooks.yaml', false],
  ['config/webhook/manifests.yaml', false],
])('a change of %s starts the operator anew or applies the samples: %s', (file, expected) => {
  expect(changesOperator(file)).toBe(expected);
});
