/** What the steps of a chain have said so far. Never changed: each step makes a new one. */
import type { ChildStep, PrunedKind } from '../children/child-step.js';
import type { ControllerHost } from '../controller/host.js';
import type { Predicate } from '../controller/predicate.js';
import type { Result } from '../controller/reconcile.js';
import type { Source } from '../controller/source.js';
import type { Kind } from '../object/kind.js';
import type { KubeObject, ObjectKey } from '../object/meta.js';
import type { Stored } from '../object/readonly.js';
import type { MapObject, OwnsSettings, PrimarySettings } from './chain.js';
import type { ReconcileContext, WorkContext } from './context.js';
import type { ReferenceStep } from './references.js';
import type { ControllerSettings, ErrorHandler } from './settings.js';

/** The work on an object, without its types. */
export type AnyWork = (object: Stored<KubeObject>, context: ReconcileContext<never>) => Promise<Result>;

/** A kind that is watched, and how. */
export type WatchStep =
  | { readonly type: 'owns'; readonly kind: Kind; readonly settings: OwnsSettings<KubeObject> }
  | {
      readonly type: 'watches';
      readonly kind: Kind;
      readonly map: MapObject<KubeObject>;
      readonly settings: OwnsSettings<KubeObject>;
    };

/** A controller of objects as data. */
export interface Definition {
  readonly kind: Kind;
  readonly primary: PrimarySettings<KubeObject>;
  readonly references: readonly ReferenceStep[];
  readonly children: readonly ChildStep[];
  readonly prunes: readonly PrunedKind[];
  readonly watches: readonly WatchStep[];
  readonly sources: readonly (Source | ((host: ControllerHost) => Source))[];
  readonly filters: readonly Predicate[];
  readonly indexes: readonly {
    readonly name: string;
    readonly valuesOf: (object: Stored<KubeObject>) => readonly string[];
  }[];
  readonly settings: ControllerSettings;
  readonly onError?: ErrorHandler;
  readonly reconcile?: AnyWork;
  readonly finalize?: AnyWork;
  readonly onDeleted?: (key: ObjectKey, context: WorkContext) => Promise<void>;
}

/** The definition of a chain that has just begun. */
export function emptyDefinition(kind: Kind, primary: PrimarySettings<KubeObject>): Definition {
  return {
    kind,
    primary,
    references: [],
    children: [],
    prunes: [],
    watches: [],
    sources: [],
    filters: [],
    indexes: [],
    settings: {},
  };
}
