import { expect, test } from 'vitest';
import { isOddPlural } from '../../src/checks/odd-plural.js';

test.each([
  ['Idea', 'idea'],
  ['Dns', 'dnsdnses'],
  ['Lambda', 'lambda'],
])('%s → %s is odd', (kind, plural) => {
  expect(isOddPlural(kind, plural)).toBe(true);
});

test.each([
  ['Guestbook', 'guestbooks'],
  ['Redis', 'redis'],
  ['Policy', 'policies'],
  ['Mouse', 'mice'],
  ['Metadata', 'metadata'],
])('%s → %s is fine', (kind, plural) => {
  expect(isOddPlural(kind, plural)).toBe(false);
});
