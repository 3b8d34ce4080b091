import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('complete files in the book are those of the examples', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/docs-files.mjs', '--check'], {
    encoding: 'utf8',
  });

  expect(status, stdout + stderr).toBe(0);
});
