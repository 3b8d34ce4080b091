import { expect, test } from 'vitest';
import { celTokens } from '../../../../src/kubernetes/cel/syntax/tokens.js';

test('splits names, numbers, strings and operators', () => {
  const texts = celTokens(`self.a >= 1.5 && 'x' in ["y"] // why`).map(({ text }) => text);

  expect(texts).toEqual(['self', '.', 'a', '>=', '1.5', '&&', "'x'", 'in', '[', '"y"', ']', '']);
});

test.each([['self & 1'], ["'open"], ['a = b'], ['§']])('refuses %s', (text) => {
  expect(() => celTokens(text)).toThrow(/unexpected|not closed/);
});
