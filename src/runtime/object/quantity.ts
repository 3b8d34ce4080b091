/** Arithmetic with Kubernetes quantities such as `500m` and `1Gi`. */
import { parseQuantity, type Quantity } from '../../kubernetes/value/quantity.js';

/** What can be read as a quantity. */
export type QuantityInput = string | number | bigint | QuantityValue;

/**
 * An exact amount; never changes.
 * @example
 * ```ts
 * const limit: QuantityValue = quantity('1500m');
 * console.log(limit.toInteger(), limit.toMillis()); // 2n 1500n
 * ```
 */
export class QuantityValue {
  /** By it, bodies know that the text is meant to be sent. */
  get [Symbol.toStringTag](): string {
    return 'kbts.Quantity';
  }
  readonly #inner: Quantity;

  /** Use `quantity()`. */
  constructor(inner: Quantity) {
    this.#inner = inner;
  }

  /** The sum, in the notation of this one: `1Gi` plus `1M` is `1074741824`, because binary suffixes fit no better. */
  plus(other: QuantityInput): QuantityValue {
    return new QuantityValue(this.#inner.plus(quantity(other).#inner));
  }

  minus(other: QuantityInput): QuantityValue {
    return new QuantityValue(this.#inner.minus(quantity(other).#inner));
  }

  /** So many times this amount: the need of `replicas` pods. */
  times(factor: number | bigint): QuantityValue {
    return new QuantityValue(this.#inner.times(BigInt(factor)));
  }

  /** Negative, zero or positive, as `Array.prototype.sort` wants it. */
  compare(other: QuantityInput): number {
    return this.#inner.compare(quantity(other).#inner);
  }

  equals(other: QuantityInput): boolean {
    return this.compare(other) === 0;
  }

  isLessThan(other: QuantityInput): boolean {
    return this.compare(other) < 0;
  }

  isGreaterThan(other: QuantityInput): boolean {
    return this.compare(other) > 0;
  }

  /** -1, 0 or 1. */
  get sign(): -1 | 0 | 1 {
    return this.#inner.sign;
  }

  /** The next whole amount, away from zero. */
  roundedUp(): QuantityValue {
    return new QuantityValue(this.#inner.roundedUp());
  }

  /** Whole units, rounded away from zero: `1500m` is 2n. `resource.Quantity.Value()` of Go. */
  toInteger(): bigint {
    return this.#inner.inUnits();
  }

  /** Thousandths, rounded away from zero: `1.5` is 1500n. `MilliValue()` of Go. */
  toMillis(): bigint {
    return this.#inner.inUnits(1000n);
  }

  /** As near as a number can be. */
  toNumber(): number {
    return this.#inner.asNumber();
  }

  /** The canonical form, as the API server stores it: no fraction, the largest suffix that is exact. */
  toString(): string {
    return this.#inner.toString();
  }

  toJSON(): string {
    return this.toString();
  }
}

/**
 * Reads a quantity; throws `RangeError` when it is not one. Calculations are exact.
 * @example
 * ```ts
 * const perPod = quantity('256Mi').plus('64Mi');
 * console.log(perPod.toString()); // 320Mi
 * console.log(perPod.times(4).isGreaterThan('1Gi')); // true
 * ```
 */
export function quantity(value: QuantityInput): QuantityValue {
  if (value instanceof QuantityValue) return value;
  const found = parseQuantity(String(value));
  if (found !== undefined) return new QuantityValue(found);
  throw new RangeError(
    `"${String(value)}" is not a quantity: write a number with an optional suffix, such as 500m, 1.5 or 2Gi`,
  );
}
