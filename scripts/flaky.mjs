#!/usr/bin/env node
// Runs test files many times while all cores are busy, and reports how often each test failed.
//
//   node scripts/flaky.mjs test/a.test.ts test/b.test.ts   thirty rounds
//   node scripts/flaky.mjs --times 5 'test/runtime/**'     files that match a glob
//   node scripts/flaky.mjs history                         files that a commit fix(test…) changed
//   node scripts/flaky.mjs history -- --project real       flags of vitest
//
// The exit code is 1 when a test failed. Logs of failed rounds are kept.
import { spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startLoad } from './flaky/load.mjs';
import { selectFiles } from './flaky/select-files.mjs';
import { Tally } from './flaky/tally.mjs';

const exitCodes = { SIGINT: 130, SIGTERM: 143 };
const vitest = path.join(path.dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');

const end = process.argv.indexOf('--');
const [own, vitestFlags] =
  end < 0 ? [process.argv.slice(2), []] : [process.argv.slice(2, end), process.argv.slice(end + 1)];
const { values, positionals } = parseArgs({
  args: own,
  allowPositionals: true,
  options: {
    times: { type: 'string', default: '30' },
    burners: { type: 'string', default: String(availableParallelism()) },
  },
});
const times = wholeNumber('times', 1);
const burners = wholeNumber('burners', 0);
const files = selectFiles(positionals.flatMap((words) => words.split(/\s+/)).filter(Boolean));
if (files.length === 0) fail(`no test files match "${positionals.join(' ')}": pass files, globs or "history"`);

const folder = mkdtempSync(path.join(tmpdir(), 'kbts-flaky-'));
const tally = new Tally();
const load = startLoad(burners);
let running;
for (const signal of Object.keys(exitCodes)) process.once(signal, () => stop(signal));

try {
  process.stderr.write(`${files.length} files, ${times} rounds, ${burners} processes that only use CPU\n`);
  for (let round = 1; round <= times; round++) {
    const began = performance.now();
    const failures = tally.add(await runOnce(round));
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    process.stderr.write(`round ${round} of ${times}: ${failures} failed, ${seconds} s\n`);
    if (failures === 0) rmSync(logOf(round), { force: true });
  }
} finally {
  load.stop();
}
finish(tally.hasFailures ? 1 : 0);

/** One run of vitest over all files: its report, and its exit code. */
async function runOnce(round) {
  const reportFile = path.join(folder, `round-${round}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const log = createWriteStream(logOf(round));
  running = spawn(process.execPath, [vitest, 'run', ...reporters, ...vitestFlags, ...files], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  });
  for (const stream of [running.stdout, running.stderr]) stream.pipe(log, { end: false });
  const exitCode = await new Promise((resolve, reject) => {
    running.once('error', reject);
    running.once('close', resolve);
  });
  running = undefined;
  await new Promise((resolve) => log.end(resolve));
  return { log: logOf(round), exitCode, report: readReport(reportFile) };
}

/** Undefined when vitest ended before it wrote the report. */
function readReport(file) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    rmSync(file);
    return report;
  } catch {
    return undefined;
  }
}

function logOf(round) {
  return path.join(folder, `round-${round}.log`);
}

/** Prints the results so far: a long run that was interrupted is not lost. */
function stop(signal) {
  load.stop();
  running?.kill(signal);
  finish(exitCodes[signal]);
}

function finish(exitCode) {
  process.stdout.write(`${tally.summary()}\n`);
  if (!tally.hasFailures) rmSync(folder, { recursive: true, force: true });
  process.exit(exitCode);
}

function wholeNumber(name, least) {
  const value = Number(values[name]);
  if (!Number.isInteger(value) || value < least)
    fail(`invalid --${name} "${values[name]}": must be a whole number, at least ${least}`);
  return value;
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}
