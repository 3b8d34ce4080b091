import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { currentLogger, runWithLogger } from '../../../src/runtime/log/current-logger.js';
import { createLogger } from '../../../src/runtime/log/pino-logger.js';
import { silentLogger } from '../../../src/runtime/log/silent-logger.js';

test('everything called inside finds the logger, also after waiting', async () => {
  const log = createLogger({ write: () => {} });

  const found = await runWithLogger(log, async () => {
    await setImmediate();
    return currentLogger(silentLogger);
  });

  expect(found).toBe(log);
  expect(currentLogger(silentLogger)).toBe(silentLogger);
});
