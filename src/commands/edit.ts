/** `kbts edit`: changes the layout of a project and switches components. */
import { UserError } from '../errors.js';
import type { Project } from '../project/project.js';
import type { CommandPlan } from './command-plan.js';
import { disableComponent, enableComponent, parseComponent } from './components.js';
import { setMultigroup } from './edit-multigroup.js';
import { setNamespaced } from './edit-namespaced.js';
import { loadProject, saveProject } from './load-project.js';
import { regenerate } from './regenerate.js';

/** Flags of `edit`. */
export interface EditOptions {
  readonly root: string;
  readonly multigroup?: boolean;
  readonly namespaced?: boolean;
  readonly enable?: readonly string[];
  readonly disable?: readonly string[];
  /** Overwrite files that the user has changed. */
  readonly force?: boolean;
}

/** Plans the changes that the flags ask for. */
export async function edit(options: EditOptions): Promise<CommandPlan> {
  const { multigroup, namespaced, enable = [], disable = [], force = false } = options;
  if (multigroup === undefined && namespaced === undefined && enable.length === 0 && disable.length === 0) {
    throw new UserError('flag-missing', 'there is nothing to edit', {
      fix: 'pass --multigroup, --namespaced, --enable or --disable',
    });
  }
  const opened = await loadProject(options.root);
  const { tree } = opened;
  let project: Project = opened.project;
  if (multigroup !== undefined && multigroup !== project.multigroup)
    project = await setMultigroup(tree, project, multigroup);
  if (namespaced !== undefined && namespaced !== project.namespaced)
    project = await setNamespaced(tree, project, namespaced, force);
  for (const name of disable) await disableComponent(tree, parseComponent(name));
  for (const name of enable) await enableComponent(tree, parseComponent(name));
  await saveProject(tree, project);
  const isLayoutChanged = project !== opened.project;
  const diagnostics = isLayoutChanged ? await regenerate(tree) : [];
  return {
    root: options.root,
    changes: tree.changes(),
    diagnostics,
    next: tree.changes().length === 0 ? [] : [isLayoutChanged ? 'npm test' : 'npx kbts deploy --image <image>'],
  };
}
