import { expect, test } from 'vitest';
import { runtimeRows } from '../../../src/ship/dashboard/runtime-rows.js';

test('webhooks have a row when the operator has some', () => {
  const titles = (hasWebhooks: boolean): string[] => runtimeRows({ hasWebhooks }).map(({ title }) => title);

  expect(titles(false)).toEqual(['Reconciles', 'Work queues', 'API server']);
  expect(titles(true)).toEqual([...titles(false), 'Webhooks']);
});
