/** Random operations as scenarios: what differs, and is not known to. */
import { expect } from 'vitest';
import type { ApiClient } from '../api-client.js';
import { get, post } from '../scenario.js';
import { DEFINITIONS } from '../scenarios-custom.js';
import { widgetDefinition } from '../widget-definition.js';
import { isKnown } from './known.js';
import { randomKinds } from './kinds.js';
import { runStory } from './random-story.js';

const GROUP = 'random.kbts.dev';
const WAIT_MS = 50;

/** Runs operations on both servers and expects the same answers. */
export async function expectSameAtRandom(real: ApiClient, own: ApiClient, seed: number, count: number): Promise<void> {
  const namespace = `random-${seed}`;
  for (const client of [real, own]) {
    await client.call(post('/api/v1/namespaces', { metadata: { name: namespace } }));
    await client.call(post(DEFINITIONS, widgetDefinition(GROUP)));
    const list = get(`/apis/${GROUP}/v1/namespaces/${namespace}/widgets`);
    while ((await client.call(list)).code !== 200) await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
  const found = await runStory({ real, own }, { seed, count, namespace, kinds: randomKinds(GROUP) });
  const known = found.filter(({ class: name }) => isKnown(name)).length;
  console.log(`seed ${seed}: ${count} operations, ${found.length} answers differ, ${known} of them as known`);
  const other = found.filter(({ class: name }) => !isKnown(name));
  expect(
    other.map(({ class: name, calls, lines }) => [name, calls.slice(0, 1000), ...lines.slice(0, 3)].join('\n')),
  ).toEqual([]);
  // Known classes must not hide what is common.
  expect(known / count).toBeLessThan(0.04);
}
