import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { signalHandler } from '../../../src/runtime/manager/signals.js';

test.each(['SIGINT', 'SIGTERM'] as const)('§1.5.1 the first %s aborts, the second ends the process with 1', (name) => {
  const exit = vi.fn();
  const source = Object.assign(new EventEmitter(), { exit });
  const signal = signalHandler(source);

  source.emit(name);
  expect(signal.reason).toEqual(new Error(`received ${name}`));
  expect(exit).not.toHaveBeenCalled();
  source.emit('SIGTERM');

  expect(exit).toHaveBeenCalledWith(1);
});
