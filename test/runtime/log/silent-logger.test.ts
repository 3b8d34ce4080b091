import { expect, test } from 'vitest';
import { silentLogger } from '../../../src/runtime/log/silent-logger.js';

test('accepts everything and returns itself for children', () => {
  silentLogger.error('x', { error: new Error('x') });
  silentLogger.info('x');
  silentLogger.debug('x');

  expect(silentLogger.with({ a: 1 }).named('b')).toBe(silentLogger);
});
