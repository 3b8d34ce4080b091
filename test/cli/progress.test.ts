import { expect, test, vi } from 'vitest';
import { startProgress } from '../../src/cli/progress.js';
import { fakeTerminal } from './fakes/fake-terminal.js';

test('without a person there are plain lines, one every ten seconds', () => {
  vi.useFakeTimers();
  const terminal = fakeTerminal();

  const progress = startProgress(terminal, 'npm install');
  vi.advanceTimersByTime(10_000);
  progress.update('34 packages fetched');
  vi.advanceTimersByTime(10_000);
  progress.done();
  vi.advanceTimersByTime(60_000);

  expect(terminal.stderr).toBe(
    'npm install …\nnpm install … 10.0 s\nnpm install … 20.0 s, 34 packages fetched\nnpm install done after 20.0 s\n',
  );
  vi.useRealTimers();
});

test('for a person a spinner turns, and its line is replaced at the end', () => {
  vi.useFakeTimers();
  const terminal = fakeTerminal({ isInteractive: true });

  const progress = startProgress(terminal, 'npm install');
  progress.update('added 3 packages');
  vi.advanceTimersByTime(100);
  progress.fail();

  expect(terminal.stderr).toContain('added 3 packages');
  expect(terminal.stderr).toMatch(/✘ npm install 0\.1 s\n$/);
  vi.useRealTimers();
});

test.each([20, 80, 200])('a line is never wider than the %i columns of its terminal', (columns) => {
  vi.useFakeTimers();
  const terminal = fakeTerminal({ isInteractive: true, columns });

  const progress = startProgress(terminal, `wait for Deployment ${'long-name-'.repeat(12)}`);
  progress.update(`npm http fetch GET 200\n\u001b[31m${'x'.repeat(300)}`);
  vi.advanceTimersByTime(1000);
  progress.done();

  vi.useRealTimers();
  const lines = terminal.stderr
    .replaceAll('\r\u001b[2K', '\n')
    .split('\n')
    .filter((line) => line !== '');
  expect(lines.length).toBeGreaterThan(5);
  for (const line of lines) expect([...line].length).toBeLessThan(columns);
});
