import { expect, test } from 'vitest';
import { PART_SECONDS, partsOf, secondsOf } from './thorough-parts.mjs';

const measured = { long: 400, half: 100, other: 90, small: 5 };
const files = ['small', 'half', 'long', 'other', 'unknown'];

test('every file is in exactly one part, and a long one is cut into all its slices', () => {
  const units = partsOf(files, measured).flat();
  const whole = units.filter(({ slice }) => slice === undefined).map(({ file }) => file);

  expect(whole.toSorted()).toEqual(['half', 'other', 'small', 'unknown']);
  expect(units.filter(({ file }) => file === 'long').map(({ slice }) => slice)).toEqual(['0/3', '1/3', '2/3']);
});

test('no part takes longer than allowed on two cores', () => {
  for (const part of partsOf(files, measured)) expect(secondsOf(part)).toBeLessThanOrEqual(PART_SECONDS);
  // Half of the sum would fit, but one worker gets two of them.
  expect(partsOf(['a', 'b', 'c'], { a: 90, b: 90, c: 90 })).toHaveLength(2);
});

test('the order of the files makes no difference', () => {
  expect(partsOf(files.toReversed(), measured)).toEqual(partsOf(files, measured));
});
