/** Kubernetes quantities: `500m`, `1Gi`, `2e3`, exact. */

/** As in Go, where digits may be left out, unless the suffix is a very large one: `m` is nothing. */
const FORM = /^(?=.)([+-]?)(\d*(?:\.\d*)?)(?:([eE][+-]?\d+)|([numkMGTPE]|[KMGTPE]i))?$/;
/** Everything is counted in billionths. */
const SCALE = 1_000_000_000n;
const DECIMAL: Readonly<Record<string, number>> = { n: -9, u: -6, m: -3, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 };
const BINARY: Readonly<Record<string, bigint>> = { Ki: 1n, Mi: 2n, Gi: 3n, Ti: 4n, Pi: 5n, Ei: 6n };

const BINARY_SUFFIXES = ['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
/** By thousands, from billionths on. */
const DECIMAL_SUFFIXES = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'];

/** How a quantity was written. */
export type QuantityForm = 'decimal' | 'binary' | 'exponent';

/** Divides as often as it goes without a rest. */
function shrink(amount: bigint, base: bigint, limit: number): [bigint, number] {
  if (amount === 0n) return [0n, base === 1000n ? 3 : 0];
  let rest = amount;
  let steps = 0;
  while (steps < limit && rest % base === 0n) {
    rest /= base;
    steps++;
  }
  return [rest, steps];
}

/** An exact amount. */
export class Quantity {
  private readonly billionths: bigint;
  private readonly form: QuantityForm;
  constructor(billionths: bigint, form: QuantityForm = 'decimal') {
    this.billionths = billionths;
    this.form = form;
  }

  get isInteger(): boolean {
    return this.billionths % SCALE === 0n;
  }

  get sign(): -1 | 0 | 1 {
    if (this.billionths === 0n) return 0;
    return this.billionths < 0n ? -1 : 1;
  }

  asInteger(): bigint {
    if (!this.isInteger) throw new Error('cannot convert value to integer');
    return this.billionths / SCALE;
  }

  asNumber(): number {
    return Number(this.billionths) / Number(SCALE);
  }

  /** Whole units of 1, or of a part of it such as 1000n for thousandths; rounded away from zero. */
  inUnits(perUnit = 1n): bigint {
    return awayFromZero(this.billionths, SCALE / perUnit);
  }

  /** The next whole amount, away from zero. */
  roundedUp(): Quantity {
    return new Quantity(this.inUnits() * SCALE, this.form);
  }

  compare(other: Quantity): number {
    if (this.billionths === other.billionths) return 0;
    return this.billionths < other.billionths ? -1 : 1;
  }

  plus(other: Quantity): Quantity {
    return new Quantity(this.billionths + other.billionths, this.formWith(other));
  }

  minus(other: Quantity): Quantity {
    return new Quantity(this.billionths - other.billionths, this.formWith(other));
  }

  times(factor: bigint): Quantity {
    return new Quantity(this.billionths * factor, this.form);
  }

  /** Nothing has no form of its own. */
  private formWith(other: Quantity): QuantityForm {
    return this.billionths === 0n ? other.form : this.form;
  }

  /** The canonical form: no fraction, the largest suffix that is exact. */
  toString(): string {
    const size = this.billionths < 0n ? -this.billionths : this.billionths;
    const isBinary = this.form === 'binary' && size >= 1024n * SCALE;
    const [amount, steps] =
      isBinary && this.isInteger ? shrink(this.billionths / SCALE, 1024n, 6) : shrink(this.billionths, 1000n, 9);
    if (isBinary && this.isInteger) return `${amount}${steps === 0 ? '' : BINARY_SUFFIXES[steps - 1]}`;
    if (this.form === 'exponent') return `${amount}${steps === 3 ? '' : `e${3 * (steps - 3)}`}`;
    return `${amount}${DECIMAL_SUFFIXES[steps] ?? ''}`;
  }
}

/** Reads a quantity; undefined when it is not one. */
export function parseQuantity(text: string): Quantity | undefined {
  const match = FORM.exec(text);
  if (match === null) return undefined;
  const [, sign, digits = '0', exponent, suffix = ''] = match;
  const [whole = '0', fraction = ''] = digits.split('.');
  if (whole === '' && fraction === '' && (suffix === 'Pi' || suffix === 'Ei')) return undefined;
  const power = exponent === undefined ? (DECIMAL[suffix] ?? 0) : Number(exponent.slice(1));
  const shift = 9 + power - fraction.length;
  let amount = BigInt(`0${whole}${fraction}`);
  amount = shift >= 0 ? amount * 10n ** BigInt(shift) : roundedUp(amount, 10n ** BigInt(-shift));
  const binary = BINARY[suffix];
  if (binary !== undefined) amount = binaryAmount(`${whole}${fraction}`, fraction.length, binary);
  const isBinary = binary !== undefined && !(amount > 0n && amount < SCALE);
  const form = exponent !== undefined ? 'exponent' : isBinary ? 'binary' : 'decimal';
  return new Quantity(sign === '-' ? -amount : amount, form);
}

/** Only amounts with binary suffixes have a limit. */
const BINARY_LIMIT = (2n ** 63n - 1n) * SCALE;

function binaryAmount(digits: string, places: number, power: bigint): bigint {
  const amount = roundedUp(BigInt(digits === '' ? '0' : digits) * 1024n ** power * SCALE, 10n ** BigInt(places));
  return amount > BINARY_LIMIT ? BINARY_LIMIT : amount;
}

function awayFromZero(amount: bigint, divisor: bigint): bigint {
  const whole = amount / divisor;
  if (whole * divisor === amount) return whole;
  return amount < 0n ? whole - 1n : whole + 1n;
}

function roundedUp(amount: bigint, divisor: bigint): bigint {
  return amount % divisor === 0n ? amount / divisor : amount / divisor + 1n;
}
