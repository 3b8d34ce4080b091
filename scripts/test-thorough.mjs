#!/usr/bin/env node
// Runs the thorough lane: everything (before a release), or one part of it, as CI does.
//   node scripts/test-thorough.mjs              every file, then the fault suite and the compatibility table
//   node scripts/test-thorough.mjs --part auto  the part that the commit (or KBTS_PART) chooses
//   node scripts/test-thorough.mjs --list       what each part runs
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { thoroughFiles } from '../test/lanes/lane-files.mjs';
import { partsOf, secondsOf } from '../test/lanes/thorough-parts.mjs';

const { values } = parseArgs({ options: { part: { type: 'string' }, list: { type: 'boolean' } } });
const seconds = JSON.parse(readFileSync('test/lanes/thorough-seconds.json', 'utf8'));
const parts = partsOf(thoroughFiles(), seconds);

if (values.list) {
  for (const [index, units] of parts.entries()) {
    console.log(`part ${index} (about ${Math.round(secondsOf(units))} s): ${units.map(nameOf).join(' ')}`);
  }
} else if (values.part === undefined) {
  // Only here do random tests search on: a commit must not depend on luck.
  run('npx', ['vitest', 'run', '--project', 'thorough'], { KBTS_FRESH_SEEDS: '1' });
  run('make', ['faults']);
  run('make', ['compatibility']);
} else {
  const index = partNumber(values.part) % parts.length;
  const units = parts[index];
  console.log(`Part ${index} of the thorough lane (parts 0 to ${parts.length - 1}): ${units.map(nameOf).join(' ')}`);
  const slice = units[0].slice;
  run('npx', ['vitest', 'run', '--project', 'thorough', ...units.map(({ file }) => file)], {
    KBTS_PART: String(partNumber(values.part)),
    ...(slice !== undefined && { KBTS_SLICE: slice }),
  });
}

function nameOf({ file, slice }) {
  return slice === undefined ? file : `${file} (slice ${slice})`;
}

/** Which part: a number, or `auto` for KBTS_PART or else the hash of HEAD. */
function partNumber(given) {
  const text = given === 'auto' ? (process.env.KBTS_PART ?? '') : given;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  if (text !== '') throw new Error(`invalid part "${text}": must be a number`);
  return Number.parseInt(execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).slice(0, 8), 16);
}

function run(command, args, env = {}) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  if (status !== 0) process.exit(status ?? 1);
}
