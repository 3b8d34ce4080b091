/** Finds out whether files that a command is about to delete contain work of the user. */
import { UserError } from '../../errors.js';
import type { WorkingTree } from '../../scaffold/working-tree.js';
import { longLines, rejoined } from './long-lines.js';

/** Files whose lines differ from what kbts would write today; `scaffold` writes into a tree that lacks them. */
export async function editedFiles(
  tree: WorkingTree,
  files: readonly string[],
  scaffold: (scratch: WorkingTree) => Promise<void>,
): Promise<string[]> {
  const scratch = tree.copy();
  for (const file of files) await scratch.delete(file);
  await scaffold(scratch);
  const edited: string[] = [];
  for (const file of files) {
    const current = await tree.find(file);
    if (current !== undefined && !isSameWork(current, (await scratch.find(file)) ?? '')) edited.push(file);
  }
  return edited;
}

/** Refuses to lose work, unless the user insists. */
export function refuseToLose(edited: readonly string[], force: boolean): void {
  if (edited.length === 0 || force) return;
  throw new UserError(
    'file-changed',
    `you have changed ${edited.join(', ')} since kbts wrote ${edited.length === 1 ? 'it' : 'them'}`,
    {
      fix: 'save your work elsewhere, then pass --force to delete it here',
    },
  );
}

/** The order of inserted fragments depends on the order of commands, so lines are compared as a set. */
function isSameWork(current: string, fresh: string): boolean {
  const long = longLines(fresh).map((line) => line.trim());
  const trimmed = (text: string): string[] => text.split('\n').map((line) => line.trim());
  return compared(rejoined(trimmed(current), long)).join('\n') === compared(trimmed(fresh)).join('\n');
}

function compared(lines: readonly string[]): string[] {
  return lines
    .map((line) => withoutOwnChanges(line))
    .filter((line) => line !== '')
    .sort();
}

/** kbts marks the stored version later, and `edit --multigroup` leaves controllers their names: neither is the user's. */
function withoutOwnChanges(line: string): string {
  return line
    .replace(/^\/\/ \+kubebuilder:storageversion$/, '')
    .replace(/^\.options\(\{ name: '[a-z0-9-]+' \}\)$/, '')
    .replace(/\bfieldManager: '[a-z0-9-]+-controller'/, 'fieldManager');
}
