import { expect, test } from 'vitest';
import { parseCel } from '../../src/emitter/cel-syntax.js';

test.each([
  'self.a <= self.b',
  'has(self.x) ? self.x > 1 : true',
  "self.list.all(item, item.name != '' && item.n in [1, 2])",
  "{'a': 1}['a'] == 1",
  '!self.b || -1 < self.n',
  'oldSelf.?x.orValue(1) == 1',
  "self.matches(r'^a\\\\d')",
  'duration(self.d) < duration("1h")',
])('parses %s', (text) => {
  expect(() => parseCel(text)).not.toThrow();
});

test.each([['self.'], ['(self'], ['self ||'], ['a b'], ['[1, '], ['f(1,,2)'], ['self ? 1'], ['in']])(
  'refuses %s',
  (text) => {
    expect(() => parseCel(text)).toThrow();
  },
);

test('refuses nesting that the API server would refuse', () => {
  expect(() => parseCel('('.repeat(200) + '1' + ')'.repeat(200))).toThrow(/deeply/);
});
