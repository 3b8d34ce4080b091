/** `kbts build-installer`: everything of config/default in one file. */
import { readInside } from '../../../scaffold/read-inside.js';
import type { CommandPlan } from '../../command-plan.js';
import { loadProject } from '../../load-project.js';
import type { CommandSurroundings } from '../command-progress.js';
import { placeholderWarnings } from '../image/docker.js';
import { imagesOf } from '../../../ship/operator.js';
import { renderOperator } from './rendered-operator.js';
import { layout } from '../../../project/layout.js';

/** Flags of `build-installer`. */
export interface BuildInstallerOptions {
  readonly image?: string;
  readonly namespace?: string;
  /** Relative to the root; `dist/install.yaml` by default. */
  readonly file?: string;
}

/** Plans the file; the same config gives the same bytes. */
export async function buildInstaller(
  surroundings: CommandSurroundings,
  options: BuildInstallerOptions,
): Promise<CommandPlan> {
  const { root, progress } = surroundings;
  const { file = layout.installer } = options;
  await loadProject(root);
  const { text, objects } = await progress.step('render config/default', () => renderOperator(surroundings, options));
  const before = readInside(root, file);
  const next = [`kubectl apply --server-side -f ${file}`];
  const warnings = placeholderWarnings(imagesOf(objects));
  if (before === text) return { root, changes: [], warnings, next };
  return {
    root,
    changes: [
      before === undefined ? { kind: 'create', path: file, text } : { kind: 'regenerate', path: file, before, text },
    ],
    warnings,
    next,
  };
}
