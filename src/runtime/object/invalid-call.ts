/** The error of a call that is refused before anything is sent. */

/**
 * The arguments of a client call would make the request mean something else, such as a whole collection instead of one
 * object. No request was sent, so nothing has changed on the server.
 * @example
 * ```ts
 * const error: unknown = await client.delete({ kind: Guestbook, ...key, name: '' }).catch((reason: unknown) => reason);
 * console.log(error instanceof InvalidCallError); // true
 * ```
 */
export class InvalidCallError extends TypeError {
  override readonly name = 'InvalidCallError';
}

/** Whether the client itself refused a call: the server has not seen it. Selectors that cannot be parsed are syntax errors. */
export function isUnsent(error: unknown): boolean {
  return error instanceof InvalidCallError || error instanceof SyntaxError;
}

/** A value as an error message quotes it: short, and without calling anything of the value. */
export function quoted(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);
  if (typeof value === 'number' || typeof value === 'boolean' || value === null || value === undefined)
    return String(value);
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
