/** Finds out whether files that a command is about to delete contain work of the user. */
import { UserError } from '../../errors.js';
import type { WorkingTree } from '../../scaffold/working-tree.js';
import { formatLongSources } from './format-sources.js';

/** Files whose lines differ from what kbts would write today; `scaffold` writes into a tree that lacks them. */
export async function editedFiles(
  tree: WorkingTree,
  files: readonly string[],
  scaffold: (scratch: WorkingTree) => Promise<void>,
): Promise<string[]> {
  const scratch = tree.copy();
  for (const file of files) await scratch.delete(file);
  await scaffold(scratch);
  await formatLongSources(scratch);
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
  return lines(current).join('\n') === lines(fresh).join('\n');
}

function lines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => withoutOwnChanges(line.trim()))
    .filter((line) => line !== '')
    .sort();
}

/** kbts marks the stored version later, and `edit --multigroup` leaves controllers their names: neither is the user's. */
function withoutOwnChanges(line: string): string {
  return line
    .replace(/^\/\/ \+kubebuilder:storageversion$/, '')
    .replace(/\bcontroller\(manager, '[a-z0-9-]+'\)/, 'controller(manager)')
    .replace(/\bfieldManager: '[a-z0-9-]+-controller'/, 'fieldManager');
}
