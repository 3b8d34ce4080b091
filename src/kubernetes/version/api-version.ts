/** API versions: their parts, and Kubernetes' order: v2, v1, v1beta1, v1alpha2, then the rest by name. */

const FORM = /^v(\d+)(?:(alpha|beta)(\d+))?$/;

/** Negative when `left` is the more stable or newer version. */
export function compareVersions(left: string, right: string): number {
  const leftRank = rank(left);
  const rightRank = rank(right);
  if (leftRank === undefined || rightRank === undefined) {
    if (leftRank !== undefined) return -1;
    if (rightRank !== undefined) return 1;
    return left < right ? -1 : Number(left > right);
  }
  for (let index = 0; index < 3; index++) {
    const [ours = 0n, theirs = 0n] = [leftRank[index], rightRank[index]];
    if (ours !== theirs) return ours > theirs ? -1 : 1;
  }
  return 0;
}

/** Go's own numbers end at 2^63: what is larger is no version. */
const LIMIT = 2n ** 63n;

function rank(version: string): bigint[] | undefined {
  const [, major, stage, minor = '0'] = FORM.exec(version) ?? [];
  if (major === undefined || BigInt(major) >= LIMIT || BigInt(minor) >= LIMIT) return undefined;
  const stability = stage === undefined ? 2n : BigInt(stage === 'beta');
  return [stability, BigInt(major), BigInt(minor)];
}

/**
 * The inverse of `apiVersionOf`.
 * @example
 * ```ts
 * console.log(parseApiVersion('apps/v1')); // { group: 'apps', version: 'v1' }
 * ```
 */
export function parseApiVersion(apiVersion: string): { readonly group: string; readonly version: string } {
  const slash = apiVersion.indexOf('/');
  if (slash < 0) return { group: '', version: apiVersion };
  return { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) };
}
