import { expect, test } from 'vitest';
import { App as Hub } from '../v1beta1/index.js';
import { appV1Converter as converter } from './app.conversion.js';
import { App } from './index.js';

const metadata = { name: 'example', labels: { team: 'blue' }, annotations: { note: 'kept' } };

// TODO(user): add examples that use every field, until these tests would notice any loss.
const hubSpecs: Hub['spec'][] = [{}];
const spokeSpecs: App['spec'][] = [{}];

test.each(hubSpecs)('v1beta1 survives the way to v1 and back: %j', (spec) => {
  const hub = new Hub({ metadata, spec });

  const there = new App({ metadata, ...converter.fromHub(structuredClone(hub)) });
  const back = new Hub({ metadata, ...converter.toHub(there) });

  expect(back).toEqual(hub);
});

test.each(spokeSpecs)('v1 survives the way to v1beta1 and back: %j', (spec) => {
  const spoke = new App({ metadata, spec });

  const there = new Hub({ metadata, ...converter.toHub(structuredClone(spoke)) });
  const back = new App({ metadata, ...converter.fromHub(there) });

  expect(back).toEqual(spoke);
});
