/** The webhooks of a kind are a value: a chain of steps, each of which returns a new one. */
import type { Kind } from '../object/kind.js';
import type { KubeObject } from '../object/meta.js';
import { connectPart, type Part } from '../part.js';
import type { Defaulter, Validator } from './admission/admission.js';
import { admissionHook } from './admission/admission-hook.js';
import { hubConversion, type Converter, type ConvertObject } from './conversion/converter.js';
import { defaultingHandler } from './admission/defaulting.js';
import { checkHookPath, mutatePath, validatePath } from './server/hook-path.js';
import type { WebhookHost, WebhookRegistrar } from './registrar.js';
import { validatingHandler, type ValidatorEntry } from './admission/validating.js';

/** Where a hook is served. */
export interface HookOptions {
  /** Instead of `/mutate-…` or `/validate-…`; must match the `path` of the webhook marker. */
  readonly path?: string | undefined;
}

/** How a validator is asked. */
export interface ValidatorOptions extends HookOptions {
  /** Lets updates of objects that are being deleted pass, so that a strict rule cannot block a finalizer. */
  readonly skipDeleting?: boolean | undefined;
}

/** Steps of the webhooks of a kind. */
export interface WebhookDraft<T extends KubeObject> {
  /** Fills in what the user left out, by changing the draft. Several defaulters of a path run in order. */
  default(work: Defaulter<T> | Defaulter<T>['default'], options?: HookOptions): Webhook<T>;
  /** Judges changes; an operation without a function is allowed. */
  validate(validator: Validator<T>, options?: ValidatorOptions): Webhook<T>;
  /** Makes this kind the hub, and converts other versions to and from it. Several calls add up. */
  convert<Spokes extends KubeObject[]>(
    ...converters: { readonly [I in keyof Spokes]: Converter<T, Spokes[I]> }
  ): Webhook<T>;
}

/** Webhooks that can be added to a manager. */
export interface Webhook<T extends KubeObject> extends WebhookDraft<T>, Part<WebhookHost, void> {}

interface Definition {
  readonly kind: Kind;
  readonly defaulters: readonly { readonly path: string; readonly defaulter: Defaulter<KubeObject> }[];
  readonly validators: readonly { readonly path: string; readonly entry: ValidatorEntry<KubeObject> }[];
  readonly spokes: readonly Converter<KubeObject, KubeObject>[];
}

/**
 * Declares the webhooks of a kind. They are served when they are added to a manager.
 * @example
 * ```ts
 * manager.add(
 *   webhook(Guestbook)
 *     .default((draft) => void (draft.spec.replicas ??= 1))
 *     .validate({
 *       create: ({ spec }) => ((spec.replicas ?? 1) > 10 ? { deny: 'no more than 10 replicas' } : undefined),
 *     }),
 * );
 * ```
 */
export function webhook<T extends KubeObject>(kind: Kind<T>): WebhookDraft<T> {
  const definition = { kind: kind as unknown as Kind, defaulters: [], validators: [], spokes: [] };
  return new WebhookValue(definition) as unknown as WebhookDraft<T>;
}

class WebhookValue {
  readonly #definition: Definition;
  // Declared only: a computed field is an effect, which keeps the class in bundles that do not use it.
  declare readonly [connectPart]?: (host: WebhookHost) => void;

  constructor(definition: Definition) {
    this.#definition = Object.freeze(definition);
    const { defaulters, validators, spokes } = definition;
    if (defaulters.length + validators.length + spokes.length > 0)
      this[connectPart] = (host) => register(host, definition);
  }

  default(work: Defaulter<KubeObject> | Defaulter<KubeObject>['default'], options: HookOptions = {}) {
    const defaulter = typeof work === 'function' ? { default: work } : work;
    const path = checkHookPath(options.path ?? mutatePath(this.#definition.kind.gvk));
    return this.#with({ defaulters: [...this.#definition.defaulters, { path, defaulter }] });
  }

  validate(validator: Validator<KubeObject>, options: ValidatorOptions = {}) {
    const path = checkHookPath(options.path ?? validatePath(this.#definition.kind.gvk));
    const entry = { validator, skipsDeleting: options.skipDeleting ?? false };
    return this.#with({ validators: [...this.#definition.validators, { path, entry }] });
  }

  convert(...converters: readonly Converter<KubeObject, KubeObject>[]) {
    return this.#with({ spokes: [...this.#definition.spokes, ...converters] });
  }

  #with(more: Partial<Definition>): WebhookValue {
    return new WebhookValue({ ...this.#definition, ...more });
  }
}

function register({ webhooks }: WebhookHost, { kind, defaulters, validators, spokes }: Definition): void {
  for (const [path, chain] of byPath(defaulters))
    webhooks.register(
      path,
      admissionHook(
        defaultingHandler(
          kind,
          chain.map(({ defaulter }) => defaulter),
        ),
        kind.gvk,
      ),
    );
  for (const [path, chain] of byPath(validators))
    webhooks.register(
      path,
      admissionHook(
        validatingHandler(
          kind,
          chain.map(({ entry }) => entry),
        ),
        kind.gvk,
      ),
    );
  if (spokes.length > 0) addSpokes(webhooks, kind, spokes);
}

type Spokes = readonly Converter<KubeObject, KubeObject>[];

/** What converts the versions that were added to a server so far, by kind. */
const hubs = new WeakMap<WebhookRegistrar, Map<string, { spokes: Spokes; convert: ConvertObject }>>();

/** A kind is registered once; versions that are added later join it. */
function addSpokes(registrar: WebhookRegistrar, kind: Kind, added: Spokes): void {
  const known = hubs.get(registrar) ?? new Map<string, { spokes: Spokes; convert: ConvertObject }>();
  hubs.set(registrar, known);
  const name = `${kind.apiVersion}/${kind.gvk.kind}`;
  const hub = known.get(name);
  const spokes = [...(hub?.spokes ?? []), ...added];
  const convert = hubConversion(kind, spokes);
  if (hub) {
    Object.assign(hub, { spokes, convert });
    return;
  }
  const made = { spokes, convert };
  known.set(name, made);
  registrar.registerConversion(kind.gvk, (object, apiVersion) => made.convert(object, apiVersion));
}

function byPath<V extends { readonly path: string }>(steps: readonly V[]): Map<string, V[]> {
  const chains = new Map<string, V[]>();
  for (const step of steps) chains.set(step.path, [...(chains.get(step.path) ?? []), step]);
  return chains;
}
