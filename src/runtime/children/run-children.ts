/** One pass over the children of an object: each is made, applied, and waited for, in the order of the chain. */
import { keyOf } from '../cache/store/object-key.js';
import type { Client } from '../client/client.js';
import { is } from '../client/requests/api-error.js';
import { InvalidCallError } from '../object/invalid-call.js';
import type { Kind } from '../object/kind.js';
import type { KubeObject } from '../object/meta.js';
import type { AnyObject, Stored } from '../object/readonly.js';
import { applyWanted, type WantedObject, wantedObject } from './apply-child.js';
import { appliedState, type ChildrenReport, type ChildState, reportOf, waitingOf } from './child-state.js';
import { type ChildStep, groupKindOf, type PrunedKind } from './child-step.js';
import { childNameOf, isFar, type Parent } from './marker.js';
import { isPending } from './pending.js';
import { pruneChildren } from './prune-children.js';

/** Values by the names that the chain gave them. */
export type ObservedValues = Readonly<Record<string, unknown>>;

/** The children of one kind of objects, and how to reach them. */
export interface ChildrenPass {
  readonly parent: Parent & { readonly owner: Stored<KubeObject> };
  readonly steps: readonly ChildStep[];
  /** All kinds that children have or had. */
  readonly kinds: readonly PrunedKind[];
  readonly client: Client;
  readonly signal: AbortSignal;
  /** Objects of a kind that have the label of the owner, wherever they are. */
  readonly labeled: (kind: Kind, ownerUid: string) => Promise<readonly AnyObject[]>;
  /** The scope of a kind, of which only the name may be known. */
  readonly scopeOf: (kind: Kind) => Kind['scope'] | Promise<Kind['scope']>;
  /** Called before the first write of an object that the garbage collector would not delete: the owner must not go without it. */
  readonly holdOwner: () => Promise<unknown>;
  /** What the function of a child gets besides the owner. */
  readonly contextWith: (observed: ObservedValues) => unknown;
}

/** What a pass led to. */
export interface ChildrenOutcome {
  /** The given values and the children: those just applied, and others as the cache has them. */
  readonly observed: ObservedValues;
  readonly report: ChildrenReport;
  /** Why the pass ended early; thrown once the status is written. */
  readonly failure?: { readonly error: unknown };
}

/** Existing children, by the name that their marker has. */
export type ExistingChildren = ReadonlyMap<string, readonly AnyObject[]>;

/** Brings the children to the state that their functions ask for. Never rejects for a reason that one child has. */
export async function runChildren(pass: ChildrenPass, given: ObservedValues): Promise<ChildrenOutcome> {
  const { steps } = pass;
  const existing = await existingChildren(pass);
  const states = new Map<ChildStep, ChildState>();
  const wanted = new Map<string, WantedObject>();
  const observed: Record<string, unknown> = { ...given };
  let heldBy: string | undefined;
  let failure: ChildrenOutcome['failure'];
  for (const step of steps) {
    const state = heldBy === undefined ? await takeTurn(pass, step, { observed, wanted }) : held(heldBy);
    states.set(step, state);
    if (state.type === 'failed') failure = { error: state.error };
    observed[step.name] = seen(step, state, existing);
    const mustWait = state.type === 'failed' || (step.options.wait === true && waitingOf(step, state) !== undefined);
    if (mustWait) heldBy ??= step.name;
  }
  if (!failure)
    failure = await pruneChildren(pass, { existing, states, isWanted: (object) => wanted.has(idOf(object)) });
  const waiting = steps.flatMap((step) => waitingOf(step, states.get(step) ?? held('')) ?? []);
  return { observed, report: reportOf(waiting, steps.length), ...(failure ? { failure } : {}) };
}

/** The children as they are, without a change: while the owner is being deleted. */
export async function observeChildren(pass: ChildrenPass, given: ObservedValues): Promise<ObservedValues> {
  const existing = await existingChildren(pass);
  const children = pass.steps.map((step) => [step.name, seen(step, held(''), existing)] as const);
  return { ...given, ...Object.fromEntries(children) };
}

/** What has a marker of this controller for the owner. */
export async function existingChildren(pass: ChildrenPass): Promise<ExistingChildren> {
  const { kinds, labeled, parent } = pass;
  const found = new Map<string, AnyObject[]>();
  for (const { kind, optional } of kinds) {
    for (const object of await listed(labeled(kind, parent.owner.metadata.uid), optional)) {
      const name = childNameOf(object, parent);
      if (name !== undefined) found.set(name, [...(found.get(name) ?? []), object]);
    }
  }
  return found;
}

/** Kind and key of an object: what a version of its API changes is not its identity. */
export function idOf({ apiVersion, kind, metadata }: AnyObject): string {
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  return `${group}/${kind} ${keyOf(metadata)}`;
}

async function listed(objects: Promise<readonly AnyObject[]>, optional: boolean): Promise<readonly AnyObject[]> {
  try {
    return await objects;
  } catch (error) {
    if (optional && is.noMatch(error)) return [];
    throw error;
  }
}

interface Turn {
  readonly observed: ObservedValues;
  readonly wanted: Map<string, WantedObject>;
}

async function takeTurn(pass: ChildrenPass, step: ChildStep, { observed, wanted }: Turn): Promise<ChildState> {
  const { parent, contextWith } = pass;
  try {
    // A copy: what the function keeps must not change under it.
    const made = await step.make(parent.owner, contextWith({ ...observed }) as never);
    if (isPending(made)) return { type: 'pending', reason: made.reason, message: made.message };
    const objects = await wantedObjects(pass, step, made);
    // All are known to be wanted before the first is applied: a failure in between must not make the others unwanted.
    for (const object of objects) {
      const id = idOf({ ...object.body, metadata: { ...object.body.metadata, ...object.key } });
      const other = wanted.get(id);
      if (other)
        throw new InvalidCallError(
          `the children "${other.step.name}" and "${step.name}" both make ${step.kind.gvk.kind} ${keyOf(object.key)}`,
        );
      wanted.set(id, object);
    }
    const applied: AnyObject[] = [];
    for (const object of objects) {
      if (!step.options.keep && isFar(parent.owner, object.key.namespace)) await pass.holdOwner();
      applied.push(await applyWanted(object, parent, pass));
    }
    return applied.length === 0 ? { type: 'not wanted' } : appliedState(step, applied);
  } catch (error) {
    if (step.options.optional && is.noMatch(error)) return { type: 'not installed' };
    return { type: 'failed', error };
  }
}

async function wantedObjects(pass: ChildrenPass, step: ChildStep, made: unknown): Promise<readonly WantedObject[]> {
  const all = step.isList && Array.isArray(made) ? (made as readonly unknown[]) : [made];
  const objects = all.filter((one) => one !== undefined && one !== null && one !== false && one !== '');
  if (objects.length === 0) return [];
  const scope = await pass.scopeOf(step.kind);
  return objects.map((one) => wantedObject(one, step, pass.parent, scope));
}

function held(by: string): ChildState {
  return { type: 'held', by };
}

/** What `observed` has: what was just applied, or what exists while nothing is decided. */
function seen({ name, kind, isList }: ChildStep, state: ChildState, existing: ExistingChildren): unknown {
  const isOfKind = (object: AnyObject): boolean => idOf(object).startsWith(`${groupKindOf({ gvk: kind.gvk })} `);
  const isUndecided = state.type === 'pending' || state.type === 'held' || state.type === 'failed';
  const objects =
    state.type === 'applied' ? state.objects : isUndecided ? (existing.get(name) ?? []).filter(isOfKind) : [];
  return isList ? objects : objects[0];
}
