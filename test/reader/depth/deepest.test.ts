import { expect, test } from 'vitest';
import { deepestPlace } from '../../../src/reader/depth/deepest.js';

test('the innermost bracket is the place', () => {
  const text = `type A = ${'{ a: '.repeat(70)}string${' }'.repeat(70)};`;

  expect(deepestPlace(text)).toEqual({ depth: 70, offset: text.lastIndexOf('{') });
});

test('brackets in comments and strings do not count', () => {
  const text = `// ${'{'.repeat(200)}\n/* ${'('.repeat(200)} */\nconst a = '${'['.repeat(200)}' + "${'{'.repeat(200)}";\n`;

  expect(deepestPlace(text).depth).toBe(0);
});

test('without brackets it is the longest line', () => {
  expect(deepestPlace(`a\n${'1 + '.repeat(100)}1\nb\n`)).toEqual({ depth: 0, offset: 2 });
});
