/** Freezing: what a cache hands out cannot be changed in place, so a mistake is an error and not corruption. */

/** Freezes JSON data all the way down and returns it. Frozen data is not walked again. */
export function deepFreeze<T>(value: T): T {
  if (!isOpen(value)) return value;
  // Not by recursion: users may nest what they write deeper than the stack.
  const open: object[] = [Object.freeze(value)];
  for (let next = open.pop(); next; next = open.pop()) {
    for (const inner of Object.values(next) as unknown[]) if (isOpen(inner)) open.push(Object.freeze(inner));
  }
  return value;
}

function isOpen(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Object.isFrozen(value);
}
