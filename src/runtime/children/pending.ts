/** "Not known yet", which is neither an object nor "not wanted". */

const pendingMark: unique symbol = Symbol.for('kbts.pending') as never;

/** A child that cannot be decided yet: it is neither applied nor deleted. */
export interface Pending {
  readonly [pendingMark]: true;
  /** One word in CamelCase, such as `SecretMissing`. */
  readonly reason: string;
  readonly message: string;
}

/**
 * Returned by the function of a child that cannot be decided in this pass. What exists of the child stays as it is.
 * @example
 * ```ts
 * manager.add(
 *   controller(Guestbook)
 *     .references('settings', ConfigMap, (book) => book.metadata.name)
 *     .child('copy', ConfigMap, (book, { observed: { settings } }) =>
 *       settings
 *         ? new ConfigMap({ metadata: { name: `${book.metadata.name}-copy` }, data: { ...settings.data } })
 *         : pending('SettingsMissing', `ConfigMap ${book.metadata.name} does not exist`),
 *     ),
 * );
 * ```
 */
export function pending(reason: string, message: string): Pending {
  return Object.freeze({ [pendingMark]: true as const, reason, message });
}

/** True for what `pending` returned, also by another copy of kbts. */
export function isPending(made: unknown): made is Pending {
  return typeof made === 'object' && made !== null && (made as Partial<Pending>)[pendingMark] === true;
}
