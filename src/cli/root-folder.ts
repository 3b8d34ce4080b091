/** Which folders a command works in. */
import { homedir } from 'node:os';
import path from 'node:path';
import type { Command } from 'commander';
import type { Terminal } from './terminal.js';

/** `--directory` of the program, or the current folder. */
export function rootFolder(command: Command, terminal: Terminal): string {
  const { directory } = command.optsWithGlobals<{ directory?: string }>();
  return directory === undefined ? terminal.cwd : path.resolve(terminal.cwd, directory);
}

/** Where kbts keeps what it can make again. */
export function cacheFolder(env: Terminal['env']): string {
  return path.join(env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'kbts');
}
