/** Registers controllers and webhooks in `src/main.ts`, and takes them out again. */
import {
  addImport,
  editSource,
  importedAs,
  insertAtAnchor,
  removeCalls,
  removeImport,
} from '../../scaffold/source-edit.js';
import type { WorkingTree } from '../../scaffold/working-tree.js';
import { layout } from '../../project/layout.js';

/** The program of every generated project. */
/** A set-up function and the module that exports it, seen from `src/`. */
export interface Registration {
  readonly setup: string;
  readonly module: string;
  /** The local name when another module's function has the same one. */
  readonly alias: string;
}

/** Imports the set-up function and calls it with the manager. */
export async function register(tree: WorkingTree, { setup, module, alias }: Registration): Promise<void> {
  await tree.edit(layout.main, (text) =>
    editSource(text, layout.main, (source) => {
      const local = addImport(source, setup, module, { alias });
      insertAtAnchor(source, 'builder', `${local}(manager);`);
    }),
  );
}

/** Undoes `register`. */
export async function unregister(tree: WorkingTree, { setup, module }: Registration): Promise<void> {
  await tree.edit(layout.main, (text) =>
    editSource(text, layout.main, (source) => {
      const local = importedAs(source, setup, module);
      if (local === undefined) return;
      removeCalls(source, local);
      removeImport(source, setup, module);
    }),
  );
}
