import { expect, test } from 'vitest';
import { printable, withOwnControls } from '../../src/cli/printable.js';

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

test('of controls, only those that kbts uses reach the terminal', () => {
  const own = '\r\u001B[2K\u001B[1A\u001B[31mred\u001B[39m\n\tplain: ünï, 漢字, 🦄';
  expect(withOwnControls(own)).toBe(own);
  const bad = [
    '\u001B]52;c;UFdO\u0007',
    '\u001B[2J',
    '\u001B]0;title\u0007',
    '\u009b2J',
    '\u001B[6n',
    '\u001BP',
    '\u001B[1',
    '\u202e',
  ];
  for (const text of bad) {
    const shown = withOwnControls(`a\u001B[1m${text}b\n`);
    expect(shown.startsWith('a\u001B[1m\uFFFD')).toBe(true);
    expect(shown.slice(5)).not.toMatch(/[^\P{C}\n]/u);
  }
});

test('a long text takes time in line with its length', () => {
  const text = '\u001B'.repeat(200_000);
  expect(withOwnControls(text)).toBe('\uFFFD'.repeat(200_000));
});
