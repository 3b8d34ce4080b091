import { expect, test } from 'vitest';
import { NO_CORE_TYPES } from '../../../src/reader/schema/core-types.js';
import { loadCoreTypes } from '../../../src/reader/schema/load-core-types.js';

test('schemas are loaded only for sources that import them', async () => {
  expect(await loadCoreTypes(['export {};'], true)).toBe(NO_CORE_TYPES);
  expect(
    (await loadCoreTypes(["import type { PodSpec } from 'kbts/k8s';"], true)).find('kbts/k8s', 'PodSpec'),
  ).toMatchObject({ type: 'object' });
});
