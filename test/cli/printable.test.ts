import { expect, test } from 'vitest';
import { printable } from '../../src/cli/printable.js';

test('ordinary text stays as it is', () => {
  const text = 'a line\n\tand another: ünï, 漢字, 🦄 → ok';
  expect(printable(text)).toBe(text);
});

test.each(['\u001b[2J', '\u0000', '\u0007', '\r', '\u009b31m', '\u202e', '\u2066', '\u2028', '\ud83e', '\ufeff'])(
  '%j cannot reach the terminal',
  (text) => {
    expect(printable(`a${text}b`)).not.toMatch(/[^\P{C}]/u);
    expect(printable(`a${text}b`)).toHaveLength(text.length + 2);
  },
);
