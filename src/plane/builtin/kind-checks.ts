/** What the server checks about one kind. */
import type { Field } from '../../kubernetes/field.js';

/** What a check may know about the request. */
export interface CheckContext {
  /** A dry run hands out no addresses and ports. */
  readonly isDryRun: boolean;
}

/** Checks of a kind; both get the object before the change, if there was one. */
export interface KindChecks {
  /** Create and update. */
  readonly spec?: (after: Field, before: Field | undefined, context: CheckContext) => void;
  /** Update of the status, or of the part that a subresource such as `approval` writes. */
  readonly status?: (after: Field, before: Field, subresource: string) => void;
}
