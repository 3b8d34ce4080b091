/** What a command wants to do to the tree, decided before anything is written. */

/** Paths are relative to the project's root, with `/`. `before` is what the file was when the plan was made. */
export type FileChange =
  /** A new file that belongs to the user afterwards. */
  | Readonly<{ kind: 'create'; path: string; text: string | Uint8Array; mode?: number }>
  /** A file of the user that is changed. */
  | Readonly<{ kind: 'modify'; path: string; before: string; text: string }>
  /** A generated file that is overwritten. */
  | Readonly<{ kind: 'regenerate'; path: string; before: string; text: string }>
  | Readonly<{ kind: 'move'; path: string; from: string; before: string; text: string }>
  | Readonly<{ kind: 'delete'; path: string; before: string }>;
