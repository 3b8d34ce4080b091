import { expect, test } from 'vitest';
import { Overlaps } from './overlaps.js';
import { WeatherLayers } from './weather.js';

test('without layers nothing happens to requests', () => {
  const layers = new WeatherLayers();

  expect([layers.isFrozen, layers.isRefusing, layers.isOld, layers.delayMs]).toEqual([false, false, false, 0]);
  expect(layers.nextStatus()).toBeUndefined();
  expect(layers.truncateAfter('GET')).toBeUndefined();
});

test('a fault that ends leaves the same effect of another fault in force', () => {
  const layers = new WeatherLayers();
  const endCutOff = layers.add({ isFrozen: true, isRefusing: true });
  const endFrozen = layers.add({ isFrozen: true });
  const endRefused = layers.add({ isRefusing: true });

  endFrozen();
  endRefused();
  expect([layers.isFrozen, layers.isRefusing]).toEqual([true, true]);

  endCutOff();
  expect([layers.isFrozen, layers.isRefusing]).toEqual([false, false]);
});

test('the order in which faults end does not matter', () => {
  const layers = new WeatherLayers();
  const endFirst = layers.add({ isFrozen: true });
  const endSecond = layers.add({ isFrozen: true });

  endFirst();
  expect(layers.isFrozen).toBe(true);
  endSecond();
  expect(layers.isFrozen).toBe(false);
});

test('ending a fault twice does not end another one', () => {
  const layers = new WeatherLayers();
  const end = layers.add({ isFrozen: true });
  layers.add({ isFrozen: true });

  end();
  end();

  expect(layers.isFrozen).toBe(true);
});

test('delays add up', () => {
  const layers = new WeatherLayers();
  const end = layers.add({ delayMs: 100 });
  layers.add({ delayMs: 30 });

  expect(layers.delayMs).toBe(130);
  end();
  expect(layers.delayMs).toBe(30);
});

test('the shortest truncation that applies to a method is used', () => {
  const layers = new WeatherLayers();
  layers.add({ truncateAfter: 300 });
  layers.add({ truncateAfter: 50, truncateMethod: 'PATCH' });
  const end = layers.add({ truncateAfter: 200 });

  expect([layers.truncateAfter('GET'), layers.truncateAfter('PATCH')]).toEqual([200, 50]);
  end();
  expect(layers.truncateAfter('GET')).toBe(300);
});

test('a storm affects its share of the requests', () => {
  const layers = new WeatherLayers();
  layers.add({ status: { code: 500, share: 0.9 } });

  expect(codes(layers, 20).filter((code) => code === 500)).toHaveLength(18);
});

test('an older storm affects the requests that a newer one lets through', () => {
  const layers = new WeatherLayers();
  layers.add({ status: { code: 401, share: 1 } });
  const endStorm = layers.add({ status: { code: 429, share: 0.9 } });

  expect(codes(layers, 10)).toEqual([...Array<number>(9).fill(429), 401]);
  endStorm();
  expect(codes(layers, 3)).toEqual([401, 401, 401]);
});

test('the base stays when all layers are removed', () => {
  const layers = new WeatherLayers();
  layers.base = { isOld: true };
  const end = layers.add({ isOld: true });

  end();

  expect(layers.isOld).toBe(true);
});

test('effects that two faults share are counted', () => {
  const overlaps = new Overlaps();
  const layers = new WeatherLayers(overlaps);
  layers.add({ isFrozen: true, isRefusing: true });
  layers.add({ isFrozen: true });
  layers.add({ delayMs: 5 });

  expect(overlaps.report().sharedState).toEqual({ isFrozen: 1 });
});

function codes(layers: WeatherLayers, requests: number): (number | undefined)[] {
  return Array.from({ length: requests }, () => layers.nextStatus()?.code);
}
