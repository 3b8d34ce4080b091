#!/usr/bin/env node
// Writes docs/markers.md and docs/diagnostics.md from the data in src/.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const temporary = mkdtempSync(path.join(tmpdir(), 'kbts-docs-'));
try {
  for (const [source, name, file] of [
    ['src/markers/reference.ts', 'markerReference', 'markers.md'],
    ['src/model/diagnostic-codes.ts', 'diagnosticReference', 'diagnostics.md'],
  ]) {
    const outfile = path.join(temporary, `${name}.mjs`);
    await build({ absWorkingDir: root, entryPoints: [source], bundle: true, platform: 'node', format: 'esm', outfile });
    const module = await import(pathToFileURL(outfile).href);
    writeFileSync(path.join(root, 'docs', file), module[name]());
    console.log(`docs/${file}`);
  }
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
