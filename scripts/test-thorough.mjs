#!/usr/bin/env node
// Runs the thorough lane: everything (before a release), or one part of it, as CI does.
//   node scripts/test-thorough.mjs              every file, then the fault suite and the compatibility table
//   node scripts/test-thorough.mjs --part auto  the part that the commit (or KBTS_PART) chooses
//   node scripts/test-thorough.mjs --list       what each part runs
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { partsOf } from '../test/lanes/thorough-parts.mjs';

const { values } = parseArgs({ options: { part: { type: 'string' }, list: { type: 'boolean' } } });
const seconds = JSON.parse(readFileSync('test/lanes/thorough-seconds.json', 'utf8'));
const parts = partsOf(thoroughFiles(), seconds);

if (values.list) {
  for (const [index, units] of parts.entries()) {
    const total = units.reduce((sum, unit) => sum + unit.seconds, 0);
    console.log(`part ${index} (${Math.round(total)} s of one core): ${units.map(nameOf).join(' ')}`);
  }
} else if (values.part === undefined) {
  run('npx', ['vitest', 'run', '--project', 'thorough']);
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

/** As the project "thorough" of vitest.config.ts includes them. */
function thoroughFiles() {
  const named = /\.thorough\.test\.ts$/;
  const inParts = /from '[./]*\/(?:lanes\/thorough|growth)\.js'/;
  return readdirSync('test', { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join('test', file.replaceAll('\\', '/')))
    .filter((file) => file.endsWith('.test.ts') && !/\.real\.test\.ts$|\/golden\/projects\//.test(file))
    .filter((file) => named.test(file) || inParts.test(readFileSync(file, 'utf8')))
    .sort();
}

function run(command, args, env = {}) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  if (status !== 0) process.exit(status ?? 1);
}
