/** Waiting with an end. */
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '../../../errors.js';

/** How long to wait, and who listens. */
export interface PollOptions {
  readonly timeoutMs: number;
  /** How long trouble must last to end the waiting; each kind of trouble has its own time by default. */
  readonly troubleMs?: number;
  readonly pollMs?: number;
  readonly signal?: AbortSignal;
  readonly update?: (detail: string) => void;
}

/** Something that rarely gets better by waiting. */
export interface LastingTrouble {
  readonly error: () => UserError | Promise<UserError>;
  /** How long it may last; 10 s by default, `Infinity` for what only explains why the time was over. */
  readonly afterMs?: number;
}

/** What a look at the cluster found: the end, or what is missing. */
export type Look<T> = { readonly done: T } | { readonly waiting: string; readonly trouble?: LastingTrouble };

/**
 * Looks until it is done. Rejects with the trouble when that lasts, and with `olm-failed` and the last state when the
 * time is over.
 */
export async function poll<T>(what: string, look: () => Promise<Look<T>>, options: PollOptions): Promise<T> {
  const { timeoutMs, troubleMs, pollMs = 300, signal, update } = options;
  const deadline = Date.now() + timeoutMs;
  let troubleSince: number | undefined;
  for (;;) {
    const found = await look();
    if ('done' in found) return found.done;
    const { waiting, trouble } = found;
    troubleSince = trouble === undefined ? undefined : (troubleSince ?? Date.now());
    const isOver = Date.now() >= deadline;
    const patience = trouble?.afterMs === Infinity ? Infinity : (troubleMs ?? trouble?.afterMs ?? 10_000);
    const isStuck = troubleSince !== undefined && Date.now() - troubleSince >= patience;
    if (trouble !== undefined && (isStuck || isOver)) throw await trouble.error();
    if (isOver)
      throw new UserError('olm-failed', `${what} was not ready within ${timeoutMs / 1000} s: ${waiting}`, {
        fix: 'see the events of the namespace with "kubectl events"; when it only needs longer, pass --timeout',
      });
    update?.(waiting);
    await delay(pollMs, undefined, { signal });
  }
}
