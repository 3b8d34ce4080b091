import { expect, test } from 'vitest';
import { PART_SECONDS, partsOf } from './thorough-parts.mjs';

const measured = { long: 400, half: 100, other: 90, small: 5 };
const files = ['small', 'half', 'long', 'other', 'unknown'];

test('every file is in exactly one part, and a long one is cut into all its slices', () => {
  const units = partsOf(files, measured).flat();
  const whole = units.filter(({ slice }) => slice === undefined).map(({ file }) => file);

  expect(whole.toSorted()).toEqual(['half', 'other', 'small', 'unknown']);
  expect(units.filter(({ file }) => file === 'long').map(({ slice }) => slice)).toEqual(['0/3', '1/3', '2/3']);
});

test('no part takes longer than allowed on two cores', () => {
  for (const part of partsOf(files, measured)) {
    const seconds = part.map((unit) => unit.seconds);
    expect(Math.max(...seconds, seconds.reduce((sum, one) => sum + one, 0) / 2)).toBeLessThanOrEqual(PART_SECONDS);
  }
});

test('the order of the files makes no difference', () => {
  expect(partsOf(files.toReversed(), measured)).toEqual(partsOf(files, measured));
});
