/** The chain of a webhook, as types: each step returns a new value. */
import type { UnknownField } from '../frame/reported.js';
import type { KubeObject } from '../object/meta.js';
import type { Part } from '../part.js';
import type { AdmissionContext, Defaulter, Denial, Validator } from './admission/admission.js';
import type { Converter } from './conversion/converter.js';
import type { WebhookHost } from './registrar.js';

/** Where a hook is served. */
export interface HookOptions {
  /** Instead of `/mutate-…` or `/validate-…`; must match the `path` of the webhook marker. */
  readonly path?: `/${string}` | undefined;
}

/** How a validator is called. */
export interface ValidatorOptions extends HookOptions {
  /** Allows updates of objects that are being deleted, so that a strict rule cannot block a finalizer. */
  readonly skipDeleting?: boolean | undefined;
}

/** Passed to a function that validates both creations and updates. */
export interface ValidationContext<T extends KubeObject> extends AdmissionContext {
  /** The stored object that is updated; undefined for a creation. */
  readonly old: T | undefined;
}

/** A verdict whose keys are inferred: TypeScript does not look for unknown fields in what a function returns. */
export type Judged<K extends string> =
  | void
  | (Denial & { readonly [P in K]?: string extends K ? unknown : P extends keyof Denial ? unknown : UnknownField<P> });

/** Validates objects that are created or updated. */
export type ValidateObject<T extends KubeObject, K extends string> = (
  object: T,
  context: ValidationContext<T>,
) => Judged<K> | Promise<Judged<K>>;

/** A `Validator` whose verdicts are checked for unknown fields. */
export interface Validations<T extends KubeObject, K extends string> extends Validator<T> {
  create?(object: T, context: AdmissionContext): Judged<K> | Promise<Judged<K>>;
  update?(old: T, object: T, context: AdmissionContext): Judged<K> | Promise<Judged<K>>;
  delete?(object: T, context: AdmissionContext): Judged<K> | Promise<Judged<K>>;
}

declare const problem: unique symbol;

/** Shown in messages of the compiler for a converter of another kind. */
export interface NotAVersionOf<Name extends string> {
  readonly [problem]: Name;
}

/** Shown in messages of the compiler for a converter between a version and itself. */
export interface IsTheHub<Version extends string> {
  readonly [problem]: Version;
}

/** What is wrong with `Spoke` as a version of the hub, if anything. Names that are not literal are checked at run time. */
type SpokeProblem<Hub extends KubeObject, Spoke extends KubeObject> = Spoke['kind'] extends Hub['kind']
  ? string extends Hub['apiVersion'] | Spoke['apiVersion']
    ? unknown
    : Spoke['apiVersion'] extends Hub['apiVersion']
      ? IsTheHub<Hub['apiVersion']>
      : unknown
  : string extends Spoke['kind']
    ? unknown
    : NotAVersionOf<Hub['kind']>;

/** Steps of the webhooks of a kind, which cannot be added to a manager before the first one. */
export interface WebhookDraft<T extends KubeObject> {
  /** Fills in what the user left out, by changing the draft. Several defaulters of a path run in order. */
  default(work: Defaulter<T> | Defaulter<T>['default'], options?: HookOptions): Webhook<T>;
  /**
   * Judges changes. A function judges creations and updates; an object has a function for each operation, and allows
   * operations without one. Several validators of a path run in order, until one denies.
   */
  validate<K extends string>(
    validator: Validations<T, K> | ValidateObject<T, K>,
    options?: ValidatorOptions,
  ): Webhook<T>;
  /** Makes this kind the hub, and converts other versions to and from it. Several calls add up. */
  convert<Spokes extends [KubeObject, ...KubeObject[]]>(
    ...converters: { readonly [I in keyof Spokes]: Converter<T, Spokes[I]> & SpokeProblem<T, Spokes[I]> }
  ): Webhook<T>;
}

/**
 * The webhooks of a kind: a value that can be added to any number of managers.
 * @example
 * ```ts
 * const bookWebhook: Webhook<Guestbook> = webhook(Guestbook).validate(({ spec }, { old }) => {
 *   if (old?.spec.message && !spec.message) return { deny: 'a message cannot be removed' };
 * });
 * manager.add(bookWebhook);
 * ```
 */
export interface Webhook<T extends KubeObject> extends WebhookDraft<T>, Part<WebhookHost, void> {}
