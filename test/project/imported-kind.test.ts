import { expect, test } from 'vitest';
import { importedKindRule } from '../../src/project/imported-kind.js';

test.each(['Guestbook', 'postgresql', 'HTTPRoute'])('takes %s', (kind) => {
  expect(importedKindRule(kind)).toBeUndefined();
});

test.each(['', 'a-b', 'class', 'string', 'A B', "A'", '$A', 'Ä', `A${'a'.repeat(63)}`])('refuses %j', (kind) => {
  expect(importedKindRule(kind)).toMatch(/\w/);
});
