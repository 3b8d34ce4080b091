import { expect, test } from 'vitest';
import { Overlaps } from './overlaps.js';

test('faults that follow each other do not overlap', async () => {
  const overlaps = new Overlaps();

  await overlaps.during('manager0', () => Promise.resolve());
  await overlaps.during('manager0', () => Promise.resolve());

  expect(overlaps.report()).toEqual({ faults: 0, most: 1, sharedState: {} });
});

test('each fault that overlaps counts once, and only at the same place', async () => {
  const overlaps = new Overlaps();
  const ends: (() => void)[] = [];
  const begin = (place: string): Promise<void> =>
    overlaps.during(place, () => new Promise<void>((resolve) => ends.push(resolve)));

  const all = [begin('manager0'), begin('manager0'), begin('manager0'), begin('manager1')];
  ends.forEach((end) => end());
  await Promise.all(all);

  expect(overlaps.report()).toEqual({ faults: 3, most: 3, sharedState: {} });
});

test('a fault that fails is over', async () => {
  const overlaps = new Overlaps();

  await expect(overlaps.during('manager0', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await overlaps.during('manager0', () => Promise.resolve());

  expect(overlaps.report().faults).toBe(0);
});
