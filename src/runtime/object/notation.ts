/** Values that are sent in a notation of Kubernetes. They are known by their tag, so that bodies do not load their arithmetic. */

const TAGS: ReadonlySet<unknown> = new Set(['kbts.Quantity', 'kbts.Duration']);

/** Whether a value is a quantity or a duration. */
export function hasNotation(value: object): boolean {
  return TAGS.has((value as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag]);
}
