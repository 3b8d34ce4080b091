import { expect, test } from 'vitest';
import { CronJob as Hub } from '../v1/index.js';
import { cronJobV2Converter as converter } from './cron-job.conversion.js';
import { CronJob } from './index.js';

const metadata = { name: 'example', labels: { team: 'blue' }, annotations: { note: 'kept' } };

// TODO(user): add examples that use every field, until these tests would notice any loss.
const hubSpecs: Hub['spec'][] = [{}];
const spokeSpecs: CronJob['spec'][] = [{}];

test.each(hubSpecs)('v1 survives the way to v2 and back: %j', (spec) => {
  const hub = new Hub({ metadata, spec });

  const there = new CronJob({ metadata, ...converter.fromHub(structuredClone(hub)) });
  const back = new Hub({ metadata, ...converter.toHub(there) });

  expect(back).toEqual(hub);
});

test.each(spokeSpecs)('v2 survives the way to v1 and back: %j', (spec) => {
  const spoke = new CronJob({ metadata, spec });

  const there = new Hub({ metadata, ...converter.toHub(structuredClone(spoke)) });
  const back = new CronJob({ metadata, ...converter.fromHub(there) });

  expect(back).toEqual(spoke);
});
