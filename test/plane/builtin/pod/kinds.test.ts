import { expect, test } from 'vitest';
import { kinds } from '../../../../src/plane/builtin/pod/kinds.js';
import { differencesFromRecord } from '../fuzz/recorded.js';

test('Pods get the verdicts that a real kube-apiserver gave', async () => {
  const { count, wrong } = await differencesFromRecord(Object.keys(kinds).map((id) => id.split('/').at(-1) ?? ''));

  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(40);
}, 60_000);
