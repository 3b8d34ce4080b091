import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  matchesLabels,
  parseLabelSelector,
  requirementsOfSpec,
} from '../../../src/kubernetes/selector/label-selector.js';

const labels = { app: 'web', tier: 'front', empty: '' };

test.each([
  ['app=web', true],
  ['app==web,tier!=back', true],
  ['app in (db, web)', true],
  ['app notin (db)', true],
  ['missing notin (db)', true],
  ['app', true],
  ['!app', false],
  ['!missing', true],
  ['empty=', true],
  ['missing=', false],
  ['app=db', false],
  ['', true],
])('%j selects: %s', (text, expected) => {
  expect(matchesLabels(parseLabelSelector(text), labels)).toBe(expected);
});

test.each(['a foo b', '=b', 'a in b', 'a,', 'a=-b', 'a/b/c=d'])('%j is refused', (text) => {
  expect(() => parseLabelSelector(text)).toThrow();
});

test('the object form says the same as the text form', () => {
  const name = fc.constantFrom('a', 'b', 'c');
  fc.assert(
    fc.property(fc.dictionary(name, name), fc.dictionary(name, name), (matchLabels, given) => {
      const text = Object.entries(matchLabels)
        .map(([key, value]) => `${key}=${value}`)
        .join(',');
      expect(matchesLabels(requirementsOfSpec({ matchLabels }), given)).toBe(
        matchesLabels(parseLabelSelector(text), given),
      );
    }),
  );
});
