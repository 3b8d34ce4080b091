/** A controller is a value: a chain of steps, each of which returns a new one. */
import type { ChildStep } from '../children/child-step.js';
import type { RunningController } from '../controller/controller.js';
import type { WatchSettings } from '../controller/builder.js';
import type { ControllerHost } from '../controller/host.js';
import type { Predicate } from '../controller/predicate.js';
import type { Source } from '../controller/source.js';
import type { Kind } from '../object/kind.js';
import type { KubeObject } from '../object/meta.js';
import type { Stored } from '../object/readonly.js';
import { connectPart } from '../part.js';
import type { ControllerDraft, MapObject, OwnsSettings, PrimarySettings, PrunesSettings } from './chain.js';
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
    const { reconcile, finalize, onDeleted, children } = definition;
    if (reconcile ?? finalize ?? onDeleted ?? children[0])
      this[connectPart] = (host) => connectController(host, definition);
  }

  references(name: string, kind: Kind, of: (object: never) => References, settings: WatchSettings<KubeObject> = {}) {
    const { references } = this.#definition;
    this.#claim(name, 'references');
    const step = { name, kind, of: of as ReferenceStep['of'], settings };
    return this.#with({ references: [...references, step] });
  }

  child(name: string, kind: Kind, make: ChildStep['make'], options: ChildStep['options'] = {}) {
    return this.#child({ name, kind, make, options, isList: false });
  }

  children(name: string, kind: Kind, make: ChildStep['make'], options: ChildStep['options'] = {}) {
    return this.#child({ name, kind, make, options, isList: true });
  }

  prunes(kind: Kind, { optional = false }: PrunesSettings = {}) {
    return this.#with({ prunes: [...this.#definition.prunes, { kind, optional }] });
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

  #child(step: ChildStep): ControllerValue {
    const { children } = this.#definition;
    this.#claim(step.name, 'children');
    if (step.name === '' || step.name.includes('/'))
      throw new Error(`"${step.name}" cannot name a child: the annotation of children is <controller>/<child>`);
    return this.#with({ children: [...children, step] });
  }

  #claim(name: string, what: 'references' | 'children'): void {
    const { references, children } = this.#definition;
    if ([...references, ...children].some((other) => other.name === name))
      throw new Error(`there are two ${what} named "${name}"`);
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
