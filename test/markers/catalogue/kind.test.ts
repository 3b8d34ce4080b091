import { expect, test } from 'vitest';
import { KIND_MARKERS, PACKAGE_MARKERS } from '../../../src/markers/catalogue/kind.js';

test('markers of kinds stand on types, those of packages on packages', () => {
  expect(KIND_MARKERS.every(({ targets }) => targets.join() === 'type')).toBe(true);
  expect(PACKAGE_MARKERS.every(({ targets }) => targets.join() === 'package')).toBe(true);
});
