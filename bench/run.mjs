#!/usr/bin/env node
// `make bench`: runs every bench, one after another, each in a process of its own, and prints all goals in one table at the end.
// Usage: node bench/run.mjs [name ...], such as runtime start-turns; `node bench/NAME.mjs` says how to run one row of it.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const folder = import.meta.dirname;
const parts = new Set(['run', 'measure', 'peer']);
const all = readdirSync(folder)
  .filter((file) => file.endsWith('.mjs'))
  .map((file) => path.basename(file, '.mjs'))
  .filter((name) => !parts.has(name))
  .sort();
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !all.includes(name));
if (unknown.length > 0) throw new Error(`there is no bench ${unknown.join(', ')}, only ${all.join(', ')}`);

const work = mkdtempSync(path.join(tmpdir(), 'kbts-bench-run-'));
const verdicts = path.join(work, 'verdicts.txt');
const failed = [];
try {
  writeFileSync(verdicts, '');
  for (const name of asked.length > 0 ? asked : all) {
    const settings = { stdio: 'inherit', env: { ...process.env, KBTS_BENCH_VERDICTS: verdicts } };
    const before = readFileSync(verdicts, 'utf8').length;
    const { status } = spawnSync(process.execPath, [path.join(folder, `${name}.mjs`)], settings);
    if (status !== 0) failed.push(name);
    if (status !== 0 && readFileSync(verdicts, 'utf8').length === before)
      writeFileSync(verdicts, `  FAILED ${name}: it ended before it had measured anything\n`, { flag: 'a' });
  }
  console.log(`\nall goals\n${readFileSync(verdicts, 'utf8')}`);
} finally {
  rmSync(work, { recursive: true });
}
if (failed.length > 0) {
  console.log(`over budget or failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
