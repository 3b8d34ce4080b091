import { expect, test } from 'vitest';
import { fieldCodes } from '../reader/read-source.js';

const rule = (text: string): string => `// +kubebuilder:validation:XValidation:rule=${JSON.stringify(text)}`;
const TYPE =
  "{ min: Int32; max?: Int32; 'my-key'?: string; list?: { n: string }[]; map?: Record<string, Int32>; json?: Json }";

test.each([
  ['self.min <= self.max'],
  ['!has(self.max) || self.max > 1'],
  ["self.my__dash__key == 'x'"],
  ["self.list.all(item, item.n != '')"],
  ["self.list.filter(i, i.n == 'a').size() == 1"],
  ['self.map.all(k, self.map[k] > 0)'],
  ["'a' in self.map && self.map['a'] > 1"],
  ['type(self.min) == int'],
  ['oldSelf.min <= self.min'],
])('%s is fine', async (text) => {
  expect(await fieldCodes(TYPE, '', rule(text))).toEqual([]);
});

test.each([
  ['self.mun < 1', 'cel-unknown-field'],
  ['min < 1', 'cel-unknown-name'],
  ["self.list.all(item, item.m != '')", 'cel-unknown-field'],
  ['self.json.anything == 1', 'cel-unknown-field'],
  ['self.min <', 'cel-syntax'],
  ['self.min = 1', 'cel-syntax'],
])('%s: %s', async (text, code) => {
  expect(await fieldCodes(TYPE, '', rule(text))).toEqual([code]);
});
