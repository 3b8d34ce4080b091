/** Kubernetes' resource.Quantity and Go's time.Duration as judges of what users calculate with. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { duration } from '../../../src/runtime/object/duration.js';
import { type QuantityValue, quantity } from '../../../src/runtime/object/quantity.js';
import { randomFrom } from '../regex/random-patterns.js';
import { seedOf } from '../../lanes/seed.js';

const folder = mkdtempSync(path.join(tmpdir(), 'kbts-values-'));
const program = path.join(folder, 'judge');

beforeAll(() => {
  execFileSync('go', ['build', '-o', program, '.'], { cwd: path.join(import.meta.dirname, 'go') });
}, 600_000);
afterAll(() => rmSync(folder, { recursive: true }));

const seed = seedOf();
const random = randomFrom(seed);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const digits = (most: number): string =>
  Array.from({ length: 1 + Math.floor(random() * most) }, () => pick([...'0123456789'])).join('');

const SUFFIXES = [
  '',
  '',
  'n',
  'u',
  'm',
  'k',
  'M',
  'G',
  'T',
  'P',
  'E',
  'Ki',
  'Mi',
  'Gi',
  'Ti',
  'Pi',
  'Ei',
  'e3',
  'E-3',
  'e0',
  'e2',
  'x',
  'K',
  'mi',
];
const SIGNS = ['', '', '', '-', '+'];

function randomQuantity(): string {
  const whole = random() < 0.9 ? digits(6) : digits(20);
  return `${pick(SIGNS)}${random() < 0.03 ? '' : whole}${random() < 0.3 ? `.${digits(4)}` : ''}${pick(SUFFIXES)}`;
}

function randomDuration(): string {
  const part = (): string =>
    `${digits(4)}${random() < 0.3 ? `.${digits(5)}` : ''}${pick(['ns', 'us', 'µs', 'ms', 's', 's', 'm', 'h', ''])}`;
  return `${pick(SIGNS)}${Array.from({ length: 1 + Math.floor(random() * 3) }, part).join('')}`;
}

interface Question {
  readonly kind: 'quantity' | 'duration';
  readonly a: string;
  readonly b: string;
}

function ask(questions: readonly Question[]): (Record<string, unknown> | null)[] {
  const output = execFileSync(program, { input: JSON.stringify(questions), maxBuffer: 1 << 28, encoding: 'utf8' });
  // Whole numbers of Go do not fit into numbers here.
  return JSON.parse(output.replaceAll(/"(units|millis)":(-?\d+)/g, '"$1":"$2"')) as (Record<string, unknown> | null)[];
}

function ours({ kind, a, b }: Question): Record<string, unknown> | null {
  try {
    return kind === 'quantity' ? ourQuantities(a, b) : ourDurations(a, b);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const FITS = 2n ** 63n;
/** Go's own whole numbers overflow, and of negative amounts they are wrong by two: `-1.5` is 0. */
const fitting = (value: bigint): string => (value < FITS && value >= 0n ? String(value) : 'not comparable');

/** From 10^21 on Go drops zeros for which it has no suffix: it writes `73000E` as `73`. */
const written = (value: QuantityValue): string =>
  value.toInteger() < 10n ** 21n && value.toInteger() > -(10n ** 21n) ? value.toString() : 'not comparable';

function ourQuantities(a: string, b: string): Record<string, unknown> {
  const [left, right] = [quantity(a), quantity(b)];
  return {
    a: written(left),
    b: written(right),
    sum: written(left.plus(right)),
    rest: written(left.minus(right)),
    compare: left.compare(right),
    units: fitting(left.toInteger()),
    millis: fitting(left.toMillis()),
    sign: left.sign,
    rounded: written(left.roundedUp()),
  };
}

function ourDurations(a: string, b: string): Record<string, unknown> {
  const [left, right] = [duration(a), duration(b)];
  return {
    a: left.toString(),
    b: right.toString(),
    sum: left.plus(right).toString(),
    rest: left.minus(right).toString(),
    compare: left.compare(right),
    millis: String(left.toMilliseconds()),
    rounded: left.roundedTo(right).toString(),
    cut: left.truncatedTo(right).toString(),
  };
}

/** What differs. */
function different(questions: readonly Question[]): object[] {
  const theirs = ask(questions);
  return questions.flatMap((question, index): object[] => {
    const [own, judged] = [ours(question), theirs[index] ?? null];
    if (own === null || judged === null) return own === judged ? [] : [{ question, own, judged }];
    const wrong = Object.keys(own).filter((key) => own[key] !== judged[key] && own[key] !== 'not comparable');
    return wrong.length === 0 ? [] : [{ question, wrong: wrong.map((key) => [key, own[key], judged[key]]) }];
  });
}

test.each([
  ['quantity', randomQuantity],
  ['duration', randomDuration],
] as const)(
  '5,000 pairs of random %s texts: read, written, added, subtracted, compared and rounded as in Go',
  (kind, make) => {
    const questions = Array.from({ length: 5000 }, (): Question => ({ kind, a: make(), b: make() }));
    const found = different(questions);

    expect(found.slice(0, 10), `seed ${seed}, ${found.length} differ`).toEqual([]);
  },
);
