/** Which informers there are, who uses them, and when they may end. */
import type { Clock } from '../../clock.js';
import type { Kind, KindInfo } from '../../object/kind.js';
import { type ResolvedSpec, specIdentity } from './informer-spec.js';
import type { Transform } from '../store/transformed.js';
import type { SharedInformer } from './shared-informer.js';
import type { IndexFunction } from '../store/store.js';

interface Entry {
  readonly identity: string;
  readonly informer: SharedInformer;
  holders: number;
  /** When a read last used it; undefined when only holders do. */
  readAt: number | undefined;
  /** Set while a timer will look whether reads have stopped. */
  isWatched: boolean;
}

/** Informers by kind, projection and spec. */
export class InformerRegistry {
  readonly #entries = new Map<string, Entry>();
  /** What `ofKind` found; asked at every read and write. */
  readonly #byKind = new Map<string, readonly SharedInformer[]>();
  readonly #defaults = new Map<string, SharedInformer>();
  readonly #indexes: { readonly kind: KindInfo; readonly name: string; readonly valuesOf: IndexFunction }[] = [];
  readonly #transforms = new Map<Transform, number>();
  readonly #clock: Clock;
  readonly #idleMs: number | undefined;

  constructor(options: { clock: Clock; idleMs?: number }) {
    this.#clock = options.clock;
    this.#idleMs = options.idleMs;
  }

  all(): SharedInformer[] {
    return [...this.#entries.values()].map(({ informer }) => informer);
  }

  /** Whether only reads use it. */
  isOnlyRead(informer: SharedInformer): boolean {
    const entry = this.#entryOf(informer);
    return entry !== undefined && entry.holders === 0 && entry.readAt !== undefined;
  }

  ofKind(gvk: { group: string; kind: string }): readonly SharedInformer[] {
    const name = `${gvk.group}/${gvk.kind}`;
    const known = this.#byKind.get(name) ?? this.all().filter(({ kind }) => isSameKind(kind.gvk, gvk));
    this.#byKind.set(name, known);
    return known;
  }

  /** The informer of a kind and spec. `isDefault`: plain reads of the kind use it. */
  findOrMake(
    kind: Kind,
    { spec, isDefault }: { spec: ResolvedSpec; isDefault: boolean },
    make: () => SharedInformer,
  ): SharedInformer {
    const identity = `${identityOf(kind)} ${specIdentity(spec, (transform) => this.#transformId(transform))}`;
    const informer = this.#entries.get(identity)?.informer ?? this.#add(identity, kind, make());
    if (isDefault) this.#defaults.set(identityOf(kind), informer);
    return informer;
  }

  #add(identity: string, kind: Kind, informer: SharedInformer): SharedInformer {
    for (const index of this.#indexes)
      if (isSameKind(index.kind.gvk, kind.gvk)) informer.addIndex(index.name, index.valuesOf);
    this.#byKind.clear();
    this.#entries.set(identity, { identity, informer, holders: 0, readAt: undefined, isWatched: false });
    return informer;
  }

  /**
   * The informer that plain reads of `kind` use, once it has been made. Metadata alone is also read
   * from an informer of whole objects.
   */
  forRead(kind: KindInfo): SharedInformer | undefined {
    const own = this.#defaults.get(identityOf(kind));
    if (own || kind.projection === undefined) return own;
    return this.#defaults.get(identityOf({ apiVersion: kind.apiVersion, gvk: kind.gvk }));
  }

  /** A read has used it. */
  touch(informer: SharedInformer): void {
    const entry = this.#entryOf(informer);
    if (!entry) return;
    entry.readAt = this.#clock.now();
    this.#endWhenIdle(entry);
  }

  /** One timer per informer, however often it is read. */
  #endWhenIdle(entry: Entry): void {
    if (this.#idleMs === undefined || entry.isWatched) return;
    const leftMs = (entry.readAt ?? 0) + this.#idleMs - this.#clock.now();
    entry.isWatched = true;
    this.#clock.after(leftMs, () => {
      entry.isWatched = false;
      const wasRead = this.#clock.now() - (entry.readAt ?? 0) < (this.#idleMs ?? 0);
      if (wasRead) this.#endWhenIdle(entry);
      else void this.#endWhenUnused(entry);
    });
  }

  /** Somebody uses it; the returned function says that they no longer do. */
  hold(informer: SharedInformer): () => Promise<void> {
    const entry = this.#entryOf(informer);
    if (entry) entry.holders++;
    return async () => {
      if (!entry) return;
      entry.holders--;
      await this.#endWhenUnused(entry);
    };
  }

  addIndex(kind: KindInfo, name: string, valuesOf: IndexFunction): void {
    if (this.#indexes.some((index) => index.name === name && isSameKind(index.kind.gvk, kind.gvk)))
      throw new Error(`the index "${name}" of ${kind.gvk.kind} is registered twice; give each index its own name`);
    this.#indexes.push({ kind, name, valuesOf });
    for (const informer of this.ofKind(kind.gvk)) informer.addIndex(name, valuesOf);
  }

  async stopAll(): Promise<void> {
    const informers = this.all();
    this.#entries.clear();
    this.#byKind.clear();
    this.#defaults.clear();
    await Promise.all(informers.map((informer) => informer.stop()));
  }

  async #endWhenUnused(entry: Entry): Promise<void> {
    const isRead =
      entry.readAt !== undefined && (this.#idleMs === undefined || this.#clock.now() - entry.readAt < this.#idleMs);
    if (entry.holders > 0 || isRead || this.#entries.get(entry.identity) !== entry) return;
    this.#entries.delete(entry.identity);
    this.#byKind.clear();
    this.#defaults.forEach((informer, kind) => informer === entry.informer && this.#defaults.delete(kind));
    await entry.informer.stop();
  }

  #entryOf(informer: SharedInformer): Entry | undefined {
    for (const entry of this.#entries.values()) if (entry.informer === informer) return entry;
    return undefined;
  }

  #transformId(transform: Transform): number {
    const id = this.#transforms.get(transform) ?? this.#transforms.size + 1;
    this.#transforms.set(transform, id);
    return id;
  }
}

function identityOf({ apiVersion, gvk, projection }: Pick<KindInfo, 'apiVersion' | 'gvk' | 'projection'>): string {
  return `${apiVersion} ${gvk.kind} ${projection ?? 'whole'}`;
}

function isSameKind(left: { group: string; kind: string }, right: { group: string; kind: string }): boolean {
  return left.group === right.group && left.kind === right.kind;
}
