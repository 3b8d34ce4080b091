/** Version expressions of setup-envtest: `1.37.1`, `1.37`, `1.37.x`, `~1.37.1`, `<1.37`, `<=1.36.2`, `latest`. */

/** Which versions are meant. */
export interface VersionSelector {
  readonly text: string;
  matches(version: string): boolean;
  /** True for a suffix `!` and for `latest`: what is on the disk may be older than what is offered. */
  readonly asksRemote: boolean;
}

/** Undefined when the string is not a version expression. */
export function parseVersionSelector(text: string): VersionSelector | undefined {
  const isForced = text.endsWith('!');
  const expression = text.replace(/!$/, '').replace(/^(<=?|~)?v/, '$1');
  if (expression === 'latest') return { text, matches: isStable, asksRemote: true };
  if (expression === 'latest-on-disk') return { text, matches: isStable, asksRemote: false };
  const match = /^(<=|<|~)?(\d+)\.(\d+)(?:\.(\d+|x|\*))?$/.exec(expression);
  if (!match) return undefined;
  const [, operator, major = '', minor = '', patch] = match;
  const isOpen = patch === undefined || patch === 'x' || patch === '*';
  const bound = [Number(major), Number(minor), isOpen ? 0 : Number(patch)];
  return {
    text,
    matches: (version) => isStable(version) && fits(partsOf(version), bound, operator, isOpen),
    asksRemote: isForced,
  };
}

/** Newest first. */
export function compareVersions(left: string, right: string): number {
  const [a, b] = [partsOf(left), partsOf(right)];
  return compare(b, a) || right.localeCompare(left);
}

function fits(version: number[], bound: number[], operator: string | undefined, isOpen: boolean): boolean {
  const order = compare(version, bound);
  const isSameMinor = version[0] === bound[0] && version[1] === bound[1];
  switch (operator) {
    case '<':
      return order < 0;
    case '<=':
      return order <= 0 || (isOpen && isSameMinor);
    case '~':
      return isSameMinor && order >= 0;
    default:
      return isOpen ? isSameMinor : order === 0;
  }
}

function partsOf(version: string): number[] {
  return version.replace(/^v/, '').split('-')[0]?.split('.').map(Number) ?? [];
}

function compare(left: number[], right: number[]): number {
  for (let index = 0; index < 3; index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Pre-releases are never chosen by themselves. */
function isStable(version: string): boolean {
  return /^v?\d+\.\d+\.\d+$/.test(version);
}
