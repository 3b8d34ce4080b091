/** Messages, reasons and field paths of rules; the verdicts are those of kube-apiserver 1.37. */
import { expect, test } from 'vitest';
import { compileRule } from '../../../src/kubernetes/cel/rule.js';
import { declareType } from '../../../src/kubernetes/cel/declared-type.js';
import { ruleTextProblems } from '../../../src/kubernetes/cel/rule-text.js';
import type { RuleText, Structural } from '../../../src/kubernetes/schema/structural.js';

const schema: Structural = {
  type: 'object',
  properties: {
    min: { type: 'integer' },
    list: { type: 'array', items: { type: 'object', properties: { a: { type: 'string' } } } },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    sub: { type: 'object', properties: { x: { type: 'string' }, 'my-key': { type: 'string' }, "it's": {} } },
  },
};

function fields(rule: Partial<RuleText>): string[] {
  return ruleTextProblems({ rule: 'self.min > 1', ...rule }, schema).map(({ field }) => field);
}

test.each([
  '.min',
  '.list',
  ".labels['a']",
  '.labels.a',
  ".sub['my-key']",
  '.sub.my-key',
  '.sub.x',
  "['min']",
  '',
  ".sub['it\\'s']",
])('the path %s leads somewhere', (fieldPath) => {
  expect(fields({ fieldPath })).toEqual([]);
});

test.each([
  'min',
  '.nope',
  '.list[0]',
  '.list.a',
  '.sub.y',
  ' .min',
  '.min.',
  '.',
  '..min',
  ".sub['x",
  '.sub["x"]',
  ".sub['\\q']",
  '.constructor',
  '.min.x',
])('the path %s leads nowhere', (fieldPath) => {
  expect(fields({ fieldPath })).toEqual(['fieldPath']);
});

test.each<[Partial<RuleText>, string[]]>([
  [{ rule: ' ' }, ['rule']],
  [{ message: ' ' }, ['message']],
  [{ message: 'a\nb' }, ['message']],
  [{ message: 'a\n' }, []],
  [{ message: 'x'.repeat(3000) }, []],
  [{ rule: 'self.min\n> 1' }, ['message']],
  [{ rule: 'self.min\n> 1', messageExpression: "'a'" }, ['message']],
  [{ rule: 'self.min\n> 1', message: 'a' }, []],
  [{ messageExpression: ' ' }, ['messageExpression']],
  [{ reason: 'Nope' }, ['reason']],
  [{ reason: 'FieldValueForbidden' }, []],
  [{ fieldPath: '  ' }, ['fieldPath', 'fieldPath']],
])('%j', (rule, expected) => {
  expect(fields(rule)).toEqual(expected);
});

test('an expression has at most 100,000 code points, however many bytes they are', () => {
  const declared = declareType(schema, true);
  if (declared === undefined) throw new Error('the schema has a type');
  const problems = (letter: string, count: number): unknown =>
    compileRule({ rule: `self.min == 1 || '${letter.repeat(count)}' == ''` }, declared).problems.map(
      ({ detail }) => detail,
    );

  expect(problems('😀', 60_000)).toEqual([]);
  expect(problems('a', 100_000)).toEqual([
    'compilation failed: ERROR: <input>:-1:0: expression code point size exceeds limit: size: 100025, limit 100000',
  ]);
});
