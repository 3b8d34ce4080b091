import { expect, test } from 'vitest';
import { customRows } from '../../../src/ship/dashboard/custom-rows.js';

function panelOf(entry: string) {
  return customRows(`customMetrics:\n- ${entry}\n`)[0]?.panels[0];
}

test.each([
  ['{metric: a_total, type: counter}', 'ops', ['sum by (pod) (rate(a_total{']],
  ['{metric: a_bytes, type: gauge}', 'bytes', ['a_bytes{']],
  ['{metric: a_ratio, type: GAUGE}', 'percentunit', ['a_ratio{']],
  ['{metric: a_seconds, type: histogram}', 's', ['histogram_quantile(0.5,', 'quantile(0.9,', 'quantile(0.99,']],
  ['{metric: a, type: gauge, unit: celsius}', 'celsius', ['a{']],
])('%s', (entry, unit, parts) => {
  const panel = panelOf(entry);

  expect(panel?.unit).toBe(unit);
  expect(panel?.queries.map(({ expr }) => expr)).toEqual(parts.map((part) => expect.stringContaining(part)));
});

test('an expression is taken as it is; quotes may be escaped, as kubebuilder wants them', () => {
  const [plain, escaped] = [`'sum(a{b="c"})'`, `'sum(a{b=\\"c\\"})'`].map((expr) => panelOf(`{expr: ${expr}}`));

  expect(plain?.queries[0]?.expr).toBe('sum(a{b="c"})');
  expect(escaped?.queries[0]?.expr).toBe('sum(a{b="c"})');
});

test('an empty list, and the file that kubebuilder scaffolds, have no rows', () => {
  expect(customRows('customMetrics: []\n')).toEqual([]);
  expect(customRows('---\ncustomMetrics:\n#  - metric: # Raw custom metric (required)\n')).toEqual([]);
});
