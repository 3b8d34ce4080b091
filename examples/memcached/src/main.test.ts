import { startOperator } from 'kbts/testing';
import { expect, test } from 'vitest';

const timeout = 120_000;

// Windows has no signals that a process could answer.
test.skipIf(process.platform === 'win32')('the operator becomes ready, and stops in order', { timeout }, async () => {
  // Builds it, and runs it with the rights of its roles on a control plane of its own.
  const operator = await startOperator();

  expect(await operator.stop(), operator.log()).toEqual({ code: 0, signal: null });
});
