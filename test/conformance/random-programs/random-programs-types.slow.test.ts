/** What a schema says is what TypeScript says: random type programs, judged by the checker alone. */
import { expect, test } from 'vitest';
import { planManifests } from '../../../src/commands/manifests/manifests-plan.js';
import { roundsOf } from '../../lanes/thorough.js';
import { comparePrograms } from './compare.js';
import { seedOf } from '../../lanes/seed.js';

const COUNT = roundsOf('KBTS_TYPE_PROGRAMS', 2000, 600);
/** CI must not depend on luck. Look for more with another. */
const SEED = seedOf('KBTS_TYPE_SEED');

test(
  `${COUNT} random types of the seed ${SEED} have the fields, presence and literals that TypeScript says`,
  { timeout: 600_000 },
  async () => {
    const outcome = await comparePrograms(planManifests, SEED, COUNT);

    const { compared, refused, invalid } = outcome;
    console.log(`seed ${SEED}: ${compared} compared, ${refused} refused, ${invalid} not valid TypeScript`);
    if (process.env['KBTS_TYPE_REFUSALS'] !== undefined) console.log(outcome.refusals.join('\n'));
    expect(outcome.differences.slice(0, 20)).toEqual([]);
    expect(compared).toBeGreaterThan(COUNT * 0.6);
  },
);
