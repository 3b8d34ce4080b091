/** Freezing: what a cache hands out cannot be changed in place, so a mistake is an error and not corruption. */

/** Freezes JSON data all the way down and returns it. Frozen data is not walked again. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) deepFreeze(inner);
  return value;
}
