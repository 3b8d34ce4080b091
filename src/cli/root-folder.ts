/** Which folder a command works in. */
import path from 'node:path';
import type { Command } from 'commander';
import type { Terminal } from './terminal.js';

/** `--directory` of the program, or the current folder. */
export function rootFolder(command: Command, terminal: Terminal): string {
  const { directory } = command.optsWithGlobals<{ directory?: string }>();
  return directory === undefined ? terminal.cwd : path.resolve(terminal.cwd, directory);
}
