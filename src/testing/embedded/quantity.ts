/** Kubernetes quantities: `500m`, `1Gi`, `2e3`, exact. */

const FORM = /^([+-]?)(\d+(?:\.\d*)?|\.\d+)(?:([eE][+-]?\d+)|([numkMGTPE]|[KMGTPE]i))?$/;
/** Everything is counted in billionths. */
const SCALE = 1_000_000_000n;
const DECIMAL: Readonly<Record<string, number>> = { n: -9, u: -6, m: -3, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 };
const BINARY: Readonly<Record<string, bigint>> = { Ki: 1n, Mi: 2n, Gi: 3n, Ti: 4n, Pi: 5n, Ei: 6n };

/** An exact amount. */
export class Quantity {
  private readonly billionths: bigint;
  constructor(billionths: bigint) {
    this.billionths = billionths;
  }

  get isInteger(): boolean {
    return this.billionths % SCALE === 0n;
  }

  asInteger(): bigint {
    if (!this.isInteger) throw new Error('cannot convert value to integer');
    return this.billionths / SCALE;
  }

  asNumber(): number {
    return Number(this.billionths) / Number(SCALE);
  }

  compare(other: Quantity): number {
    if (this.billionths === other.billionths) return 0;
    return this.billionths < other.billionths ? -1 : 1;
  }

  plus(other: Quantity): Quantity {
    return new Quantity(this.billionths + other.billionths);
  }

  minus(other: Quantity): Quantity {
    return new Quantity(this.billionths - other.billionths);
  }
}

/** Reads a quantity; undefined when it is not one. */
export function parseQuantity(text: string): Quantity | undefined {
  const match = FORM.exec(text);
  if (match === null) return undefined;
  const [, sign, digits = '0', exponent, suffix = ''] = match;
  const [whole = '0', fraction = ''] = digits.split('.');
  const power = exponent === undefined ? (DECIMAL[suffix] ?? 0) : Number(exponent.slice(1));
  const shift = 9 + power - fraction.length;
  let amount = BigInt(`${whole === '' ? '0' : whole}${fraction}`);
  amount = shift >= 0 ? amount * 10n ** BigInt(shift) : roundedUp(amount, 10n ** BigInt(-shift));
  const binary = BINARY[suffix];
  if (binary !== undefined) amount *= 1024n ** binary;
  return new Quantity(sign === '-' ? -amount : amount);
}

function roundedUp(amount: bigint, divisor: bigint): bigint {
  return amount % divisor === 0n ? amount / divisor : amount / divisor + 1n;
}
