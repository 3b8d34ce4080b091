import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { OpeningPace } from '../../../../src/runtime/client/watch/opening-pace.js';

test('ten openings in a row are free, further ones wait for 200 ms each', () => {
  const pace = new OpeningPace();

  const waits = Array.from({ length: 13 }, () => pace.waitMs(5000));

  expect(waits).toEqual([...Array.from({ length: 10 }, () => 0), 200, 400, 600]);
});

test('watches that last are never delayed', () => {
  const pace = new OpeningPace();

  for (let now = 0; now < 100_000; now += 200) expect(pace.waitMs(now)).toBe(0);
});

test('in any ten seconds there are at most 60 openings, whenever they are asked for', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 400 }), { minLength: 80, maxLength: 200 }), (pauses) => {
      const pace = new OpeningPace();
      let now = 0;
      const opened: number[] = [];
      for (const passed of pauses) {
        now += passed;
        now += pace.waitMs(now);
        opened.push(now);
      }
      for (const start of opened)
        expect(opened.filter((at) => at >= start && at < start + 10_000).length).toBeLessThanOrEqual(60);
    }),
  );
});
