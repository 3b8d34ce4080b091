import { expect, test } from 'vitest';
import { withoutInlineFlags } from '../../../src/testing/embedded/pattern-flags.js';
import { compiledPattern } from '../../../src/testing/embedded/schema-pattern.js';

test.each([
  ['^(?i)(abort|warn)?$', ['abort', 'WARN', ''], ['aborts']],
  ['^((?i)january|may|[1-9])$', ['JANUARY', 'May', '7'], ['June', '10']],
  ['^(?i:ab)c$', ['ABc', 'aBc'], ['ABC']],
  ['^a(?i)b|c(?-i)d$', ['aB', 'xCd'], ['AC', 'cD']],
  ['^(?i)[a-cX]+\\d$', ['AbCx1'], ['d1', 'aD']],
  ['^(?i)[^a-c]$', ['d', 'D'], ['a', 'B']],
  ['^(?s)a.b$', ['a\nb'], ['a\n\nb']],
  ['(?m)^b$', ['a\nb\nc'], ['ab']],
  ['^(?P<name>(?i)x)y$', ['Xy'], ['XY']],
  ['^(?i)[[:lower:]]$', ['A', 'a'], ['1']],
  ['^\\(?i\\)$', ['(i)', 'i)'], ['I)']],
])('%s', (pattern, accepted, refused) => {
  const expression = compiledPattern(pattern);

  expect(accepted.filter((text) => expression?.test(text) !== true)).toEqual([]);
  expect(refused.filter((text) => expression?.test(text) !== false)).toEqual([]);
});

test('a pattern without flags stays as it is', () => {
  expect(withoutInlineFlags('^(?:a|[b(?i)])$')).toBe('^(?:a|[b(?i)])$');
});
