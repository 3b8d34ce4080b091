import { expect, test } from 'vitest';
import { FOREIGN_MARKERS, isForeignName } from '../../../src/markers/catalogue/foreign.js';

test.each([['genclient:nonNamespaced'], ['k8s:alpha(since: "1.30")'], ['kubebuilder:scaffold:scheme']])(
  '%s belongs to another tool',
  (name) => {
    expect(isForeignName(name)).toBe(true);
  },
);

test('markers of kbts are not foreign', () => {
  expect(isForeignName('kubebuilder:validation:Minimum')).toBe(false);
  expect(FOREIGN_MARKERS.every(({ isForeign }) => isForeign)).toBe(true);
});
