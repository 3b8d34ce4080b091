import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { factsFromProc, onWrapperEnd, wrapperCheck, type WrapperWorld } from '../../../src/cli/process/wrapper.js';

/** npm (10) → shell (11) → kbts. */
function world(options: { shell?: string; env?: Record<string, string> } = {}) {
  const state = { parent: 11, grandparent: 10 };
  const seen: WrapperWorld = {
    env: options.env ?? { npm_lifecycle_event: 'npx' },
    parent: () => state.parent,
    factsOf: (pid) => (pid === 11 ? { parent: state.grandparent, name: options.shell ?? 'sh' } : undefined),
  };
  return { state, seen };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a shell that has ended is noticed, and so is the npm behind a shell that has not', () => {
  for (const change of [{ parent: 1 }, { grandparent: 1 }]) {
    const { state, seen } = world();
    let ended = 0;
    onWrapperEnd(() => void ended++, seen);
    vi.advanceTimersByTime(5_000);
    expect(ended).toBe(0);
    Object.assign(state, change);
    vi.advanceTimersByTime(5_000);
    expect(ended).toBe(1);
  }
});

test('a process that was not started by npm may outlive its shell', () => {
  expect(wrapperCheck(world({ env: {} }).seen)).toBeUndefined();
});

test('the shell from which npm was started may end: "nohup npx kbts run &"', () => {
  const { state, seen } = world({ shell: 'npm exec kbts r' });
  const hasEnded = wrapperCheck(seen);
  state.grandparent = 1;
  expect(hasEnded?.()).toBe(false);
  state.parent = 1;
  expect(hasEnded?.()).toBe(true);
});

test('nothing is called after stop', () => {
  const { state, seen } = world();
  let ended = 0;
  onWrapperEnd(() => void ended++, seen).stop();
  state.parent = 1;
  vi.advanceTimersByTime(5_000);
  expect(ended).toBe(0);
});

test.runIf(process.platform === 'linux')('the facts of a process come from the system', () => {
  expect(factsFromProc(process.pid)?.parent).toBe(process.ppid);
  expect(factsFromProc(2 ** 30)).toBeUndefined();
});
