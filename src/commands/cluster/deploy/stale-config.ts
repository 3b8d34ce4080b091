/** Warns before something is deployed that is older than the sources. */
import { UserError } from '../../../errors.js';
import { manifests } from '../../manifests/manifests.js';
import type { CommandSurroundings } from '../command-progress.js';

/** Compares config/ with what the markers would generate; changes nothing, and never rejects for what it finds. */
export async function warnOfStaleConfig({
  root,
  progress,
}: Pick<CommandSurroundings, 'root' | 'progress'>): Promise<void> {
  try {
    const { changes } = await manifests({ root });
    if (changes.length === 0) return;
    const files = changes.map((change) => change.path).join(', ');
    progress.warn(`config/ is not up to date with the sources: run "kbts manifests" first (${files})`);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    progress.warn(
      `config/ may not be up to date, as the sources have errors: ${error.message} ("kbts manifests" shows them)`,
    );
  }
}
