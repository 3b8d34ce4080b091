import { expect, test } from 'vitest';
import { refusalIn } from '../../../../src/commands/cluster/rollout/refused-request.js';

const sentence =
  'guestbooks.webapp.my.domain is forbidden: User "system:serviceaccount:a:b" cannot list resource "guestbooks" in API group "webapp.my.domain" at the cluster scope';

test.each([
  [
    'a log of kbts',
    `starting\n${JSON.stringify({ level: 'error', error: { message: `${sentence} (add the marker)` } })}`,
  ],
  ['a log of Go', `E1117 reflector.go:1] "Failed to watch" err="failed to list: ${sentence.replaceAll('"', '\\"')}"`],
  ['plain text', sentence],
])('%s tells what was refused', (_, log) => {
  expect(refusalIn(log)).toBe(sentence);
});

test('a core group and a namespace are part of it', () => {
  const line = 'pods is forbidden: User "u" cannot create resource "pods" in API group "" in the namespace "x"';
  expect(refusalIn(`${line}: more`)).toBe(line);
});

test.each(['', 'all is well', 'the word forbidden alone'])('%j tells of nothing', (log) => {
  expect(refusalIn(log)).toBeUndefined();
});
