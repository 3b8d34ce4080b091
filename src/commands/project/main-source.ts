/** Registers controllers and webhooks in `src/main.ts`, and takes them out again. */
import {
  addImport,
  editSource,
  importedAs,
  insertAtAnchor,
  removeCalls,
  removeImport,
  removeMethodCalls,
} from '../../scaffold/source-edit.js';
import type { WorkingTree } from '../../scaffold/working-tree.js';
import { layout } from '../../project/layout.js';

/** An export that belongs to the manager, and the module that exports it, seen from `src/`. */
export interface Registration {
  /** A controller, which is added to the manager, or a function that is called with it. */
  readonly type: 'part' | 'function';
  readonly setup: string;
  readonly module: string;
  /** The local name when another module's function has the same one. */
  readonly alias: string;
}

/** Imports the export and adds it to the manager. */
export async function register(tree: WorkingTree, { type, setup, module, alias }: Registration): Promise<void> {
  await tree.edit(layout.main, (text) =>
    editSource(text, layout.main, (source) => {
      const local = addImport(source, setup, module, { alias });
      insertAtAnchor(source, 'builder', type === 'part' ? `manager.add(${local});` : `${local}(manager);`);
    }),
  );
}

/** Undoes `register`. */
export async function unregister(tree: WorkingTree, { type, setup, module }: Registration): Promise<void> {
  await tree.edit(layout.main, (text) =>
    editSource(text, layout.main, (source) => {
      const local = importedAs(source, setup, module);
      if (local === undefined) return;
      if (type === 'part') removeMethodCalls(source, 'manager', 'add', local);
      else removeCalls(source, local);
      removeImport(source, setup, module);
    }),
  );
}
