import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { declareType } from '../../../src/kubernetes/cel/declared-type.js';
import { compileRule } from '../../../src/kubernetes/cel/rule.js';
import { RULES, SCHEMA } from './rules.js';

/** What the API server said; `rule.real.test.ts` asks it and writes the file. */
const verdicts = JSON.parse(readFileSync(path.join(import.meta.dirname, 'verdicts.json'), 'utf8')) as [
  string,
  number | 'refused',
][];
const type = declareType(SCHEMA);

test('there is a verdict of the API server on every rule', () => {
  expect(verdicts.map(([rule]) => rule)).toEqual(RULES);
});

test.each(verdicts)('%s: %s', (rule, verdict) => {
  const { problems, cost } = compileRule({ rule }, type ?? expect.fail());

  expect(problems.length === 0 ? cost : 'refused').toBe(verdict);
});

test('messages point to the place', () => {
  const { problems } = compileRule({ rule: "true &&\n  self.min == 'a'" }, type ?? expect.fail());

  expect(problems[0]?.detail).toBe(
    "compilation failed: ERROR: <input>:2:12: found no matching overload for '_==_' applied to '(int, string)'\n |   self.min == 'a'\n | ...........^",
  );
});

test('a message must be a string, and only counts when the rule is right', () => {
  const compile = (rule: string, messageExpression: string): unknown[] =>
    compileRule({ rule, messageExpression }, type ?? expect.fail()).problems.map(({ field, message }) => [
      field,
      message,
    ]);

  expect(compile('true', 'self.name')).toEqual([]);
  expect(compile('true', 'self.min')).toEqual([['messageExpression', 'messageExpression must evaluate to a string']]);
  expect(compile('1', 'self.min')).toEqual([['rule', 'cel expression must evaluate to a bool']]);
});

test('what does not exist is told apart', () => {
  const missing = (rule: string): unknown => compileRule({ rule }, type ?? expect.fail()).problems[0]?.first?.missing;

  expect(missing('slef.min == 1')).toEqual({ kind: 'variable', name: 'slef' });
  expect(missing('self.name.foo()')).toEqual({ kind: 'function', name: 'foo' });
  expect(missing("self.sub.y == ''")).toEqual({
    kind: 'field',
    name: 'y',
    owner: 'self.sub',
    known: ['x', 'my__dash__key'],
  });
});
