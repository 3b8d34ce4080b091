import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { isAlive, isSameProcess, startOf } from '../../src/scaffold/running-process.js';

test('a process is the same as long as its number and its start are', () => {
  expect(isSameProcess(process.pid, startOf(process.pid))).toBe(true);
  expect(isSameProcess(process.pid, 'another start')).toBe(false);
});

test('a process that has ended is not alive', () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  expect([isAlive(process.ppid), isAlive(pid), isSameProcess(pid, '')]).toEqual([true, false, false]);
});
