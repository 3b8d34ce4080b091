/** What became of each child in one pass, and what of it the status can report. */
import type { AnyObject } from '../object/readonly.js';
import { readinessOf } from './readiness.js';
import type { ChildStep } from './child-step.js';

/** The state of one child after its turn. */
export type ChildState =
  /** `unready` says why the first object that is not ready is not. */
  | { readonly type: 'applied'; readonly objects: readonly AnyObject[]; readonly unready: string | undefined }
  | { readonly type: 'not wanted' }
  | { readonly type: 'not installed' }
  | { readonly type: 'pending'; readonly reason: string; readonly message: string }
  | { readonly type: 'held'; readonly by: string }
  | { readonly type: 'failed'; readonly error: unknown };

/** A child that is not ready. */
export interface WaitingChild {
  /** The name that the chain gave it. */
  readonly name: string;
  /** What `pending` was given, or `NotReady`, `Held` or `Failed`. */
  readonly reason: string;
  readonly message: string;
}

/** Reasons of the conditions below. */
export type ChildrenReason = 'ChildrenReady' | 'ChildrenNotReady' | 'ChildPending' | 'ChildFailed' | 'NoChildFailed';

/** A condition that sums up all children. */
export interface ChildrenCondition {
  type: 'Ready' | 'Degraded';
  status: 'True' | 'False';
  reason: ChildrenReason;
  message: string;
}

/** What `context.children` says of the children in this pass. */
export interface ChildrenReport {
  /** Whether all children are ready; children that are not wanted are. */
  readonly ready: boolean;
  /** Those that are not, in the order of the chain. */
  readonly waiting: readonly WaitingChild[];
  /** `Ready` and `Degraded`, for a status that reports them: `status: { conditions: children.conditions }`. */
  readonly conditions: readonly ChildrenCondition[];
}

/** Why a child is not ready; undefined for one that is. */
export function waitingOf({ name }: ChildStep, state: ChildState): WaitingChild | undefined {
  switch (state.type) {
    case 'not wanted':
    case 'not installed':
      return undefined;
    case 'pending':
      return { name, reason: state.reason, message: state.message };
    case 'held':
      return { name, reason: 'Held', message: `waits for "${state.by}"` };
    case 'failed':
      return { name, reason: 'Failed', message: messageOf(state.error) };
    case 'applied':
      return state.unready === undefined ? undefined : { name, reason: 'NotReady', message: state.unready };
  }
}

/** The state of a child that was applied. Throws what `readyWhen` throws. */
export function appliedState({ options }: ChildStep, objects: readonly AnyObject[]): ChildState {
  const unready = objects.map((object) => unreadyMessage(object, options.readyWhen)).find((message) => message);
  return { type: 'applied', objects, unready };
}

/** The report of all children. */
export function reportOf(waiting: readonly WaitingChild[], total: number): ChildrenReport {
  const failed = waiting.filter(({ reason }) => reason === 'Failed');
  const isReady = waiting.length === 0;
  const message = shortened(waiting.map(({ name, reason, message: why }) => `${name}: ${reasonBefore(reason)}${why}`));
  const ready: ChildrenCondition = {
    type: 'Ready',
    status: isReady ? 'True' : 'False',
    reason: isReady ? 'ChildrenReady' : reasonOf(waiting),
    message: isReady ? `${total} of ${total} children are ready` : message,
  };
  const degraded: ChildrenCondition = {
    type: 'Degraded',
    status: failed.length > 0 ? 'True' : 'False',
    reason: failed.length > 0 ? 'ChildFailed' : 'NoChildFailed',
    message: shortened(failed.map(({ name, message: why }) => `${name}: ${why}`)) || 'no child has failed',
  };
  return { ready: isReady, waiting, conditions: [ready, degraded] };
}

function reasonOf(waiting: readonly WaitingChild[]): ChildrenReason {
  if (waiting.some(({ reason }) => reason === 'Failed')) return 'ChildFailed';
  return waiting.every(({ reason }) => OWN_REASONS.has(reason)) ? 'ChildrenNotReady' : 'ChildPending';
}

const OWN_REASONS: ReadonlySet<string> = new Set(['NotReady', 'Held', 'Failed']);

/** A reason of the user says more than ours do. */
function reasonBefore(reason: string): string {
  return OWN_REASONS.has(reason) ? '' : `${reason}: `;
}

function unreadyMessage(object: AnyObject, readyWhen: ChildStep['options']['readyWhen']): string | undefined {
  const called = `${object.kind} ${object.metadata.name ?? ''}`;
  if (readyWhen) return readyWhen(object as never) ? undefined : `${called} is not ready`;
  const { isReady, message } = readinessOf(object);
  return isReady ? undefined : `${called}: ${message}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The API server refuses messages of conditions that are longer than 32 KiB; people read less. */
const LONGEST = 1024;

function shortened(parts: readonly string[]): string {
  const text = parts.join('; ');
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
