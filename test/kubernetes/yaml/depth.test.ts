import { expect, test } from 'vitest';
import { isTooDeep } from '../../../src/kubernetes/yaml/depth.js';

test.each([
  '',
  'a: [[1]]',
  'pattern: "[a-z]"\n'.repeat(10_000),
  `${'- '.repeat(50)}a`,
  `a: ${'-'.repeat(5000)}`,
  'x'.repeat(9000),
])('an ordinary text is not too deep (%#)', (text) => {
  expect(isTooDeep(text)).toBe(false);
});

test.each(['['.repeat(300), `a: ${'{a: '.repeat(300)}`, '- '.repeat(300), '? '.repeat(300), `${' '.repeat(1200)}a: 1`])(
  'a text that would end the process is too deep (%#)',
  (text) => {
    expect(isTooDeep(text)).toBe(true);
  },
);
