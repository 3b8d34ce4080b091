import { expect, test } from 'vitest';
import { MARKERS, MARKERS_BY_NAME } from '../../../src/markers/catalogue/catalogue.js';
import { resolveMarker } from '../../../src/markers/resolve.js';

test('no name is defined twice', () => {
  expect(MARKERS_BY_NAME.size).toBe(MARKERS.length);
});

test.each(MARKERS.filter((marker) => !marker.isForeign).map((marker) => [marker.name, marker] as const))(
  'the example of %s is right',
  (_, marker) => {
    for (const target of marker.targets) expect(resolveMarker(marker.example, target).kind).toBe('marker');
  },
);
