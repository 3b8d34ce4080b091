/** Kubernetes' order of API versions: v2, v1, v1beta1, v1alpha2, then the rest by name. */

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
    const difference = (rightRank[index] ?? 0) - (leftRank[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function rank(version: string): number[] | undefined {
  const match = FORM.exec(version);
  if (match === null) return undefined;
  const stability = match[2] === undefined ? 2 : Number(match[2] === 'beta');
  return [stability, Number(match[1]), Number(match[3] ?? 0)];
}
