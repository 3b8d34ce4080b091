import { beforeEach, expect, test } from 'vitest';
import type { LoggerOptions } from '../../../src/runtime/log/pino-logger.js';
import { createLogger } from '../../../src/runtime/log/pino-logger.js';

let lines: string[];

beforeEach(() => {
  lines = [];
});

const logger = (options: LoggerOptions = {}) => createLogger({ ...options, write: (line) => lines.push(line) });
const records = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

test('§10.3.2 writes one JSON object per line with level, time and message', () => {
  logger().info('started', { port: 8081 });

  expect(lines[0]).toMatch(/\n$/);
  expect(records()).toEqual([{ level: 'info', ts: expect.stringMatching(/^\d{4}-.*Z$/), msg: 'started', port: 8081 }]);
});

test('leaves out levels below its own', () => {
  logger({ level: 'error' }).info('quiet');
  logger({ level: 'info' }).debug('quiet');
  logger({ level: 'debug' }).debug('loud');

  expect(records().map((record) => record['msg'])).toEqual(['loud']);
});

test('a cause that the message contains is not repeated', () => {
  logger().error('reconcile failed', { error: new Error('outer: inner; try again', { cause: new Error('inner') }) });

  expect(records()[0]?.['error']).toMatchObject({
    message: 'outer: inner; try again',
    stack: expect.stringContaining('caused by: Error: inner'),
  });
});

test('an error is written with its message, stack and cause', () => {
  logger().error('reconcile failed', { error: new Error('outer', { cause: new Error('inner') }) });

  expect(records()[0]?.['error']).toMatchObject({
    message: expect.stringContaining('outer'),
    stack: expect.stringContaining('inner'),
  });
});

test('§10.3.1 fields and names are inherited', () => {
  logger().named('manager').with({ kind: 'Pod' }).named('cache').info('synced');

  expect(records()[0]).toMatchObject({ logger: 'manager.cache', kind: 'Pod' });
});

test.each([
  ['epoch', /^\d{10}(\.\d+)?$/],
  ['millis', /^\d{13}$/],
  ['nanos', /^\d{19}$/],
] as const)('time can be written as %s', (time, pattern) => {
  logger({ time }).info('started');

  expect(/"ts":([\d.]+)/.exec(lines[0] ?? '')?.[1]).toMatch(pattern);
});

test('lines for people are not JSON', () => {
  logger({ format: 'pretty', color: false }).named('manager').info('started', { port: 8081 });

  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d\.\d{3} {2}INFO {3}manager {2}started {2}port=8081\n$/);
});

test('a secret that got into the message is not written either', () => {
  logger().info('calling with Bearer abcdefghijkl');

  expect(records()[0]).toMatchObject({ msg: 'calling with Bearer [redacted]' });
});
