/*
Copyright 2026 Example.

Licensed under the Apache License, Version 2.0 (the "License");
you may not use this file except in compliance with the License.
You may obtain a copy of the License at

    http://www.apache.org/licenses/LICENSE-2.0

Unless required by applicable law or agreed to in writing, software
distributed under the License is distributed on an "AS IS" BASIS,
WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
See the License for the specific language governing permissions and
limitations under the License.
*/

import { expect, test } from 'vitest';
import { Guestbook as Hub } from '../v1/index.js';
import { guestbookV2Converter as converter } from './guestbook.conversion.js';
import { Guestbook } from './index.js';

const metadata = { name: 'example', labels: { team: 'blue' }, annotations: { note: 'kept' } };

// TODO(user): add examples that use every field, until these tests would notice any loss.
const hubSpecs: Hub['spec'][] = [{}];
const spokeSpecs: Guestbook['spec'][] = [{}];

test.each(hubSpecs)('v1 survives the way to v2 and back: %j', (spec) => {
  const hub = new Hub({ metadata, spec });

  const there = new Guestbook({ metadata, ...converter.fromHub(structuredClone(hub)) });
  const back = new Hub({ metadata, ...converter.toHub(there) });

  expect(back).toEqual(hub);
});

test.each(spokeSpecs)('v2 survives the way to v1 and back: %j', (spec) => {
  const spoke = new Guestbook({ metadata, spec });

  const there = new Hub({ metadata, ...converter.toHub(structuredClone(spoke)) });
  const back = new Guestbook({ metadata, ...converter.fromHub(there) });

  expect(back).toEqual(spoke);
});
