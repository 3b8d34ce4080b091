import { expect, test } from 'vitest';
import { checkModel, checkSizes } from '../../src/checks/check-model.js';

test('only what is generated is checked', () => {
  const origin = { position: { file: 'a', line: 1, column: 1 }, excerpt: '' };
  const rbac = [{ groups: [], resources: [], resourceNames: [], urls: [], verbs: [], namespace: '', origin }];
  const model = { kinds: [], rbac, webhooks: [], webhookConfigurations: [] };

  expect(checkModel(model, ['crd'])).toEqual([]);
  expect(checkModel(model, ['rbac'])).not.toEqual([]);
});

test.each([
  [100, []],
  [300_000, ['warning']],
  [2_000_000, ['error']],
])('an object of %d bytes', (size, severities) => {
  const text = 'x'.repeat(size);

  expect(checkSizes([{ path: 'a', text, objects: [{ text }] }]).map(({ severity }) => severity)).toEqual(severities);
});
