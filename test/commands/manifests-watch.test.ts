import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { watchManifests } from '../../src/commands/manifests-watch.js';

test('runs once, again after each change also when it was wrong, and ends with the signal', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'kbts-watch-'));
  mkdirSync(path.join(root, 'src'));
  const source = path.join(root, 'src/a.ts');
  writeFileSync(source, 'export {};\n');
  const stop = new AbortController();
  const seen: string[] = [];

  await watchManifests(
    { root },
    {
      onPlan: (plan) => {
        seen.push(`${plan.changes.length} changes`);
        if (seen.length === 1) writeFileSync(source, '// +kubebuilder:rbac:nonsense\n');
        else stop.abort();
      },
      onError: () => {
        seen.push('error');
        writeFileSync(source, '// +kubebuilder:rbac:groups=a,resources=b,verbs=get\n');
      },
    },
    stop.signal,
  );

  expect(seen[0]).toBe('0 changes');
  expect(seen).toContain('error');
  expect(seen.at(-1)).toBe('1 changes');
  rmSync(root, { recursive: true, force: true });
});

test('a folder that does not exist is named', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'kbts-watch-'));

  const watching = watchManifests(
    { root, paths: ['no-such/**'] },
    { onPlan: () => undefined, onError: () => undefined },
    new AbortController().signal,
  );

  await expect(watching).rejects.toMatchObject({ code: 'no-sources', message: expect.stringContaining('no-such/**') });
  rmSync(root, { recursive: true, force: true });
});
