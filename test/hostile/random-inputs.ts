/** Seeded inputs that are nearly right: valid objects, reviews and kubeconfigs with parts replaced, repeated or cut. */

/** Something that must never be seen in a log. */
export const CANARY = 'canary-5f1e2d3c4b5a6978';

/** Numbers from 0 to 1, the same for the same seed. */
export function randomOf(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const NASTY: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  '',
  '\u0000',
  '\ud800',
  '__proto__',
  '../../etc/passwd',
  '${process.exit(1)}',
  'x'.repeat(10_000),
  ` 9999999999999999 ${'#'.repeat(5_000)}int64:`,
  '9'.repeat(5_000),
  [],
  {},
  [[[[]]]],
  { __proto__: null },
  { toJSON: 1 },
  { constructor: { prototype: 1 } },
];

/** A copy with some parts replaced by others; now and then a part is nested a thousand times. */
export function spoiled(value: unknown, random: () => number, depth = 0): unknown {
  const roll = random();
  if (roll < 0.04) return NASTY[Math.floor(random() * NASTY.length)];
  if (roll < 0.05 && depth < 4) return nested(value, 1_000);
  if (Array.isArray(value)) {
    const items = value.map((item) => spoiled(item, random, depth + 1));
    return roll > 0.98 ? Array.from({ length: 50 }, () => items).flat() : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(() => random() > 0.03);
  return Object.fromEntries(entries.map(([key, inner]) => [key, spoiled(inner, random, depth + 1)]));
}

function nested(value: unknown, levels: number): unknown {
  let result = value;
  for (let level = 0; level < levels; level++) result = level % 2 === 0 ? [result] : { a: result };
  return result;
}

/** Text with long numbers, cut off, or with characters replaced. */
export function spoiledText(text: string, random: () => number): string {
  const roll = random();
  const at = Math.floor(random() * text.length);
  if (roll < 0.1) return text.slice(0, at);
  if (roll < 0.2)
    return `${text.slice(0, at)}${'{}[]",:\\\n\t*&!|>%@`'[Math.floor(random() * 19)] ?? ''}${text.slice(at + 1)}`;
  if (roll < 0.3) return text.replace(/":(\d+)/g, `":9223372036854775807`);
  if (roll < 0.33) return `${text.slice(0, at)}${text}${text.slice(at)}`;
  return text;
}
