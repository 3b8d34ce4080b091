import { expect, test } from 'vitest';
import { checkTypes } from '../../../../src/kubernetes/cel/check/check.js';
import { literalProblems, programProblem } from '../../../../src/kubernetes/cel/check/literal-check.js';
import { STRING } from '../../../../src/kubernetes/cel/check/types.js';
import { parseCel } from '../../../../src/kubernetes/cel/syntax/parse.js';

test.each([
  ["s.matches('[')", 'invalid matches argument'],
  ["duration('1x')", 'invalid duration argument'],
  ["timestamp('yesterday')", 'invalid timestamp argument'],
  ['duration(null)', 'invalid duration argument'],
  ['timestamp(null)', 'invalid timestamp argument'],
  ["[1, 'a']", "expected type 'int' but found 'string'"],
  ["{'a': 1, 2: 1}", "expected type 'string' but found 'int'"],
  ["'%d'.format(['a'])", 'error during formatting: decimal clause can only be used on integers, was given string'],
  ["'%s'.format([])", 'index 0 out of range'],
  ["'%q'.format([1])", 'could not parse formatting clause: unrecognized formatting clause "q"'],
  ["'a'.format([1])", 'too many arguments supplied to string.format (expected 0, got 1)'],
])('%s: %s', (text, message) => {
  expect(literalProblems(checkTypes(parseCel(text), { s: STRING })).map((problem) => problem.message)).toEqual([
    message,
  ]);
});

test.each(["s.matches('^a')", "duration('1h')", "'%s %d%%'.format([s, 1])", '[[1], []]'])('%s is fine', (text) => {
  expect(literalProblems(checkTypes(parseCel(text), { s: STRING }))).toEqual([]);
});

test('constants that cannot be converted make no program', () => {
  expect(programProblem(parseCel("int('a') == 1"))).toBe("type conversion error from 'string' to 'int'");
  expect(programProblem(parseCel("matches(s, '(')"))).toBe('error parsing regexp: missing closing ): `(`');
  for (const call of ["s.find('(')", "s.findAll('(')", "s.findAll('(', 2)"]) {
    expect(programProblem(parseCel(`${call} == s`))).toBe('error parsing regexp: missing closing ): `(`');
  }
  expect(programProblem(parseCel("s.find('a' + '(') == s.find('a')"))).toBeUndefined();
  expect(programProblem(parseCel("int('1') == 1 && double('1e3') > 0.0"))).toBeUndefined();
});
