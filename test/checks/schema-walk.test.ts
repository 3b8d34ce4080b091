import { expect, test } from 'vitest';
import { walkSchema } from '../../src/checks/schema-walk.js';

test('visits properties, items and values, and knows where old values can be found', () => {
  const seen: string[] = [];

  walkSchema(
    {
      properties: {
        l: { items: { type: 'string' } },
        m: { 'x-kubernetes-list-type': 'map', items: {} },
        v: { additionalProperties: {} },
        k: Object.freeze({ items: {} }),
      },
    },
    ({ path, isCorrelatable }) => seen.push(`${path} ${isCorrelatable}`),
  );

  expect(seen).toEqual([' true', 'l true', 'l[] false', 'm true', 'm[] true', 'v true', 'v{} true']);
});
