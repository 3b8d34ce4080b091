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

test('of a stack it shows the lines of the program, and none of kbts or Node', () => {
  const mine = ['at async work (file:///app/src/a.ts:3:5)', 'at file:///app/node_modules/other/dist/a.js:1:2'];
  const others = [
    'at apiErrorFrom (file:///app/node_modules/kbts/dist/shared/chunk-A.js:149:12)',
    'at async file:///app/node_modules/kbts/dist/runtime/all.js:1:2',
    'at Object.<anonymous> (C:\\app\\node_modules\\kbts\\dist\\runtime\\all.js:1:2)',
    'at process.processTicksAndRejections (node:internal/process/task_queues:95:5)',
    'at node:internal/main/run_main_module:36:49',
  ];
  const message = 'Error: at node: in the message\nat node:internal, too';
  const stackOf = (frames: readonly string[]) => [message, ...frames.map((frame) => `    ${frame}`)].join('\n');

  const shown = line({ level: 'error', msg: 'x', error: { stack: stackOf([...others, ...mine]) } });

  expect(shown).toBe(line({ level: 'error', msg: 'x', error: { stack: stackOf(mine) } }));
  expect(shown).toContain('at node:internal, too');
  expect(shown).toContain('a.ts:3:5');
});

test('colours levels when asked', () => {
  expect(line({ level: 'error', msg: 'x' }, true)).toContain('\u001B[31mERROR\u001B[0m');
});

test('a line that is not JSON is shown as it came', () => {
  expect(prettyLine('plain text\n', { color: false })).toBe('plain text\n');
});
