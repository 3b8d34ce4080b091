// kbts manifests on types that are computed (bench/type-programs), beside what TypeScript's own compiler takes to check
// them: `tsc --noEmit` of the TypeScript that this repository uses. Needs `npm run build`. Budgets, of tsc's time for
// the same program in the same run: 3 for each program, 1 for type-fest. Exits with 1 over budget, and when one of the
// two refuses a program.
//
// With `each`, the most used types of type-fest instead, each a program of its own: those of the tests
// (test/conformance/random-programs/type-fest.json), of which some are refused.
//
// Nothing of an earlier run of the program is left; V8's compiled form of kbts is warm. Rounds alternate. With
// KBTS_BENCH=cpu budgets are judged by processor time, for machines that others use as well.
// Usage: node bench/types.mjs [rounds] [each]
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { median, verdict } from './measure.mjs';
import { PROGRAMS, programOf } from './type-programs/programs.mjs';

const root = path.dirname(import.meta.dirname);
const rounds = Number(process.argv[2] ?? 7);
const unit = process.env.KBTS_BENCH === 'cpu' ? 'cpu' : 'ms';
const kbts = process.env.KBTS_BIN ?? path.join(root, 'bin', 'kbts.js');
const tsc = path.join(root, 'node_modules/.bin/tsc');
const work = mkdtempSync(path.join(tmpdir(), 'kbts-bench-types-'));
// This variable costs Node more time at each start than anything that is measured here.
const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
const options = { strict: true, noEmit: true, skipLibCheck: true, types: [], target: 'ES2022' };
const compilerOptions = { ...options, module: 'nodenext', moduleResolution: 'nodenext' };

/** Each program is a project of its own, with kbts and type-fest installed. */
function prepare(name, text) {
  const folder = path.join(work, name.replaceAll(/\W+/g, '-'));
  mkdirSync(path.join(folder, 'src/api/v1'), { recursive: true });
  mkdirSync(path.join(folder, 'node_modules'));
  symlinkSync(root, path.join(folder, 'node_modules/kbts'));
  for (const name of ['type-fest', 'tagged-tag'])
    symlinkSync(path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name));
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }\n');
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
  writeFileSync(path.join(folder, 'src/api/v1/groupversion.ts'), '// +groupName=bench.kbts.dev\n\nexport {};\n');
  writeFileSync(path.join(folder, 'src/api/v1/row.types.ts'), text);
  return folder;
}

/** Whole processes: time by the clock, and processor time with that of their children. */
function run(cwd, command, args, status = 0) {
  const started = process.hrtime.bigint();
  const result = spawnSync('/usr/bin/time', ['-f', '%U %S', command, ...args], { cwd, env, encoding: 'utf8' });
  const ms = Number(process.hrtime.bigint() - started) / 1e6;
  if (result.status !== status) throw new Error(`${command} ${args.join(' ')}: ${result.stdout}${result.stderr}`);
  const [user = 0, system = 0] = result.stderr.trim().split('\n').at(-1).split(' ').map(Number);
  return { ms, cpu: (user + system) * 1000 };
}

function measure(folder, status) {
  const cases = {
    tsc: () => run(folder, tsc, ['--noEmit', '-p', '.']),
    kbts: () => {
      for (const left of ['node_modules/.cache', 'config'])
        rmSync(path.join(folder, left), { recursive: true, force: true });
      return run(folder, process.execPath, [kbts, 'manifests', 'crd'], status);
    },
  };
  for (const one of Object.values(cases)) one();
  const runs = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) for (const [name, one] of Object.entries(cases)) runs[name].push(one());
  const of = (name, field) => median(runs[name].map((one) => one[field]));
  return Object.fromEntries(Object.keys(cases).map((name) => [name, { ms: of(name, 'ms'), cpu: of(name, 'cpu') }]));
}

/** Measures the programs of this list: name, text, what kbts exits with, and what it may take. */
function compare(programs) {
  for (const { name, text, status, most } of programs) {
    const results = measure(prepare(name, text), status);
    console.log(`\n${name}`);
    for (const [who, { ms, cpu }] of Object.entries(results))
      console.log(`  ${who.padEnd(5)} ${ms.toFixed(0)} ms, processor ${cpu.toFixed(0)} ms`);
    verdict({
      what: `types, ${name}: manifests, of tsc --noEmit`,
      value: results.kbts[unit] / results.tsc[unit],
      most,
    });
  }
}

function eachType() {
  const list = path.join(root, 'test/conformance/random-programs/type-fest.json');
  const { work: working, refused } = JSON.parse(readFileSync(list, 'utf8'));
  const program = (status) => (type) => ({ name: `type-fest's ${type}`, text: programOf(type), status, most: 1 });
  return [...working.map(program(0)), ...refused.map(program(1))];
}

function allPrograms() {
  return Object.entries(PROGRAMS).map(([name, text]) => ({
    name,
    text,
    status: 0,
    most: name === 'type-fest' ? 1 : 3,
  }));
}

try {
  console.log(`budgets by ${unit === 'cpu' ? 'processor time' : 'the clock'}`);
  compare(process.argv[3] === 'each' ? eachType() : allPrograms());
} finally {
  rmSync(work, { recursive: true, force: true });
}
