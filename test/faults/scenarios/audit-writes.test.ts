import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readWrites, repeated } from './audit-writes.js';

const line = (verb: string, resource: string, code: number, more: object = {}): string =>
  JSON.stringify({
    verb,
    user: { username: 'manager' },
    objectRef: { resource, name: 'a' },
    responseStatus: { code },
    ...more,
  });

test('reads the writes of one user, without leases', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'kbts-audit-'));
  const file = path.join(folder, 'audit.log');
  const status = { objectRef: { resource: 'widgets', subresource: 'status', name: 'a' } };
  const lines = [
    line('create', 'configmaps', 201),
    line('create', 'configmaps', 201, { user: { username: 'other' } }),
    line('update', 'leases', 200),
    line('patch', 'widgets', 500, status),
  ];
  await writeFile(file, `${lines.join('\n')}\n`);

  const found = await readWrites(file, 'manager');
  await rm(folder, { recursive: true });

  expect(found).toEqual([
    { verb: 'create', resource: 'configmaps', name: 'a', code: 201 },
    { verb: 'patch', resource: 'widgets/status', name: 'a', code: 500 },
  ]);
});

test('reports writes that were done too often, and ignores refused ones', () => {
  const write = { verb: 'create', resource: 'configmaps', name: 'a', code: 201 };

  expect(repeated([write, { ...write, code: 500 }], 1)).toEqual([]);
  expect(repeated([write, write], 1)).toEqual(['create configmaps/a was done 2 times, not 1']);
});
