/** `kbts edit`: changes the layout of a project and switches components. */
import { UserError } from '../../errors.js';
import type { Project } from '../../project/project.js';
import type { WorkingTree } from '../../scaffold/working-tree.js';
import type { CommandPlan } from '../command-plan.js';
import { disableComponent, enableComponent, parseComponent } from './components.js';
import { setMultigroup } from './edit-multigroup.js';
import { setNamespaced } from './edit-namespaced.js';
import { type License, readBoilerplate } from './license.js';
import { loadProject, saveProject } from '../load-project.js';
import { regenerate } from '../manifests/regenerate.js';
import { layout } from '../../project/layout.js';

/** Flags of `edit`. */
export interface EditOptions {
  readonly root: string;
  readonly multigroup?: boolean;
  readonly namespaced?: boolean;
  readonly enable?: readonly string[];
  readonly disable?: readonly string[];
  /** Another licence header for sources that are generated from now on. */
  readonly license?: License;
  readonly owner?: string;
  readonly licenseFile?: string;
  readonly cwd?: string;
  readonly year?: number;
  /** Overwrite files that the user has changed. */
  readonly force?: boolean;
}

/** Plans the changes that the flags ask for. */
export async function edit(options: EditOptions): Promise<CommandPlan> {
  const { multigroup, namespaced, enable = [], disable = [], force = false } = options;
  const isHeaderChanged = [options.license, options.owner, options.licenseFile].some((flag) => flag !== undefined);
  const isIdle = multigroup === undefined && namespaced === undefined && enable.length === 0 && disable.length === 0;
  if (isIdle && !isHeaderChanged) {
    throw new UserError('flag-missing', 'there is nothing to edit', {
      fix: 'pass --multigroup, --namespaced, --enable, --disable or --license',
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
  if (isHeaderChanged) await setHeader(tree, options);
  await saveProject(tree, project);
  const isLayoutChanged = project !== opened.project;
  const diagnostics = isLayoutChanged ? await regenerate(tree) : [];
  return {
    root: options.root,
    changes: tree.changes(),
    diagnostics,
    ...(isHeaderChanged && {
      warnings: [`sources that exist keep their header; new ones get that of ${layout.boilerplate}`],
    }),
    next: tree.changes().length === 0 ? [] : [isLayoutChanged ? 'npm test' : 'npx kbts deploy --image <image>'],
  };
}

/** Sources that kbts writes from now on begin with it. */
async function setHeader(tree: WorkingTree, options: EditOptions): Promise<void> {
  const { license = 'apache2', owner = '', licenseFile, cwd, year = new Date().getFullYear() } = options;
  const text = await readBoilerplate({ license, owner, licenseFile, cwd, year });
  if (text !== '') await tree.create(layout.boilerplate, text, { force: true });
  else if (await tree.exists(layout.boilerplate)) await tree.delete(layout.boilerplate);
}
