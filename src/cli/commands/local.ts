/** Declares `kbts run` and `dev`. */
import type { Command } from 'commander';
import type { Terminal } from '../terminal.js';

/** Adds the commands that run the operator on this machine. */
export function addLocalCommands(_program: Command, _terminal: Terminal): void {}
