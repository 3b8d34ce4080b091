/** API versions in the order of Kubernetes: v2 > v1 > v2beta1 > v1beta2 > v1alpha1 > anything else. */

const ranks: Readonly<Record<string, number>> = { alpha: 1, beta: 2, '': 3 };

/** Below 0 when `a` is older than `b`. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  if (left === undefined || right === undefined) {
    if (left !== undefined) return 1;
    if (right !== undefined) return -1;
    // Names that are no versions come in reverse order of the alphabet.
    return a === b ? 0 : a < b ? 1 : -1;
  }
  return left.stage - right.stage || compareNumbers(left.major, right.major) || compareNumbers(left.minor, right.minor);
}

function partsOf(version: string): { stage: number; major: bigint; minor: bigint } | undefined {
  const [, major, stage = '', minor = '0'] = /^v([1-9]\d*)(?:(alpha|beta)([1-9]\d*))?$/.exec(version) ?? [];
  return major === undefined ? undefined : { stage: ranks[stage] ?? 0, major: BigInt(major), minor: BigInt(minor) };
}

function compareNumbers(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
