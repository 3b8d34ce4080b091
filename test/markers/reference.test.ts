import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { MARKERS, MARKERS_BY_NAME } from '../../src/markers/catalogue/catalogue.js';
import { describeMarker, markerReference } from '../../src/markers/reference.js';

test('docs/markers.md is up to date', () => {
  expect(readFileSync(path.join(import.meta.dirname, '../../docs/markers.md'), 'utf8')).toBe(markerReference());
});

test('an entry names targets, arguments and an example', () => {
  const rbac = MARKERS_BY_NAME.get('kubebuilder:rbac');

  expect(rbac && describeMarker(rbac)).toMatch(
    /on: {6}package[\s\S]*example: [\s\S]*verbs \(list of string, required\)/,
  );
});

test('every marker is in the reference', () => {
  const text = markerReference();

  for (const { name } of MARKERS.filter((marker) => !/:(?:items|values|keys):/.test(marker.name)))
    expect(text).toContain(`+${name}`);
});
