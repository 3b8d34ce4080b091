/** Semantic versions, as OLM compares them. */

/** The parts of a version. */
export interface SemanticVersion {
  readonly core: readonly [bigint, bigint, bigint];
  readonly pre: readonly string[];
}

const number = '(0|[1-9]\\d*)';
const identifier = '(?:0|[1-9]\\d*|\\d*[A-Za-z-][0-9A-Za-z-]*)';
const pattern = new RegExp(
  `^${number}\\.${number}\\.${number}(?:-(${identifier}(?:\\.${identifier})*))?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$`,
);
/** OLM's numbers have 64 bits. */
const largest = 2n ** 64n - 1n;

/** The parts of a version, or nothing when the string is not one. */
export function parseSemver(text: string): SemanticVersion | undefined {
  const [, major = '', minor = '', patch = '', pre] = pattern.exec(text) ?? [];
  if (major === '') return undefined;
  const core = [BigInt(major), BigInt(minor), BigInt(patch)] as const;
  const parts = pre === undefined ? [] : pre.split('.');
  const numbers = parts.filter((part) => /^\d+$/.test(part)).map(BigInt);
  return [...core, ...numbers].some((one) => one > largest) ? undefined : { core, pre: parts };
}

/** Whether OLM understands a range such as `>=1.0.0 <1.2.0 || 2.x`. */
export function isVersionRange(text: string): boolean {
  return text.split('||').every((part) => {
    const terms = part
      .trim()
      .replaceAll(/([<>=!])\s+/g, '$1')
      .split(/\s+/);
    return terms.every((term) => {
      const [, version] = /^(?:==?|!=?|[<>]=?)?(\d.*)$/.exec(term) ?? [];
      return (
        version !== undefined &&
        parseSemver(version.replace(/^(\d+)\.x$/, '$1.0.x').replace(/\.x$/, '.0')) !== undefined
      );
    });
  });
}

/** Below 0 when `a` comes before `b`. */
export function compareSemver(a: SemanticVersion, b: SemanticVersion): number {
  for (const index of [0, 1, 2] as const)
    if (a.core[index] !== b.core[index]) return a.core[index] < b.core[index] ? -1 : 1;
  if (a.pre.length === 0 || b.pre.length === 0) return b.pre.length - a.pre.length;
  for (let index = 0; index < Math.max(a.pre.length, b.pre.length); index++) {
    const order = comparePart(a.pre[index], b.pre[index]);
    if (order !== 0) return order;
  }
  return 0;
}

/** Numbers come before words, and a shorter list before a longer one. */
function comparePart(a: string | undefined, b: string | undefined): number {
  if (a === b) return 0;
  if (a === undefined) return -1;
  if (b === undefined) return 1;
  const [left, right] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (left && right) return BigInt(a) < BigInt(b) ? -1 : 1;
  if (left !== right) return left ? -1 : 1;
  return a < b ? -1 : 1;
}
