#!/usr/bin/env node
// `make bench`: runs every bench, one after another, each in a process of its own.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';

const folder = import.meta.dirname;
const parts = new Set(['run.mjs', 'measure.mjs', 'peer.mjs']);
const failed = [];
for (const file of readdirSync(folder)
  .filter((name) => name.endsWith('.mjs') && !parts.has(name))
  .sort()) {
  const { status } = spawnSync(process.execPath, [path.join(folder, file)], { stdio: 'inherit' });
  if (status !== 0) failed.push(file);
}
if (failed.length > 0) {
  console.log(`\nover budget or failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
