import { expect, test, vi } from 'vitest';
import { ignoreClosedPipe, paint, processTerminal, wantsColor } from '../../src/cli/terminal.js';

test.each([
  [{}, true, true],
  [{}, false, false],
  [{ NO_COLOR: '1' }, true, false],
  [{ NO_COLOR: '' }, true, true],
  [{ NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
  [{ FORCE_COLOR: '1' }, false, true],
  [{ FORCE_COLOR: '0' }, false, false],
  [{ TERM: 'dumb' }, true, false],
])('colour with %j and TTY %s: %s', (env, isTty, expected) => {
  expect(wantsColor(env, isTty)).toBe(expected);
});

test('text is styled only when colour is wanted', () => {
  expect(paint({ hasColor: false }, 'red', 'x')).toBe('x');
  expect(paint({ hasColor: true }, 'red', 'x')).toBe('\u001b[31mx\u001b[39m');
});

test('a process without a TTY is not interactive', () => {
  expect(processTerminal(() => new AbortController().signal).isInteractive).toBe(false);
});

test('a current folder that was deleted is an error of its own', () => {
  using cwd = vi.spyOn(process, 'cwd');
  cwd.mockImplementation(() => {
    throw Object.assign(new Error('uv_cwd'), { code: 'ENOENT' });
  });

  const terminal = processTerminal(() => new AbortController().signal);

  expect(() => terminal.cwd).toThrow(expect.objectContaining({ code: 'cannot-read', fix: expect.any(String) }));
});

test('a reader that went away and a terminal that was closed are no failures, any other trouble with a stream is', () => {
  const trouble = (code: string): NodeJS.ErrnoException => Object.assign(new Error(code), { code });

  expect(() => ignoreClosedPipe(trouble('EPIPE'))).not.toThrow();
  expect(() => ignoreClosedPipe(trouble('EIO'))).toThrow('EIO');
  expect(() => ignoreClosedPipe(trouble('EIO'), true)).not.toThrow();
});
