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

import { startOperator } from 'kbts/testing';
import { expect, test } from 'vitest';

const timeout = 120_000;

// Windows has no signals that a process could answer.
test.skipIf(process.platform === 'win32')('the operator becomes ready, and stops in order', { timeout }, async () => {
  // Builds it, and runs it with the rights of its roles on a control plane of its own.
  const operator = await startOperator();

  expect(await operator.stop(), operator.log()).toEqual({ code: 0, signal: null });
});
