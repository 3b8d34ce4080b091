/** The API server's own packages as the judge of what rules say about an object, and of what that costs. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileRule } from '../../../../src/kubernetes/cel/rule.js';
import { declareType } from '../../../../src/kubernetes/cel/declared-type.js';
import { Budget, CallTooDear, OutOfBudget } from '../../../../src/kubernetes/cel/meter/meter.js';
import { celValue } from '../../../../src/kubernetes/cel/run/from-json.js';
import { ProgramCache } from '../../../../src/kubernetes/cel/run/program.js';
import { CelFailure } from '../../../../src/kubernetes/cel/run/values.js';
import { randomRules, RULES, SCHEMA } from '../rules.js';
import { OBJECTS } from './objects.js';
import { randomFrom } from '../../regex/random-patterns.js';
import { seedOf } from '../../../lanes/seed.js';

const folder = mkdtempSync(path.join(tmpdir(), 'kbts-cel-run-'));
const program = path.join(folder, 'judge');
const declared = declareType(SCHEMA) ?? expect.fail();
const programs = new ProgramCache({ self: declared.type, oldSelf: declared.type });

beforeAll(() => {
  execFileSync('go', ['build', '-o', program, '.'], { cwd: path.join(import.meta.dirname, '../go') });
}, 600_000);
afterAll(() => rmSync(folder, { recursive: true }));

test('rules that compile say the same of an object, at the same cost', () => {
  const seed = seedOf();
  const rules = [...RULES, ...randomRules(seed, 4000)].filter((rule) => {
    const { problems, usesOldSelf, cost } = compileRule({ rule }, declared);
    return problems.length === 0 && !usesOldSelf && cost < 1e9;
  });
  const cases = rules.flatMap((rule) => OBJECTS.map((object) => ({ rule, object })));

  const theirs = ask(cases);
  const different = cases.flatMap((one, index) => {
    const answer = theirs[index] ?? expect.fail();
    const [ours, judged] = [verdict(one), `${judgedAs(answer.broken)} for ${answer.spent}`];
    return ours === judged || (isUnordered(one.rule) && ours.split(' ')[0] === judged.split(' ')[0])
      ? []
      : [{ rule: one.rule, object: OBJECTS.indexOf(one.object), ours, judged, theirs: answer.broken }];
  });

  expect(different.slice(0, 25), `seed ${seed}, ${different.length} of ${cases.length} differ`).toEqual([]);
  expect(new Set(cases.map((one) => verdict(one).split(' ')[0]))).toEqual(new Set(['true', 'false', 'failure']));
}, 600_000);

test('rules on large objects exceed the limits in both, and cost the same below them', () => {
  const random = randomFrom(seedOf());
  const cases = Array.from({ length: CASES }, () => ({ rule: dearRule(random), object: largeObject(random) }));

  const theirs = ask(cases);
  const different = cases.flatMap(({ rule, object }, index) => {
    const [ours, answer] = [verdict({ rule, object }), theirs[index] ?? expect.fail()];
    const judged = `${judgedAs(answer.broken)} for ${answer.spent}`;
    return ours === judged ? [] : [{ rule, ours, judged, theirs: answer.broken }];
  });

  expect(different.slice(0, 25), `seed ${seedOf()}, ${different.length} of ${cases.length} differ`).toEqual([]);
  const stopped = theirs.filter(({ spent }) => spent === -1).length;
  expect(stopped).toBeGreaterThan(CASES / 10);
  expect(stopped).toBeLessThan(CASES);
}, 600_000);

/** A rule that is stopped takes a quarter of a second on each side. */
const CASES = 100;

const BODIES = [
  "$x.contains('a')",
  "$x.matches('^[a-z]+$')",
  '$x == self.name',
  '$x.size() > 1',
  "($x + self.name).replace('a', 'bb').size() > 2",
  "$x in self.texts || $x.startsWith('b')",
  'self.texts.exists($y, $y == $x)',
  "[$x, self.name].join('-').split('-').size() == 2",
  'self.texts.indexOf($x) >= 0',
  "{'a': $x}.all(k, k != $x)",
  "self.sub.?x.orValue($x) != '' || has(self.labels.a)",
  'self.numbers.map(n, n * 2).sum() > 0',
] as const;

/** Up to four folds around a body. */
function dearRule(random: () => number): string {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] ?? expect.fail();
  const depth = 1 + Math.floor(random() * 4);
  let rule = pick(BODIES)
    .replaceAll('$x', `x${depth - 1}`)
    .replaceAll('$y', 'y');
  for (let level = depth - 1; level >= 0; level--) {
    const range = pick(['self.texts', 'self.texts', 'self.texts.filter(t, t.size() > 0)', 'self.texts.map(t, t + t)']);
    const macro = pick([`all(x${level}, (${rule}) || true)`, `filter(x${level}, ${rule}).size() >= 0`]);
    rule = `${range}.${macro}`;
  }
  return rule;
}

function largeObject(random: () => number): Record<string, unknown> {
  const text = (): string => 'abé😀'.repeat(1 + Math.floor(random() * 8));
  const texts = Array.from({ length: 1 + Math.floor(random() * 60) }, text);
  const numbers = Array.from({ length: 30 }, (_, index) => index);
  return { min: 1, name: text(), list: [], texts, numbers, sub: random() < 0.5 ? { x: 'a' } : {}, labels: {} };
}

interface Case {
  readonly rule: string;
  readonly object: unknown;
}

/** Go goes through maps in any order, so what a fold costs that ends early is a matter of luck. */
function isUnordered(rule: string): boolean {
  return (
    /labels|counts|sub|other|\{|getQuery/.test(rule) &&
    /\b(all|exists|map|filter|exists_one|existsOne|transform\w+)\(/.test(rule)
  );
}

/** What a rule says of an object and what that costs; -1 is more than it may. */
function verdict({ rule, object }: Case): string {
  const budget = new Budget();
  const spent = (): number => 10_000_000 - budget.remaining;
  try {
    return `${String(programs.compile(rule).run({ self: celValue(object, SCHEMA) }, budget))} for ${spent()}`;
  } catch (error) {
    if (!(error instanceof CelFailure)) throw error;
    return `failure for ${error instanceof CallTooDear || error instanceof OutOfBudget ? -1 : spent()}`;
  }
}

function judgedAs(broken: string): string {
  if (broken === '<nil>') return 'true';
  return broken.includes('failed rule') ? 'false' : 'failure';
}

interface Answer {
  readonly broken: string;
  readonly spent: number;
}

function ask(cases: readonly Case[]): Answer[] {
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
  return lines.map((line) => (JSON.parse(line) as Answer[])[0] ?? { broken: '', spent: 0 });
}
