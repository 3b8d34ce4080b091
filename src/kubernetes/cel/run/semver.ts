/** Semantic versions. */

const FORM =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$/;

/** A version. */
export class Semver {
  readonly numbers: readonly [major: bigint, minor: bigint, patch: bigint];
  readonly pre: readonly string[];

  constructor(numbers: readonly [bigint, bigint, bigint], pre: readonly string[]) {
    this.numbers = numbers;
    this.pre = pre;
  }

  compare(other: Semver): number {
    for (const [index, number] of this.numbers.entries()) {
      const theirs = other.numbers[index] ?? 0n;
      if (number !== theirs) return number < theirs ? -1 : 1;
    }
    if (this.pre.length === 0 || other.pre.length === 0)
      return Number(other.pre.length > 0) - Number(this.pre.length > 0);
    for (const [index, part] of this.pre.entries()) {
      const theirs = other.pre[index];
      if (theirs === undefined) return 1;
      const order = comparePart(part, theirs);
      if (order !== 0) return order;
    }
    return this.pre.length < other.pre.length ? -1 : 0;
  }
}

function comparePart(left: string, right: string): number {
  const [isLeft, isRight] = [/^\d+$/.test(left), /^\d+$/.test(right)];
  if (isLeft && isRight) return Math.sign(Number(BigInt(left) - BigInt(right)));
  if (isLeft !== isRight) return isLeft ? -1 : 1;
  return left < right ? -1 : Number(left > right);
}

/** Undefined when it is not a version. With `isLoose` a `v` before it, missing numbers and leading zeros are fine. */
export function parseSemver(text: string, isLoose: boolean): Semver | undefined {
  const match = FORM.exec(isLoose ? completed(text) : text);
  if (match === null) return undefined;
  const [, major = '0', minor = '0', patch = '0', pre] = match;
  return new Semver([BigInt(major), BigInt(minor), BigInt(patch)], pre === undefined ? [] : pre.split('.'));
}

function completed(text: string): string {
  const [, numbers = '', rest = ''] = /^v?([\d.]*)([^]*)$/.exec(text) ?? [];
  const parts = numbers.split('.').map((part) => part.replace(/^0+(?=\d)/, ''));
  const missing = rest === '' ? Math.max(0, 3 - parts.length) : 0;
  return `${[...parts, ...Array.from({ length: missing }, () => '0')].join('.')}${rest}`;
}
