import { expect, test } from 'vitest';
import { resolveKbtsDependency } from '../../src/commands/kbts-dependency.js';
import { packageVersion } from '../../src/package-root.js';

test('a given specifier is used as it is', async () => {
  expect(await resolveKbtsDependency({ cwd: '/', offline: false, spec: 'file:../kbts' })).toEqual({
    spec: 'file:../kbts',
  });
});

test('offline, the project gets a tarball of this program', async () => {
  const { spec, vendored } = await resolveKbtsDependency({ cwd: '/', offline: true });

  expect(spec).toBe(`file:vendor/kbts-${packageVersion()}.tgz`);
  // The first two bytes of every gzip file.
  expect([...(vendored?.content.subarray(0, 2) ?? [])]).toEqual([0x1f, 0x8b]);
});
