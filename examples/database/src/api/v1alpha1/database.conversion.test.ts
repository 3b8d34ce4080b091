import { expect, test } from 'vitest';
import { Database as Hub } from '../v1/index.js';
import { databaseV1alpha1Converter as converter } from './database.conversion.js';
import { Database } from './index.js';

const metadata = { name: 'example', labels: { team: 'blue' }, annotations: { note: 'kept' } };

const passwordSecret = 'secret';
const backup = { schedule: '0 3 * * *', keep: 2 };
const hubSpecs: Hub['spec'][] = [
  { engine: 'postgres', passwordSecret },
  { engine: 'mysql', version: '8.4', replicas: 3, storage: '20Gi', passwordSecret, backup },
  { engine: 'postgres', storage: '512Mi', passwordSecret },
];
const spokeSpecs: Database['spec'][] = [
  { image: 'mysql', passwordSecret },
  { image: 'postgres:17', replicas: 2, storageGi: 5, passwordSecret, backup },
];

test.each(hubSpecs)('v1 survives the way to v1alpha1 and back: %j', (spec) => {
  const hub = new Hub({ metadata, spec });

  const there = new Database({ metadata, ...converter.fromHub(structuredClone(hub)) });
  const back = new Hub({ metadata, ...converter.toHub(there) });

  expect(back).toEqual(hub);
});

test.each(spokeSpecs)('v1alpha1 survives the way to v1 and back: %j', (spec) => {
  const spoke = new Database({ metadata, spec });

  const there = new Hub({ metadata, ...converter.toHub(structuredClone(spoke)) });
  const back = new Database({ metadata, ...converter.fromHub(there) });

  expect(back).toEqual(spoke);
});
