/** The API server's own packages as the judge of what rules say about an object. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileRule } from '../../../../src/kubernetes/cel/rule.js';
import { declareType } from '../../../../src/kubernetes/cel/declared-type.js';
import { celValue } from '../../../../src/kubernetes/cel/run/from-json.js';
import { ProgramCache } from '../../../../src/kubernetes/cel/run/program.js';
import { CelFailure } from '../../../../src/kubernetes/cel/run/values.js';
import { randomRules, RULES, SCHEMA } from '../rules.js';
import { OBJECTS } from './objects.js';
import { freshSeed } from '../../../lanes/fresh-seed.js';

const folder = mkdtempSync(path.join(tmpdir(), 'kbts-cel-run-'));
const program = path.join(folder, 'judge');
const declared = declareType(SCHEMA) ?? expect.fail();
const programs = new ProgramCache({ self: declared.type, oldSelf: declared.type });

beforeAll(() => {
  execFileSync('go', ['build', '-o', program, '.'], { cwd: path.join(import.meta.dirname, '../go') });
}, 600_000);
afterAll(() => rmSync(folder, { recursive: true }));

test('rules that compile say the same of an object', () => {
  const seed = freshSeed('KBTS_SEED');
  console.log(`KBTS_SEED=${seed}`);
  const rules = [...RULES, ...randomRules(seed, 4000)].filter((rule) => {
    const { problems, usesOldSelf, cost } = compileRule({ rule }, declared);
    return problems.length === 0 && !usesOldSelf && cost < 1e9;
  });
  const cases = rules.flatMap((rule) => OBJECTS.map((object) => ({ rule, object })));

  const theirs = ask(cases);
  const different = cases.flatMap((one, index) => {
    const [ours, judged] = [verdict(one), judgedAs(theirs[index] ?? '')];
    return ours === judged
      ? []
      : [{ rule: one.rule, object: OBJECTS.indexOf(one.object), ours, judged, theirs: theirs[index] }];
  });

  expect(different.slice(0, 25), `seed ${seed}, ${different.length} of ${cases.length} differ`).toEqual([]);
  expect(new Set(cases.map(verdict))).toEqual(new Set(['true', 'false', 'failure']));
}, 600_000);

interface Case {
  readonly rule: string;
  readonly object: unknown;
}

function verdict({ rule, object }: Case): string {
  try {
    return String(programs.compile(rule).run({ self: celValue(object, SCHEMA) }));
  } catch (error) {
    if (!(error instanceof CelFailure)) throw error;
    return 'failure';
  }
}

function judgedAs(broken: string): string {
  if (broken === '<nil>') return 'true';
  return broken.includes('failed rule') ? 'false' : 'failure';
}

function ask(cases: readonly Case[]): string[] {
  const input = cases
    .map(({ rule, object }) => ({
      schema: { ...SCHEMA, 'x-kubernetes-validations': [{ rule }] },
      isRoot: false,
      object,
    }))
    .map((question) => `${JSON.stringify(question)}\n`)
    .join('');
  const lines = execFileSync(program, { input, encoding: 'utf8', maxBuffer: 2 ** 30 })
    .trim()
    .split('\n');
  return lines.map((line) => (JSON.parse(line) as { broken: string }[])[0]?.broken ?? '');
}
