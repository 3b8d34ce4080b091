import { expect, test } from 'vitest';
import { prettyLine } from '../../../src/runtime/log/pretty-line.js';

const line = (record: object, color = false) => prettyLine(`${JSON.stringify(record)}\n`, { color });

test.each([
  [{ level: 'info', ts: '2026-11-16T09:15:04.123Z', msg: 'started' }, '09:15:04.123  INFO   started\n'],
  [{ level: 'debug', msg: 'x', a: 'b c', n: 1 }, '  DEBUG  x  a="b c"  n=1\n'],
  [
    { level: 'error', msg: 'x', error: { message: 'm', stack: 'Error: m\n  at f' } },
    '  ERROR  x\n    Error: m\n      at f\n',
  ],
  [{ level: 'error', msg: 'x', error: { message: 'only' } }, '  ERROR  x\n    only\n'],
  [{ level: 'error', msg: 'x', error: 'text' }, '  ERROR  x\n    text\n'],
])('%j → %j', (record, expected) => {
  expect(line(record)).toBe(expected);
});

test('colours levels when asked', () => {
  expect(line({ level: 'error', msg: 'x' }, true)).toContain('\u001B[31mERROR\u001B[0m');
});

test('a line that is not JSON is shown as it came', () => {
  expect(prettyLine('plain text\n', { color: false })).toBe('plain text\n');
});
