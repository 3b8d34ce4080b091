import { spawnSync } from 'node:child_process';
import { expect, test, vi } from 'vitest';
import { endShortRun, expectShortRun, laterOptimizing, makesManifests } from '../../../src/cli/process/short-run.js';

test('knows the name of the flag in versions of V8 that need it', () => {
  expect(laterOptimizing('11.3.244.8-node.26')).toBe('--interrupt-budget=1000000 --semi-space-growth-factor=16');
  expect(laterOptimizing('12.4.254.21-node.57')).toBe(
    '--invocation-count-for-turbofan=24000 --semi-space-growth-factor=16',
  );
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

test('tells the commands that make manifests from others with the same first word', () => {
  const all = ['manifests', 'manifests crd', 'manifests --check', 'generate', 'generate --check'];
  const others = ['generate bundle', 'create api', '--version', '-C x manifests', ''];

  expect([...all, ...others].filter((line) => makesManifests(line.split(' ')))).toEqual(all);
  expect(makesManifests([])).toBe(false);
});

test('ends the process at once, unless there is output that nobody has taken', () => {
  const exit = vi.fn<() => void>();

  endShortRun({ stdout: { writableLength: 0 }, stderr: { writableLength: 1 }, exit });
  expect(exit).not.toHaveBeenCalled();

  endShortRun({ stdout: { writableLength: 0 }, stderr: { writableLength: 0 }, exit });
  expect(exit).toHaveBeenCalledOnce();
});
