/** Runs one scenario on a stage of its own, and prints what it measured. */
import path from 'node:path';
import { untilProbe } from '../inject.js';
import { namespace } from '../load.js';
import type { FaultArguments } from '../settings/arguments.js';
import { seededRandom } from '../settings/random.js';
import type { ScenarioName } from '../settings/scenario-names.js';
import { setStage } from '../stage.js';
import { Widget } from '../widget.js';
import { failingKeys } from './failing-keys.js';
import { goneWatches } from './gone-watches.js';
import { lateReads } from './late-reads.js';
import { manyObjects } from './many-objects.js';
import { rotation } from './rotation.js';
import type { Scenario } from './scenario.js';
import { thirdPartyWebhook } from './third-party-webhook.js';

const scenarios: Readonly<Record<ScenarioName, Scenario>> = {
  'third-party-webhook': thirdPartyWebhook,
  'gone-watches': goneWatches,
  'failing-keys': failingKeys,
  'late-reads': lateReads,
  rotation,
  'many-objects': manyObjects,
};

/** The exit code: 0 when nothing is wrong. */
export async function runScenario(name: ScenarioName, options: FaultArguments, folder: string): Promise<number> {
  const { seed, seconds, objects } = options;
  const { program, run, leaseMs = options.leaseMs } = scenarios[name];
  const random = seededRandom(seed);
  const file = path.join(folder, `${program}.js`);
  await using stage = await setStage({ replicas: 1, leaseMs, random, program: file });
  const probe = { metadata: { name: 'probe', namespace }, spec: { children: 1, value: 'start' } };
  if (program === 'manager-program') {
    await stage.plane.client.create(new Widget(probe));
    await untilProbe(stage, 'start');
  } else {
    await stage.plane.client.create(new Widget({ ...probe, spec: { children: 0, value: 'start' } }));
  }
  const { measures, problems } = await run(stage, { seconds, objects, random });
  stage.isEvidence = problems.length > 0;
  const rounded = Object.entries(measures).map(([key, value]) => [key, Math.round(value * 100) / 100]);
  const report = { scenario: name, seed, seconds, objects, measures: Object.fromEntries(rounded), problems };
  console.log(JSON.stringify(report, undefined, 2));
  return problems.length === 0 ? 0 : 1;
}
