/** What a command wants to do to the tree, decided before anything is written. */

/** Paths are relative to the project's root, with `/`. */
export type FileChange =
  /** A new file that belongs to the user afterwards. */
  | Readonly<{ kind: 'create'; path: string; text: string | Uint8Array; mode?: number }>
  /** A changed file: what it was when the change was computed, and what it becomes. */
  | Readonly<{ kind: 'modify'; path: string; before: string; text: string }>
  /** A generated file, always overwritten. */
  | Readonly<{ kind: 'regenerate'; path: string; text: string }>
  | Readonly<{ kind: 'move'; path: string; from: string; before: string; text: string }>
  | Readonly<{ kind: 'delete'; path: string }>;
