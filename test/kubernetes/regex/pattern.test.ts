import { expect, test } from 'vitest';
import { compilePattern, isMatch } from '../../../src/kubernetes/regex/pattern.js';

test.each([
  [String.raw`^(\d+\.\d+\.\d+)$`, ['1.2.3'], ['1.2']],
  ['[(?=]', ['(', '='], ['a']],
  ['^(?i)(abort|warn)?$', ['abort', 'WARN', ''], ['aborts']],
  ['^a(?i)b|c(?-i)d$', ['aB', 'xCd'], ['AC', 'cD']],
  ['^(?s)a.b$', ['a\nb'], ['a\n\nb']],
  ['(?m)^b$', ['a\nb\nc'], ['ab']],
  ['^(?P<name>x)y$', ['xy'], ['XY']],
  ['^(?P<name>x)(?P<name>y)$', ['xy'], ['xx']],
  ['^[[:alpha:]]+$', ['aB'], ['é']],
  [String.raw`^\w\s\b$`, [], ['é\u00A0']],
  [String.raw`^\p{greek}\p{Uppercase_Letter}$`, ['αA'], ['Aα']],
  ['^.$', ['😀', 'é'], ['ab']],
  ['a$', ['a'], ['a\n']],
])('%s', (pattern, accepted, refused) => {
  expect(accepted.filter((text) => isMatch(pattern, text) !== true)).toEqual([]);
  expect(refused.filter((text) => isMatch(pattern, text) !== false)).toEqual([]);
});

test.each([
  ['(?=a)', 'invalid or unsupported Perl syntax: `(?=`'],
  ['(?<!a)b', 'invalid named capture: `(?<!a)b`'],
  [String.raw`(a)\1`, 'invalid escape sequence: `\\1`'],
  [String.raw`\u0041`, 'invalid escape sequence: `\\u`'],
  [String.raw`a\Z`, 'invalid escape sequence: `\\Z`'],
  [String.raw`\h`, 'invalid escape sequence: `\\h`'],
  [String.raw`\cA`, 'invalid escape sequence: `\\c`'],
  ['a++', 'invalid nested repetition operator: `++`'],
  ['a{2000}', 'invalid repeat count: `{2000}`'],
  ['(', 'missing closing ): `(`'],
  ['(?P<n>a)(?P<n>b)(', 'missing closing ): `(?P<n>a)(?P<n>b)(`'],
  [String.raw`\p{letter}[`, 'missing closing ]: `[`'],
  [String.raw`\p{Old_Italic}`, 'invalid character class range: `\\p{Old_Italic}`'],
  ['\\', 'trailing backslash at end of expression: ``'],
])('%s is refused in the words of Go', (pattern, message) => {
  expect(compilePattern(pattern)).toEqual({ kind: 'wrong', message });
});

test('a pattern that takes JavaScript exponential time is linear', () => {
  const text = `${'a'.repeat(20_000)}!`;

  expect(isMatch('^(a+)+$', text)).toBe(false);
  expect(isMatch('^(a|aa)+$', text)).toBe(false);
  expect(isMatch('(x+x+)+y', 'x'.repeat(20_000))).toBe(false);
});

test('an empty match behind another match does not count', () => {
  const compiled = compilePattern('a*');

  expect(compiled.kind === 'pattern' && compiled.pattern.findAll('baac')).toEqual(['', 'aa', '']);
  expect(compiled.kind === 'pattern' && compiled.pattern.findAll('baac', 2)).toEqual(['', 'aa']);
  expect(compiled.kind === 'pattern' && compiled.pattern.find('aab')).toBe('aa');
});
