import { expect, test } from 'vitest';
import { compilePattern } from '../../src/emitter/pattern.js';

test.each([String.raw`^(\d+\.\d+\.\d+)$`, '^[a-z]([-a-z0-9]*[a-z0-9])?$', String.raw`^\+{1}x$`, '[(?=]+'])(
  'takes %s',
  (pattern) => {
    expect(compilePattern(pattern).kind).toBe('pattern');
  },
);

test.each([['(?=a)'], ['(?<!a)b'], [String.raw`(a)\1`], ['a++'], ['('], ['a{2000}'], ['(?>a)']])(
  'refuses %s',
  (pattern) => {
    expect(compilePattern(pattern).kind).toBe('wrong');
  },
);

test.each([['(?i)abc'], ['(?P<name>a)'], [String.raw`\p{Greek}`], ['[[:alpha:]]']])(
  'leaves %s to the server',
  (pattern) => {
    expect(compilePattern(pattern).kind).toBe('foreign');
  },
);
