/** The webhooks of a kind are a value: a chain of steps, each of which returns a new one. */
import type { Kind } from '../object/kind.js';
import type { KubeObject } from '../object/meta.js';
import { connectPart } from '../part.js';
import type { Defaulter, Validator } from './admission/admission.js';
import { admissionHook } from './admission/admission-hook.js';
import { hubConversion, type Converter, type ConvertObject } from './conversion/converter.js';
import { defaultingHandler } from './admission/defaulting.js';
import { checkHookPath, mutatePath, validatePath } from './server/hook-path.js';
import type { WebhookHost, WebhookRegistrar } from './registrar.js';
import { validatingHandler, type ValidatorEntry } from './admission/validating.js';
import type { HookOptions, ValidateObject, ValidatorOptions, WebhookDraft } from './webhook-chain.js';

interface Definition {
  readonly kind: Kind;
  readonly defaulters: readonly { readonly path: string; readonly defaulter: Defaulter<KubeObject> }[];
  readonly validators: readonly { readonly path: string; readonly entry: ValidatorEntry<KubeObject> }[];
  readonly spokes: readonly Converter<KubeObject, KubeObject>[];
}

/**
 * Declares the webhooks of a kind. They are served once they are added to a manager.
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
  if (typeof kind !== 'function' || !('gvk' in kind))
    throw new TypeError('webhook() needs a kind, such as webhook(Guestbook); manager.add() connects it to a manager');
  const definition = { kind: kind as unknown as Kind, defaulters: [], validators: [], spokes: [] };
  return new WebhookValue(definition) as unknown as WebhookDraft<T>;
}

/** All chains are of this class; their types say which steps may follow. */
class WebhookValue {
  readonly #definition: Definition;
  /** Only webhooks with some step are a part of a manager. */
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
    if (typeof defaulter?.default !== 'function')
      throw this.#misuse('default', 'a function, or an object with the method default');
    const path = checkHookPath(options.path ?? mutatePath(this.#definition.kind.gvk));
    return this.#with({ defaulters: [...this.#definition.defaulters, { path, defaulter }] });
  }

  validate(work: Validator<KubeObject> | ValidateObject<KubeObject, never>, options: ValidatorOptions = {}) {
    const validator = typeof work === 'function' ? bothOperations(work) : work;
    if (typeof validator !== 'object' || validator === null)
      throw this.#misuse('validate', 'a function, or an object with create, update or delete');
    const path = checkHookPath(options.path ?? validatePath(this.#definition.kind.gvk));
    const entry = { validator, skipsDeleting: options.skipDeleting ?? false };
    return this.#with({ validators: [...this.#definition.validators, { path, entry }] });
  }

  convert(...converters: readonly Converter<KubeObject, KubeObject>[]) {
    if (converters.length === 0) throw this.#misuse('convert', 'at least one converter');
    return this.#with({ spokes: [...this.#definition.spokes, ...converters] });
  }

  #misuse(step: string, needed: string): TypeError {
    return new TypeError(`webhook(${this.#definition.kind.gvk.kind}).${step}() needs ${needed}`);
  }

  #with(more: Partial<Definition>): WebhookValue {
    return new WebhookValue({ ...this.#definition, ...more });
  }
}

/** The validator of a function that judges creations and updates alike. */
function bothOperations(judge: ValidateObject<KubeObject, never>): Validator<KubeObject> {
  return {
    create: (object, context) => judge(object, { ...context, old: undefined }),
    update: (old, object, context) => judge(object, { ...context, old }),
  };
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
