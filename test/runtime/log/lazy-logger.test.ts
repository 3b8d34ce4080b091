import { expect, test, vi } from 'vitest';
import { lazyLogger } from '../../../src/runtime/log/lazy-logger.js';
import { createLogger } from '../../../src/runtime/log/pino-logger.js';

test('fields are asked for once, and only when a line is written', () => {
  const lines: string[] = [];
  const fields = vi.fn(() => ({ name: 'a' }));
  const log = lazyLogger(createLogger({ level: 'info', write: (line) => lines.push(line) }), fields);

  log.debug('quiet');
  expect(fields).not.toHaveBeenCalled();
  log.info('loud');
  log.error('louder');
  log.with({ more: 1 }).named('part').info('last');

  expect(fields).toHaveBeenCalledOnce();
  expect(lines.map((line) => (JSON.parse(line) as { name: string }).name)).toEqual(['a', 'a', 'a']);
  expect([log.enabled?.('debug'), log.enabled?.('info')]).toEqual([false, true]);
});
