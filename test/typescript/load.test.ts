import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { findVendor, loadTsMorph, loadTypeScript } from '../../src/typescript/load.js';

test('loads the compiler that ts-morph carries', () => {
  expect(loadTypeScript().version).toBe(loadTsMorph().ts.version);
});

test('finds the bundle beside a built CLI', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kbts-dist-'));
  mkdirSync(path.join(folder, 'vendor'));
  writeFileSync(path.join(folder, 'vendor/typescript.cjs'), '');

  expect(findVendor('typescript', pathToFileURL(path.join(folder, 'cli/chunk.js')).href)?.script).toBe(
    path.join(folder, 'vendor/typescript.cjs'),
  );
  expect(findVendor('ts-morph', pathToFileURL(path.join(folder, 'cli/chunk.js')).href)).toBeUndefined();
  rmSync(folder, { recursive: true, force: true });
});
