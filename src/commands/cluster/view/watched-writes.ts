/** Shows what is written to objects, and events about them, while an operator runs. */
import type { Client } from '../../../runtime/client/client.js';
import type { Kind } from '../../../runtime/object/kind.js';
import type { KubeObject } from '../../../runtime/object/meta.js';
import { CoreEvent } from '../rollout/core-event.js';
import type { DevEvent } from '../dev/dev-event.js';
import { nameOf } from '../apply/object-name.js';
import { changesOf, writersOf } from './object-changes.js';

/** What to watch, and whom to tell. */
export interface WatchWritesOptions {
  readonly kinds: readonly Kind[];
  /** Also events about objects; true by default. */
  readonly events?: boolean;
  readonly signal: AbortSignal;
  readonly onEvent: (event: DevEvent) => void;
}

/** Parts of a cluster that write all the time, and our own writes, which are shown elsewhere. */
const dull = /^(kube-|kubelet$|kwok|kbts-dev$|kbts-testing$|kbts$|k8s-|deployment-controller|endpoint)/;

/** Watches until the signal aborts; what cannot be watched is left out. */
export class WatchedWrites {
  readonly #options: WatchWritesOptions;
  readonly #deleting = new Set<string>();

  constructor(client: Client, options: WatchWritesOptions) {
    this.#options = options;
    for (const kind of options.kinds) this.#start(() => this.#watchObjects(client, kind));
    if (options.events !== false) this.#start(() => this.#watchEvents(client));
  }

  /** True when this object, such as `Guestbook default/a`, is being deleted: its reconcile then cleans up. */
  isDeleting(object: string): boolean {
    return this.#deleting.has(object);
  }

  /** A view must never end what it shows: a watch that fails shows nothing more. */
  #start(work: () => Promise<void>): void {
    work().catch((error: unknown) => {
      if (this.#options.signal.aborted) return;
      const message = error instanceof Error ? error.message : String(error);
      this.#options.onEvent({ type: 'log', level: 'debug', message: 'writes cannot be shown', fields: message });
    });
  }

  async #watchObjects(client: Client, kind: Kind): Promise<void> {
    const known = new Map<string, KubeObject>();
    for await (const phase of client.watch(kind, { signal: this.#options.signal })) {
      if (phase.type === 'initApply') known.set(keyOf(phase.object), phase.object);
      if (phase.type !== 'apply' && phase.type !== 'delete') continue;
      const key = keyOf(phase.object);
      const before = known.get(key);
      if (phase.type === 'delete') known.delete(key);
      else known.set(key, phase.object);
      this.#tell(kind, phase.type, before, phase.object);
    }
  }

  #tell(kind: Kind, type: 'apply' | 'delete', before: KubeObject | undefined, after: KubeObject): void {
    const { name = '', namespace, deletionTimestamp } = after.metadata;
    const object = nameOf({ kind: kind.gvk.kind, namespace, name });
    if (type === 'delete') {
      this.#deleting.delete(object);
      this.#options.onEvent({ type: 'wrote', verb: 'deleted', object, by: '', changes: [] });
      return;
    }
    if (deletionTimestamp !== undefined) this.#deleting.add(object);
    const isStart = before?.metadata.deletionTimestamp === undefined && deletionTimestamp !== undefined;
    const by = writersOf(before, after).filter((manager) => !dull.test(manager));
    if (by.length === 0 && !isStart) return;
    const changes = changesOf(before, after);
    const verb = before ? 'changed' : 'created';
    if (changes.length > 0 || !before)
      this.#options.onEvent({ type: 'wrote', verb, object, by: by.join(', '), changes });
  }

  async #watchEvents(client: Client): Promise<void> {
    const seen = new Set<string>();
    for await (const phase of client.watch(CoreEvent, { signal: this.#options.signal })) {
      if (phase.type !== 'initApply' && phase.type !== 'apply') continue;
      const key = keyOf(phase.object);
      if (seen.has(key)) continue;
      seen.add(key);
      if (phase.type === 'initApply') continue;
      const { involvedObject, type = '', reason = '', message = '', metadata } = phase.object;
      const { kind = '', name = '' } = involvedObject;
      const object = nameOf({ kind, namespace: metadata.namespace, name });
      this.#options.onEvent({ type: 'event', object, warning: type === 'Warning', reason, message });
    }
  }
}

function keyOf({ metadata }: KubeObject): string {
  return `${metadata.namespace ?? ''}/${metadata.name ?? ''}`;
}
