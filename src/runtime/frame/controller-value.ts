/** A controller is a value: a chain of steps, each of which returns a new one. */
import type { RunningController } from '../controller/controller.js';
import type { WatchSettings } from '../controller/builder.js';
import type { ControllerHost } from '../controller/host.js';
import type { Predicate } from '../controller/predicate.js';
import type { Source } from '../controller/source.js';
import type { Kind } from '../object/kind.js';
import type { KubeObject } from '../object/meta.js';
import type { Stored } from '../object/readonly.js';
import { connectPart } from '../part.js';
import type { ControllerDraft, MapObject, OwnsSettings, PrimarySettings } from './chain.js';
import { connectController } from './connect.js';
import { type AnyWork, type Definition, emptyDefinition } from './definition.js';
import type { References, ReferenceStep } from './references.js';
import type { ControllerSettings, ErrorHandler } from './settings.js';

/**
 * Declares a controller of a kind. It does nothing until it is added to a manager.
 * @example
 * ```ts
 * manager.add(
 *   controller(Guestbook)
 *     .owns(ConfigMap)
 *     .reconcile(async (book, { client: own }) => {
 *       await own.owned(book).apply(ConfigMap, { metadata: { name: book.metadata.name }, data: {} });
 *       return { status: { ready: true } };
 *     }),
 * );
 * void manager.start(signal);
 * await waitFor(client, { kind: Guestbook, ...key }, (book) => book?.status?.ready === true);
 * ```
 */
export function controller<T extends KubeObject>(kind: Kind<T>, settings: PrimarySettings<T> = {}): ControllerDraft<T> {
  if (typeof kind !== 'function' || !('gvk' in kind))
    throw new TypeError(
      'controller() needs a kind, such as controller(Guestbook); manager.add() connects it to a manager',
    );
  return new ControllerValue(
    emptyDefinition(kind as unknown as Kind, settings as PrimarySettings<KubeObject>),
  ) as unknown as ControllerDraft<T>;
}

/** All chains are of this class; their types say which steps may follow. */
class ControllerValue {
  readonly #definition: Definition;
  /** Only a controller with some work is a part of a manager. */
  // Declared only: a computed field is an effect, which keeps the class in bundles that do not use it.
  declare readonly [connectPart]?: (host: ControllerHost) => RunningController;

  constructor(definition: Definition) {
    this.#definition = Object.freeze(definition);
    if (definition.reconcile ?? definition.finalize ?? definition.onDeleted)
      this[connectPart] = (host) => connectController(host, definition);
  }

  references(name: string, kind: Kind, of: (object: never) => References, settings: WatchSettings<KubeObject> = {}) {
    const { references } = this.#definition;
    if (references.some((other) => other.name === name)) throw new Error(`there are two references named "${name}"`);
    const step = { name, kind, of: of as ReferenceStep['of'], settings };
    return this.#with({ references: [...references, step] });
  }

  owns(kind: Kind, settings: OwnsSettings<KubeObject> = {}) {
    return this.#with({ watches: [...this.#definition.watches, { type: 'owns', kind, settings }] });
  }

  watches(kind: Kind, map: MapObject<KubeObject>, settings: WatchSettings<KubeObject> = {}) {
    return this.#with({ watches: [...this.#definition.watches, { type: 'watches', kind, map, settings }] });
  }

  source(source: Source | ((host: ControllerHost) => Source)) {
    return this.#with({ sources: [...this.#definition.sources, source] });
  }

  filter(...predicates: readonly Predicate[]) {
    return this.#with({ filters: [...this.#definition.filters, ...predicates] });
  }

  index(name: string, valuesOf: (object: Stored<KubeObject>) => readonly string[]) {
    return this.#with({ indexes: [...this.#definition.indexes, { name, valuesOf }] });
  }

  options(settings: ControllerSettings) {
    return this.#with({ settings: { ...this.#definition.settings, ...settings } });
  }

  onError(onError: ErrorHandler) {
    return this.#with({ onError });
  }

  onDeleted(onDeleted: NonNullable<Definition['onDeleted']>) {
    return this.#once('onDeleted', { onDeleted });
  }

  finalize(finalize: AnyWork) {
    return this.#once('finalize', { finalize });
  }

  reconcile(reconcile: AnyWork) {
    return this.#once('reconcile', { reconcile });
  }

  #once(step: 'reconcile' | 'finalize' | 'onDeleted', more: Partial<Definition>): ControllerValue {
    if (this.#definition[step])
      throw new Error(`the controller of ${this.#definition.kind.gvk.kind} has two steps .${step}(…)`);
    return this.#with(more);
  }

  #with(more: Partial<Definition>): ControllerValue {
    return new ControllerValue({ ...this.#definition, ...more });
  }
}
