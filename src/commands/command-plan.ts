/** What a command has decided: the files to write and what comes after. */
import type { Diagnostic } from '../model/diagnostic.js';
import type { FileChange } from '../scaffold/file-change.js';

/** Something that runs after the files are written, such as `npm install`. */
export interface FollowUp {
  readonly title: string;
  run(progress: (line: string) => void, signal: AbortSignal): Promise<void>;
  /** What the user can run by hand when it fails. */
  readonly byHand: string;
}

/** Nothing has been written yet when a command returns this. */
export interface CommandPlan {
  readonly root: string;
  readonly changes: readonly FileChange[];
  /** Changes in folders outside the root that the user named, each folder for itself. */
  readonly elsewhere?: readonly { readonly root: string; readonly changes: readonly FileChange[] }[];
  /** Problems in the user's sources that do not stop the command. */
  readonly diagnostics?: readonly Diagnostic[];
  readonly warnings?: readonly string[];
  readonly followUps?: readonly FollowUp[];
  /** What to do next, as lines to read or commands to copy. */
  readonly next?: readonly string[];
}
