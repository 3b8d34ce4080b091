/** Controllers of keys that are not objects: tenants, buckets, rows of a table. */
import type { Reader } from '../client/client.js';
import { controller as engine } from '../controller/builder.js';
import type { WatchSettings } from '../controller/builder.js';
import type { RunningController } from '../controller/controller.js';
import type { ControllerHost } from '../controller/host.js';
import type { Predicate } from '../controller/predicate.js';
import type { Result } from '../controller/reconcile.js';
import { functionSource, type SourceContext } from '../controller/source.js';
import { InvalidCallError } from '../object/invalid-call.js';
import type { Kind } from '../object/kind.js';
import type { KubeObject } from '../object/meta.js';
import type { Stored } from '../object/readonly.js';
import { connectPart, type Part } from '../part.js';
import { type WorkContext, workContext } from './context.js';
import type { Requeued } from './reported.js';
import { type ControllerSettings, engineOptions } from './settings.js';
import { mapBothStates } from './watch-map.js';

/** What a key may be: text, a number, or an object of texts and numbers, such as `{ tenant: string }`. */
export type Key = string | number | { readonly [field: string]: string | number | undefined };

/** One key, several, or none. Empty text is none, as the namespace of a cluster-scoped object. */
export type Keys<K> = K | NoKey | Iterable<K | NoKey>;
/** No key. */
export type NoKey = undefined | null | false | '';

/** Maps an object to keys. */
export type MapToKeys<U extends KubeObject, K> = (
  object: Stored<U>,
  context: { readonly reader: Reader },
) => Keys<K> | Promise<Keys<K>>;

/** Feeds a keyed controller until the signal of its context aborts. */
export type KeySource<K> = (
  add: (key: K, options?: { readonly afterMs?: number | undefined }) => void,
  context: SourceContext,
) => void | Promise<void>;

/** What a keyed controller can be told: it has no kind of its own, so neither children nor finalizers. */
export type KeyedSettings = Omit<ControllerSettings, 'name' | 'finalizer' | 'whileDeleting' | 'clusters'>;

/** Decides what follows an error; `'default'` for a retry with backoff. */
type KeyedErrorHandler<K> = (error: unknown, key: K, context: WorkContext) => Result | 'default';

/** Steps of a keyed controller; each returns a new value. */
export interface KeyedSteps<K> {
  /** A kind, with a function from its objects to one key, several or none; called with the old and with the new state. */
  watches<U extends KubeObject>(kind: Kind<U>, map: MapToKeys<U, K>, settings?: WatchSettings<U>): this;
  /** Keys from anywhere else. */
  source(name: string, run: KeySource<K>): this;
  /** Events of all watched kinds must pass these predicates. */
  filter(...predicates: readonly Predicate[]): this;
  options(settings: KeyedSettings): this;
  onError<R extends string>(
    handler: (error: unknown, key: K, context: WorkContext) => Requeued<R> | 'default' | void,
  ): this;
}

/** A keyed controller without work. */
export interface KeyedDraft<K> extends KeyedSteps<K> {
  reconcile<R extends string>(work: (key: K, context: WorkContext) => Promise<Requeued<R> | void>): KeyedController<K>;
}

/** A running keyed controller. */
export interface RunningKeyedController<K> {
  readonly name: string;
  enqueue(key: K, options?: { readonly afterMs?: number | undefined }): void;
  stop(): Promise<void>;
}

/** A controller of keys: a value that can be added to any number of managers. */
export interface KeyedController<K> extends KeyedSteps<K>, Part<ControllerHost, RunningKeyedController<K>> {}

interface KeyedDefinition {
  readonly name: string;
  readonly watches: readonly {
    readonly kind: Kind;
    readonly map: MapToKeys<KubeObject, Key>;
    readonly settings: WatchSettings<KubeObject>;
  }[];
  readonly sources: readonly { readonly name: string; readonly run: KeySource<Key> }[];
  readonly filters: readonly Predicate[];
  readonly settings: ControllerSettings;
  readonly onError?: KeyedErrorHandler<Key>;
  readonly work?: (key: Key, context: WorkContext) => Promise<Result>;
}

/**
 * Declares a controller of keys that are not objects.
 * @example
 * ```ts
 * const seen = new Promise<string>((resolve) => {
 *   const tenants = keyedController<{ tenant: string }>('tenants')
 *     .watches(Guestbook, (book) => ({ tenant: book.metadata.namespace ?? '' }))
 *     .reconcile(async ({ tenant }) => resolve(tenant));
 *   manager.add(tenants);
 * });
 * void manager.start(signal);
 * console.log(await seen); // default
 * ```
 */
export function keyedController<K extends Key>(name: string): KeyedDraft<K> {
  if (!name) throw new TypeError('keyedController() needs a name, which appears in metrics and logs');
  const definition: KeyedDefinition = { name, watches: [], sources: [], filters: [], settings: {} };
  return new KeyedValue(definition) as unknown as KeyedDraft<K>;
}

class KeyedValue {
  readonly #definition: KeyedDefinition;
  // Declared only: a computed field is an effect, which keeps the class in bundles that do not use it.
  declare readonly [connectPart]?: (host: ControllerHost) => RunningKeyedController<Key>;

  constructor(definition: KeyedDefinition) {
    this.#definition = Object.freeze(definition);
    const { work } = definition;
    if (work) this[connectPart] = (host) => connectKeyed(host, definition, work);
  }

  watches(kind: Kind, map: KeyedDefinition['watches'][number]['map'], settings: WatchSettings<KubeObject> = {}) {
    return this.#with({ watches: [...this.#definition.watches, { kind, map, settings }] });
  }

  source(name: string, run: KeySource<Key>) {
    return this.#with({ sources: [...this.#definition.sources, { name, run }] });
  }

  filter(...predicates: readonly Predicate[]) {
    return this.#with({ filters: [...this.#definition.filters, ...predicates] });
  }

  options(settings: ControllerSettings) {
    return this.#with({ settings: { ...this.#definition.settings, ...settings } });
  }

  onError(onError: KeyedErrorHandler<Key>) {
    return this.#with({ onError });
  }

  reconcile(work: NonNullable<KeyedDefinition['work']>) {
    if (this.#definition.work) throw new Error(`the controller "${this.#definition.name}" has two steps .reconcile(…)`);
    return this.#with({ work });
  }

  #with(more: Partial<KeyedDefinition>): KeyedValue {
    return new KeyedValue({ ...this.#definition, ...more });
  }
}

function connectKeyed(
  host: ControllerHost,
  { name, watches, sources, filters, settings, onError }: KeyedDefinition,
  work: NonNullable<KeyedDefinition['work']>,
): RunningKeyedController<Key> {
  const builder = engine(host, name).filter(...filters);
  for (const { kind, map, settings: watch } of watches)
    builder.watches(
      kind,
      mapBothStates((object, context) => encoded(map(object, context)), undefined),
      watch,
    );
  for (const { name: source, run } of sources)
    builder.source(
      functionSource(source, (queue, context) =>
        run((key, options) => queue.add(requestOf(key), { ...options, reason: { event: 'source' } }), context),
      ),
    );
  const options = engineOptions(settings, `controller "${name}"`);
  const parts = { host, controller: name };
  builder.options(
    onError
      ? {
          ...options,
          onError: (error, { name: text }, inner) =>
            onError(error, keyFrom(text), workContext(inner, undefined, parts)),
        }
      : options,
  );
  const running: RunningController = builder.complete({
    reconcile: (request, inner) => work(keyFrom(request.name), workContext(inner, undefined, parts)),
  });
  return {
    name,
    enqueue: (key, given) => running.enqueue(requestOf(key), given),
    stop: () => running.stop(),
  };
}

function encoded(keys: Keys<Key> | Promise<Keys<Key>>): { name: string }[] | Promise<{ name: string }[]> {
  return keys instanceof Promise ? keys.then(encodeAll) : encodeAll(keys);
}

function encodeAll(keys: Keys<Key>): { name: string }[] {
  const isSeveral = typeof keys === 'object' && keys !== null && Symbol.iterator in keys;
  const given = isSeveral ? [...(keys as Iterable<Key | NoKey>)] : [keys];
  return given.flatMap((key) => (isKey(key) ? requestOf(key) : []));
}

function isKey(key: Key | NoKey): key is Key {
  return key !== undefined && key !== null && key !== false && key !== '';
}

/** Queues compare text: the same key must always be the same text, whatever the order of its fields. */
function requestOf(key: Key): { name: string } {
  const isPlain = typeof key === 'object' && key !== null && !Array.isArray(key);
  const values: readonly unknown[] = isPlain ? Object.values(key) : [key];
  const isKey = (value: unknown): boolean =>
    typeof value === 'string' ||
    (typeof value === 'number' && Number.isFinite(value)) ||
    (isPlain && value === undefined);
  if (!values.every(isKey))
    throw new InvalidCallError(`${String(key)} cannot be a key: use text, a number, or an object of texts and numbers`);
  const sorted = isPlain ? Object.fromEntries(Object.entries(key).sort(([a], [b]) => (a < b ? -1 : 1))) : key;
  // Slashes and marks separate parts of requests.
  return { name: encodeURIComponent(JSON.stringify(sorted)) };
}

function keyFrom(text: string): Key {
  return JSON.parse(decodeURIComponent(text)) as Key;
}
