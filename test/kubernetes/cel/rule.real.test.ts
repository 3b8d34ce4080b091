/** The API server's own packages as the judge: the same verdict, the same words, the same cost to the unit. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FUNCTION_TABLE } from '../../../src/kubernetes/cel/check/function-table.js';
import { declareType } from '../../../src/kubernetes/cel/declared-type.js';
import { compileRule, mostInRequest } from '../../../src/kubernetes/cel/rule.js';
import type { RuleText } from '../../../src/kubernetes/schema/structural.js';
import { randomRules, RULES, SCHEMA } from './rules.js';
import { seedOf } from '../../lanes/seed.js';

const folder = mkdtempSync(path.join(tmpdir(), 'kbts-cel-'));
const program = path.join(folder, 'judge');

beforeAll(() => {
  execFileSync('go', ['build', '-o', program, '.'], { cwd: path.join(import.meta.dirname, 'go') });
}, 600_000);
afterAll(() => rmSync(folder, { recursive: true }));

interface Verdict {
  readonly error: string;
  readonly messageError: string;
  readonly cost: number;
  readonly messageCost: number;
  readonly cardinality: number;
  readonly usesOldSelf: boolean;
}

test('the table of functions is that of the API server', () => {
  const theirs = execFileSync(program, ['functions'], { encoding: 'utf8' });
  if (process.env['UPDATE_GOLDEN'] !== undefined) {
    const file = 'src/kubernetes/cel/check/function-table.ts';
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(/`[^]*`/, () => `\`\n${theirs}\``),
    );
  }

  expect(FUNCTION_TABLE.trim()).toBe(theirs.trim());
});

test('rules written by hand, in all their uses', () => {
  const rules = RULES.flatMap((rule): RuleText[] => [
    { rule },
    { rule, optionalOldSelf: true },
    { rule: 'true', messageExpression: rule },
  ]);
  const theirs = ask(rules);

  expect(different(rules, theirs)).toEqual([]);
  if (process.env['UPDATE_GOLDEN'] !== undefined) {
    const lines = RULES.map((rule, index) => {
      const { error = '', cost = 0 } = theirs[index * 3] ?? {};
      return JSON.stringify([rule, error === '' ? cost : 'refused']);
    });
    writeFileSync(path.join(import.meta.dirname, 'verdicts.json'), `[\n${lines.join(',\n')}\n]\n`);
  }
});

test('1,500 random rules', () => {
  const seed = seedOf();
  const rules = randomRules(seed, 1500).map((rule) => ({ rule }));
  const theirs = ask(rules);

  const found = different(rules, theirs);
  expect(found.slice(0, 10), `seed ${seed}, ${found.length} differ`).toEqual([]);
  expect(theirs.filter(({ error }) => error === '').length).toBeGreaterThan(100);
}, 300_000);

function ask(rules: readonly RuleText[]): Verdict[] {
  const input = rules
    .map((rule) => ({ schema: { ...SCHEMA, 'x-kubernetes-validations': [rule] }, isRoot: false }))
    .map((question) => `${JSON.stringify(question)}\n`)
    .join('');
  const lines = execFileSync(program, { input, encoding: 'utf8', maxBuffer: 2 ** 30 })
    .trim()
    .split('\n');
  return lines.flatMap((line) => JSON.parse(line) as Verdict[]);
}

function different(rules: readonly RuleText[], theirs: readonly Verdict[]): unknown[] {
  return rules.flatMap((rule, index) => {
    const [ours, judged] = [verdictOf(rule), comparable(theirs[index] ?? verdictOf({ rule: '' }))];
    return JSON.stringify(ours) === JSON.stringify(judged) ? [] : [{ ...rule, ours, theirs: judged }];
  });
}

function verdictOf(rule: RuleText): Verdict {
  const type = declareType(SCHEMA);
  if (type === undefined) throw new Error('the schema has no type');
  const { problems, cost, messageCost = 0, usesOldSelf } = compileRule(rule, type);
  const detail = (field: string): string => problems.find((problem) => problem.field === field)?.detail ?? '';
  const error = detail('rule');
  const cardinality = error === '' ? mostInRequest(type) : 0;
  const isUsed = error === '' && usesOldSelf;
  return comparable({
    error,
    messageError: detail('messageExpression'),
    cost,
    messageCost,
    cardinality,
    usesOldSelf: isUsed,
  });
}

/** Names of types differ from run to run on the server, a broken grammar is described in other words; the first error counts. */
function comparable({ error, messageError, ...rest }: Verdict): Verdict {
  const plain = (text: string): string => {
    const [first = ''] = text.split('\nERROR');
    if (first.includes('Syntax error: ')) return 'syntax error';
    if (first.includes('instantiation failed: ')) return 'no program';
    return first.replaceAll(/selfType\d+/g, 'self').replaceAll(/_var\d+/g, '_var');
  };
  return {
    error: plain(error),
    messageError: plain(messageError),
    cost: rest.cost,
    messageCost: rest.messageCost,
    cardinality: rest.cardinality,
    usesOldSelf: rest.usesOldSelf,
  };
}
