import { expect, test } from 'vitest';
import { seededRandom } from './random.js';

test('the same seed gives the same numbers, another seed others', () => {
  const take = (seed: number): number[] => {
    const random = seededRandom(seed);
    return Array.from({ length: 50 }, () => random.between(0, 1_000));
  };

  expect(take(7)).toEqual(take(7));
  expect(take(7)).not.toEqual(take(8));
});

test('numbers stay within both ends and reach them', () => {
  const random = seededRandom(1);
  const numbers = new Set(Array.from({ length: 1_000 }, () => random.between(1, 4)));

  expect([...numbers].sort()).toEqual([1, 2, 3, 4]);
});
