import { describe, expect, test } from 'vitest';
import type { Feature } from '../../../src/ship/chart/features.js';
import { evaluate, mergeRendered, type Rendered } from '../../../src/ship/chart/merged.js';
import type { Json } from '../../../src/ship/json.js';

const features: Feature[] = ['metrics', 'networkPolicy', 'certManager'];
const subsets = Array.from({ length: 8 }, (_, bits) => new Set(features.filter((_one, index) => bits & (1 << index))));

function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A value whose parts come and go with random features. */
function randomValue(random: () => number, on: ReadonlySet<Feature>, depth: number): Json {
  const pick = (): boolean => on.has(features[Math.floor(random() * 3)] ?? 'metrics');
  const kind = random();
  const width = Math.floor(random() * 4);
  if (depth === 0 || kind < 0.2) {
    const flips = pick();
    return random() < 0.5 ? (flips ? 'a' : 'b') : Math.floor(random() * 3);
  }
  const parts = Array.from({ length: width }, (_, index) => {
    const isThere = random() < 0.6 || pick();
    return { key: `k${index}`, isThere, value: randomValue(random, on, depth - 1) };
  }).filter(({ isThere }) => isThere);
  if (kind < 0.6) return Object.fromEntries(parts.map(({ key, value }) => [key, value]));
  return parts.map(({ key, value }) => (kind < 0.8 ? { name: key, value } : value));
}

describe('mergeRendered', () => {
  test('gives back what was rendered, for 500 seeds', () => {
    for (let seed = 1; seed <= 500; seed++) {
      const rendered: Rendered[] = subsets.map((on) => ({ on, value: { spec: randomValue(randomOf(seed), on, 4) } }));
      const [choice, ...more] = mergeRendered(rendered, []);
      expect(more).toEqual([]);
      for (const { on, value } of rendered) expect(choice && evaluate(choice.tree, on), `seed ${seed}`).toEqual(value);
    }
  });

  test('a list that is empty in one rendering keeps its empty form there', () => {
    const rendered = [
      { on: new Set<Feature>(), value: { volumes: [] } },
      { on: new Set<Feature>(['certManager']), value: { volumes: [{ name: 'certs' }] } },
    ];
    const [choice] = mergeRendered(rendered, []);
    expect(choice && evaluate(choice.tree, new Set())).toEqual({ volumes: [] });
  });
});
