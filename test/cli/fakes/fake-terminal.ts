import type { Terminal } from '../../../src/cli/terminal.js';

/** With what was printed. */
export type FakeTerminal = Terminal & { stdout: string; stderr: string };

/** A terminal that remembers what was printed. */
export function fakeTerminal(overrides: Partial<Terminal> = {}): FakeTerminal {
  const terminal = {
    cwd: process.cwd(),
    env: {},
    stdout: '',
    stderr: '',
    out: (text: string) => void (terminal.stdout += text),
    err: (text: string) => void (terminal.stderr += text),
    isInteractive: false,
    hasColor: false,
    output: { hasColor: false, isTty: false },
    columns: undefined,
    signal: new AbortController().signal,
    ...overrides,
  };
  return terminal;
}
