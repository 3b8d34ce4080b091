/** The fluent way to register webhooks of a kind. */
import type { Kind } from '../object/kind.js';
import type { KubeObject } from '../object/meta.js';
import type { Defaulter, Validator } from './admission/admission.js';
import { admissionHook } from './admission/admission-hook.js';
import { hubConversion, type Converter } from './conversion/converter.js';
import { defaultingHandler } from './admission/defaulting.js';
import { checkHookPath, mutatePath, validatePath } from './server/hook-path.js';
import type { WebhookHost } from './registrar.js';
import { validatingHandler, type ValidatorEntry } from './admission/validating.js';

/** Where a hook is served. */
export interface HookOptions {
  /** Instead of `/mutate-…` or `/validate-…`; must match the `path` of the webhook marker. */
  readonly path?: string;
}

/** How a validator is asked. */
export interface ValidatorOptions extends HookOptions {
  /** Lets updates of objects that are being deleted pass, so that a strict rule cannot block a finalizer. */
  readonly skipDeleting?: boolean;
}

/** Collects the webhooks of one kind; `complete` registers them. */
export interface WebhookBuilder<T extends KubeObject> {
  defaulter(defaulter: Defaulter<T>, options?: HookOptions): WebhookBuilder<T>;
  validator(validator: Validator<T>, options?: ValidatorOptions): WebhookBuilder<T>;
  /** Makes this kind the hub, and converts other versions to and from it. Several calls add up. */
  conversion<Spokes extends KubeObject[]>(
    ...converters: { readonly [I in keyof Spokes]: Converter<T, Spokes[I]> }
  ): WebhookBuilder<T>;
  complete(): void;
}

/**
 * Registers webhooks of a kind with a manager.
 * @example
 * ```ts
 * webhook(manager, Guestbook)
 *   .defaulter({ default: (draft) => void (draft.spec.replicas ??= 1) })
 *   .validator({
 *     create: ({ spec }) => ((spec.replicas ?? 1) > 10 ? { deny: 'no more than 10 replicas' } : undefined),
 *   })
 *   .complete();
 * ```
 */
export function webhook<T extends KubeObject>(host: WebhookHost, kind: Kind<T>): WebhookBuilder<T> {
  const defaulters = new Map<string, Defaulter<T>[]>();
  const validators = new Map<string, ValidatorEntry<T>[]>();
  const spokes: Converter<T, KubeObject>[] = [];
  const builder: WebhookBuilder<T> = {
    defaulter(defaulter, { path = mutatePath(kind.gvk) } = {}) {
      append(defaulters, path, defaulter);
      return builder;
    },
    validator(validator, { path = validatePath(kind.gvk), skipDeleting: skipsDeleting = false } = {}) {
      append(validators, path, { validator, skipsDeleting });
      return builder;
    },
    conversion(...converters) {
      spokes.push(...(converters as unknown as Converter<T, KubeObject>[]));
      return builder;
    },
    complete() {
      if (defaulters.size === 0 && validators.size === 0 && spokes.length === 0)
        throw new Error(`webhook(${kind.gvk.kind}) has no defaulter, validator or conversion`);
      for (const [path, chain] of defaulters)
        host.webhooks.register(path, admissionHook(defaultingHandler(kind, chain), kind.gvk));
      for (const [path, chain] of validators)
        host.webhooks.register(path, admissionHook(validatingHandler(kind, chain), kind.gvk));
      if (spokes.length > 0) host.webhooks.registerConversion(kind.gvk, hubConversion(kind, spokes));
    },
  };
  return builder;
}

function append<V>(chains: Map<string, V[]>, path: string, value: V): void {
  const chain = chains.get(checkHookPath(path)) ?? [];
  chain.push(value);
  chains.set(path, chain);
}
