import { expect, test } from 'vitest';
import { mergeWebhookPatch } from '../../src/emitter/webhook-patch.js';

test('merges maps, replaces lists, removes nulls and merges match conditions by name', () => {
  const webhook = { a: { b: 1, c: 2 }, list: [1], gone: true, matchConditions: [{ name: 'x', expression: 'a' }] };

  const merged = mergeWebhookPatch(webhook, {
    a: { c: 3 },
    list: [2, 3],
    gone: null,
    matchConditions: [
      { name: 'x', expression: 'b' },
      { name: 'y', expression: 'c' },
    ],
  });

  expect(merged).toEqual({
    a: { b: 1, c: 3 },
    list: [2, 3],
    matchConditions: [
      { name: 'x', expression: 'b' },
      { name: 'y', expression: 'c' },
    ],
  });
});
