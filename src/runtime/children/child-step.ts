/** The steps of a chain that declare children, as data. */
import type { WholeObject } from '../object/partial.js';
import type { Kind } from '../object/kind.js';
import type { KubeObject } from '../object/meta.js';
import type { Stored } from '../object/readonly.js';
import type { Pending } from './pending.js';

/** The child is not wanted: what exists of it is deleted. */
export type NotWanted = undefined | null | false | '';

/** What the function of a child returns. */
export type Made<U extends KubeObject> = (U & WholeObject) | NotWanted | Pending;

/** What the function of a list of children returns; an empty list is a list of none. */
export type MadeList<U extends KubeObject> = readonly ((U & WholeObject) | NotWanted)[] | NotWanted | Pending;

/** How a child is kept. */
export interface ChildOptions<U extends KubeObject> {
  /** Later children are held, neither applied nor deleted, until this one is ready; also while it is being updated. */
  readonly wait?: boolean | undefined;
  /** Whether the child is ready; by default `isReady`, the rules of kstatus. */
  readonly readyWhen?: ((child: Stored<U>) => boolean) | undefined;
  /** The child outlives its owner, and is never deleted. */
  readonly keep?: boolean | undefined;
  /** Take over an object of this name that exists and has no controller. */
  readonly adopt?: boolean | undefined;
  /** The kind's CRD may be installed later; until then the child is skipped. */
  readonly optional?: boolean | undefined;
}

/** One `.child` or `.children`, without its types. */
export interface ChildStep {
  readonly name: string;
  readonly kind: Kind;
  readonly isList: boolean;
  readonly make: (owner: Stored<KubeObject>, context: never) => unknown;
  readonly options: ChildOptions<KubeObject>;
}

/** One `.prunes`. */
export interface PrunedKind {
  readonly kind: Kind;
  readonly optional: boolean;
}

/** `apps/Deployment`, whatever the version. */
export function groupKindOf({ gvk: { group, kind } }: Pick<Kind, 'gvk'>): string {
  return `${group}/${kind}`;
}

/** The kinds of children and of what earlier versions made, each once. */
export function childKinds(steps: readonly ChildStep[], prunes: readonly PrunedKind[]): readonly PrunedKind[] {
  const found = new Map<string, PrunedKind>();
  const all = [...steps.map(({ kind, options }) => ({ kind, optional: options.optional ?? false })), ...prunes];
  for (const one of all) {
    const key = groupKindOf(one.kind);
    const known = found.get(key);
    found.set(key, known ? { ...known, optional: known.optional && one.optional } : one);
  }
  return [...found.values()];
}
