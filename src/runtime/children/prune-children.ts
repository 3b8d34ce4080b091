/** Deletes children that are no longer wanted, and nothing else. */
import { is } from '../client/requests/api-error.js';
import type { Client } from '../client/client.js';
import type { Kind } from '../object/kind.js';
import type { AnyObject } from '../object/readonly.js';
import { parseApiVersion } from '../../kubernetes/version/api-version.js';
import type { ChildState } from './child-state.js';
import { type ChildStep, groupKindOf } from './child-step.js';
import { isOurs, type Parent } from './marker.js';
import type { ChildrenPass, ExistingChildren } from './run-children.js';

interface Decided {
  readonly existing: ExistingChildren;
  readonly states: ReadonlyMap<ChildStep, ChildState>;
  readonly isWanted: (object: AnyObject) => boolean;
}

/** Deletes what is not wanted, the last child first. Returns why that failed. */
export async function pruneChildren(
  pass: ChildrenPass,
  decided: Decided,
): Promise<{ readonly error: unknown } | undefined> {
  try {
    for (const object of unwanted(pass.steps, decided))
      await deleteOurs(object, pass.parent, { client: pass.client, kinds: pass.kinds.map(({ kind }) => kind) });
    return undefined;
  } catch (error) {
    return { error };
  }
}

/**
 * What may be deleted. A child that is not decided in this pass keeps what it has. An object whose name the chain does not have
 * may be that of a renamed child, so that an undecided child of its kind keeps it, too.
 */
function unwanted(steps: readonly ChildStep[], { existing, states, isWanted }: Decided): readonly AnyObject[] {
  const isUndecided = (step: ChildStep): boolean => {
    const type = states.get(step)?.type;
    return type !== 'applied' && type !== 'not wanted';
  };
  const undecidedKinds = new Set(steps.filter((step) => isUndecided(step)).map(({ kind }) => groupKindOf(kind)));
  const order = new Map(steps.map((step, position) => [step.name, position]));
  const found: { readonly object: AnyObject; readonly position: number }[] = [];
  for (const [name, objects] of existing) {
    const step = steps.find((one) => one.name === name);
    for (const object of objects) {
      const isKnown = step !== undefined && isOfKind(object, step.kind);
      // A child whose kind has changed keeps the old object until there is a new one.
      const isUnsure = (step && isUndecided(step)) || (!isKnown && undecidedKinds.has(kindNameOf(object)));
      if (!isUnsure && !isWanted(object)) found.push({ object, position: order.get(name) ?? steps.length });
    }
  }
  return found.toSorted((left, right) => right.position - left.position).map(({ object }) => object);
}

/** How often others may change an object while it is being deleted. */
const MOST_TRIES = 5;

/**
 * Deletes an object if this controller made it for its owner, judged by what the API server stores now. An object that turns out
 * not to be ours stays.
 */
export async function deleteOurs(
  candidate: AnyObject,
  parent: Parent,
  { client, kinds, propagation = 'Background' }: Deleting,
): Promise<'gone' | 'terminating' | 'not ours'> {
  const kind = kinds.find((one) => isOfKind(candidate, one));
  const { name = '', namespace } = candidate.metadata;
  if (!kind || name === '') return 'not ours';
  const key = { name, ...(namespace ? { namespace } : {}) };
  for (let tries = 1; ; tries++) {
    const object: AnyObject | undefined = await client.live.find(kind, key);
    if (!object) return 'gone';
    if (!isOurs(object, parent)) return 'not ours';
    if (object.metadata.deletionTimestamp !== undefined) return 'terminating';
    const { uid = '', resourceVersion = '' } = object.metadata;
    try {
      // The version too: who changes the object now may take it over.
      const preconditions = { uid, resourceVersion };
      const { state } = await client.delete({ kind, ...key }, { propagation, preconditions });
      return state === 'deleted' ? 'gone' : 'terminating';
    } catch (error) {
      if (is.notFound(error)) return 'gone';
      if (!is.conflict(error) || tries >= MOST_TRIES) throw error;
    }
  }
}

interface Deleting {
  readonly client: Client;
  readonly kinds: readonly Kind[];
  readonly propagation?: 'Background' | 'Foreground';
}

function isOfKind(object: AnyObject, kind: Kind): boolean {
  return kindNameOf(object) === groupKindOf(kind);
}

function kindNameOf({ apiVersion, kind }: AnyObject): string {
  return `${parseApiVersion(apiVersion).group}/${kind}`;
}
