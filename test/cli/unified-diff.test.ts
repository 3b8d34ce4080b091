import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { unifiedDiff } from '../../src/cli/unified-diff.js';

test('equal texts have no difference', () => {
  expect(unifiedDiff('a', 'x\n', 'x\n')).toBe('');
});

test('a changed line is shown with three lines around it', () => {
  const before = '1\n2\n3\n4\n5\n6\n7\n8\n9\n';

  expect(unifiedDiff('n.txt', before, before.replace('5', 'five'))).toBe(
    '--- a/n.txt\n+++ b/n.txt\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n',
  );
});

test('new and deleted files come from and go to nowhere', () => {
  expect(unifiedDiff('n', undefined, 'a\n')).toBe('--- /dev/null\n+++ b/n\n@@ -0,0 +1,1 @@\n+a\n');
  expect(unifiedDiff('n', 'a\n', undefined)).toBe('--- a/n\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a\n');
});

test('patch(1) makes the new text out of the old one and the diff', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kbts-diff-'));
  const line = fc.constantFrom('a', 'b', 'c', 'd', '');
  const text = fc.array(line, { minLength: 1, maxLength: 30 }).map((lines) => lines.map((one) => `${one}\n`).join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      fc.pre(before !== after);
      writeFileSync(path.join(folder, 'file'), before);
      const { status, stderr, stdout } = spawnSync('patch', ['-p1', '--quiet'], {
        cwd: folder,
        input: unifiedDiff('file', before, after),
      });

      expect(status, `${stdout}${stderr}`).toBe(0);
      expect(readFileSync(path.join(folder, 'file'), 'utf8')).toBe(after);
    }),
    { numRuns: 60 },
  );
});
