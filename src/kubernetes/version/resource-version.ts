/** Resource versions are decimal numbers of any length, written as text. */

/**
 * Negative when `left` is older, 0 when equal. Neither may be empty.
 * @example
 * ```ts
 * console.log(compareResourceVersions('9', '10') < 0); // true
 * ```
 */
export function compareResourceVersions(left: string, right: string): number {
  // Without leading zeros a longer number is a larger one; no number type is wide enough for all of them.
  if (left.length !== right.length) return left.length - right.length;
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** True for a version that can be compared: `""` and `"0"` mean "any" and cannot. */
export function isComparable(version: string | undefined): version is string {
  return version !== undefined && /^[1-9][0-9]*$/.test(version);
}

/** The oldest of several versions; undefined when one of them cannot be compared. */
export function oldestVersion(versions: readonly (string | undefined)[]): string | undefined {
  const comparable = versions.filter((version) => isComparable(version));
  if (comparable.length < versions.length) return undefined;
  return comparable.toSorted(compareResourceVersions)[0];
}

/** The newer of two versions; one that cannot be compared loses. */
export function newerVersion(left: string | undefined, right: string | undefined): string | undefined {
  if (!isComparable(left)) return isComparable(right) ? right : undefined;
  if (!isComparable(right)) return left;
  return compareResourceVersions(left, right) < 0 ? right : left;
}
