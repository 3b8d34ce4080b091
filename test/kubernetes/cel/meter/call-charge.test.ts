import { describe, expect, test } from 'vitest';
import { callCharge, dependsOnResult } from '../../../../src/kubernetes/cel/meter/call-charge.js';
import { Budget, Stopped } from '../../../../src/kubernetes/cel/meter/meter.js';
import { celValue } from '../../../../src/kubernetes/cel/run/from-json.js';
import { ProgramCache } from '../../../../src/kubernetes/cel/run/program.js';
import { listOf, STRING, structOf, type Type } from '../../../../src/kubernetes/cel/check/types.js';

const programs = new ProgramCache({
  self: structOf(
    'self',
    () =>
      new Map<string, Type>([
        ['s', STRING],
        ['l', listOf(STRING)],
      ]),
  ),
});

/** Of one run, with an `s` of 20 characters and an `l` of 3 items. */
function costOf(text: string): number {
  const budget = new Budget();
  const self = celValue({ s: 'abcdefghij'.repeat(2), l: ['aa', 'b', 'aa'] });
  programs.compile(text).run({ self }, budget);
  return 10_000_000 - budget.remaining;
}

/** Figures of `test/kubernetes/cel/go`. */
describe('what expressions cost', () => {
  test.each([
    ['true', 0],
    ['[1, 2] == [1, 2]', 1],
    ['self.s == self.s', 6],
    ["self.s == ''", 2],
    ["self.s.contains('abc')", 4],
    ["self.s.startsWith('abc')", 3],
    ["self.s.matches('^a.*$')", 8],
    ["self.s.find('[a-z]+') == self.s", 12],
    ["self.s.replace('a', 'bb').size() > 1", 8],
    ['self.s + self.s == self.s', 12],
    ['self.s in self.l', 7],
    ["self.s in ['a', 'b']", 2],
    ['1 in []', 0],
    ['self.l[0] == self.l[1]', 7],
    ['self.l.all(x, x != self.s)', 24],
    ["self.l.exists(x, x == 'aa')", 12],
    ['self.l.exists_one(x, x == self.s)', 16],
    ['self.l.map(x, x + self.s).size() == 3', 59],
    ["self.l.filter(x, x == 'b').size() == 1", 24],
    ['self.l.distinct().size() == 2', 33],
    ['self.l.sort()[0] == self.s', 36],
    ["self.l.join('-') == self.s", 7],
    ['(self.s == self.s ? self.s : self.l[0]) == self.s', 11],
    ['lists.range(5).size() == 5', 18],
    ['sets.contains(self.l, self.l)', 14],
    ["quantity('1Gi').isGreaterThan(quantity('1'))", 3],
    ["ip('::1') == ip('::1')", 3],
    ["cidr('10.0.0.0/8').containsIP('10.1.1.1')", 3],
    ["optional.of(self.s).orValue('') == self.s", 7],
    ["int('3') == 3", 1],
  ])('%s costs %i', (text, cost) => {
    expect(costOf(text)).toBe(cost);
  });
});

test('calls whose types are not known cost 1, and checks a third of the limit', () => {
  expect(callCharge('contains', '', ['a'.repeat(100), 'b'.repeat(100)], false)).toBe(1);
  expect(callCharge('check', 'resourcecheck_check', [], undefined)).toBe(350_000);
  expect(callCharge('labelSelector', '', [{}, 'a=b'], undefined)).toBe(10 + 1 + 2 * 50);
});

test('some costs need the result, or a list', () => {
  const needs = [dependsOnResult('join', ''), dependsOnResult('slice', 'list_slice'), dependsOnResult('size', '')];

  expect(needs).toEqual([true, true, false]);
  expect(() => callCharge('distinct', 'list_distinct', [1n], undefined)).toThrow(Stopped);
});
