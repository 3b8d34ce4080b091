import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { expectShortRun, laterOptimizing } from '../../src/cli/short-run.js';

test('knows the name of the flag in versions of V8 that need it', () => {
  expect(laterOptimizing('11.3.244.8-node.26')).toBe('--interrupt-budget=1000000');
  expect(laterOptimizing('12.4.254.21-node.57')).toBe('--invocation-count-for-turbofan=24000');
  expect([laterOptimizing('13.6.233.17-node.53'), laterOptimizing('14.6.202'), laterOptimizing('')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('this Node knows the flag: V8 would print an error otherwise', () => {
  const flag = laterOptimizing(process.versions.v8);
  const code = `require('node:v8').setFlagsFromString(${JSON.stringify(flag ?? '--opt')})`;
  const { status, stderr } = spawnSync(process.execPath, ['-e', code], { encoding: 'utf8', env: {} });

  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test('a version that needs none is left alone', () => {
  expect(() => {
    expectShortRun('13.6');
  }).not.toThrow();
});
