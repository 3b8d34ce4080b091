/** Waiting for an object to reach a state, by watching it. */
import type { Client, KindRef } from '../runtime/client/client.js';
import type { KubeObject } from '../runtime/object/meta.js';
import type { Stored } from '../runtime/object/readonly.js';

/** How long to wait. */
export interface WaitForOptions {
  /** 20 seconds by default. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Resolves to the object as soon as `condition` is true; it gets `undefined` while the object does not exist. Rejects
 * when the time is over, with the object's last state in the message.
 * @example
 * ```ts
 * const found = await waitFor(client, { kind: Guestbook, ...key }, (book) => book?.spec.message === 'hello');
 * console.log(found?.metadata.name); // welcome
 * ```
 */
export async function waitFor<T extends KubeObject>(
  client: Client,
  ref: KindRef<T>,
  condition: (object: Stored<T> | undefined) => boolean,
  options: WaitForOptions = {},
): Promise<Stored<T> | undefined> {
  const { timeoutMs = 20_000, signal } = options;
  signal?.throwIfAborted();
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  const onAbort = (): void => controller.abort();
  signal?.addEventListener('abort', onAbort, { once: true });
  let last: Stored<T> | undefined;
  let isListed = false;
  try {
    for await (const state of states(client, ref, controller.signal)) {
      [last, isListed] = [state, true];
      if (condition(state)) return state;
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (!controller.signal.aborted) throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    controller.abort();
  }
  const where = `${ref.kind.gvk.kind} ${[ref.namespace, ref.name].filter(Boolean).join('/')}`;
  const found = isListed ? (last === undefined ? 'it does not exist' : shown(last)) : 'it could not be read';
  throw new Error(`${where} did not reach the expected state within ${timeoutMs} ms; ${found}`);
}

/** Who owns which field is long, and seldom the reason. */
function shown(object: KubeObject | Stored<KubeObject>): string {
  const { managedFields: _managedFields, ...metadata } = object.metadata;
  return JSON.stringify({ ...object, metadata });
}

/** Every state of one object, beginning with the present one. */
async function* states<T extends KubeObject>(
  client: Client,
  { kind, name, namespace }: KindRef<T>,
  signal: AbortSignal,
): AsyncGenerator<Stored<T> | undefined> {
  let initial: T | undefined;
  for await (const phase of client.watch(kind, { namespace, fields: { 'metadata.name': name }, signal })) {
    if (phase.type === 'init') initial = undefined;
    if (phase.type === 'initApply') initial = phase.object;
    if (phase.type === 'initDone') yield initial as Stored<T> | undefined;
    if (phase.type === 'apply') yield phase.object as Stored<T>;
    if (phase.type === 'delete') yield undefined;
  }
}
