import type { Terminal } from '../../src/cli/terminal.js';

/** A terminal that remembers what was printed. */
export function fakeTerminal(overrides: Partial<Terminal> = {}): Terminal & { stdout: string; stderr: string } {
  const terminal = {
    cwd: process.cwd(),
    env: {},
    stdout: '',
    stderr: '',
    out: (text: string) => void (terminal.stdout += text),
    err: (text: string) => void (terminal.stderr += text),
    isInteractive: false,
    hasColor: false,
    signal: new AbortController().signal,
    ...overrides,
  };
  return terminal;
}
