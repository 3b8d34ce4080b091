/** Lays planned sources out as the project's own formatter would. */
import { access } from 'node:fs/promises';
import path from 'node:path';
import type { WorkingTree } from '../../scaffold/working-tree.js';
import { runTool } from '../../tools/run-tool.js';

/** The print width of generated projects. */
const printWidth = 120;

/**
 * Templates are written as the formatter wants them, for kinds of ordinary length. Long names make
 * long lines, and only the formatter knows how to break these; it is asked when it is installed.
 */
export async function formatLongSources(tree: WorkingTree): Promise<void> {
  const formatter = path.join(tree.root, 'node_modules', '.bin', 'oxfmt');
  for (const change of tree.changes()) {
    if (!change.path.endsWith('.ts') || change.kind === 'delete' || typeof change.text !== 'string') continue;
    if (change.text.startsWith('// Code generated') || !hasLongLine(change.text)) continue;
    if (!(await exists(formatter))) return;
    const { stdout } = await runTool(formatter, ['--stdin-filepath', change.path], {
      cwd: tree.root,
      input: change.text,
      timeoutMs: 30_000,
      install: 'run "npm install"',
    });
    await tree.edit(change.path, () => stdout);
  }
}

/** Comments and imports of one name cannot be broken. */
function hasLongLine(text: string): boolean {
  return text.split('\n').some((line) => line.length > printWidth && !/^\s*(\/\/|\*|import \{ \S+ \})/.test(line));
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
