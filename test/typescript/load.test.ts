import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { findVendor, loadBundle, loadTsMorph, loadTypeScript } from '../../src/typescript/load.js';

test('loads the compiler that ts-morph carries', () => {
  expect(loadTypeScript().version).toBe(loadTsMorph().ts.version);
});

test('runs a bundle, also with a compiled form that does not fit', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kbts-vendor-'));
  const vendor = { script: path.join(folder, 'x.cjs'), cache: path.join(folder, 'x.cache') };
  writeFileSync(vendor.script, 'module.exports = { text: "ü", name: require("node:path").basename(__filename) };');
  writeFileSync(vendor.cache, 'nonsense');

  expect(loadBundle(vendor)).toEqual({ text: 'ü', name: 'x.cjs' });
  rmSync(folder, { recursive: true, force: true });
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
