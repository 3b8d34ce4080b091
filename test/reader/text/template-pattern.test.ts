import { expect, test } from 'vitest';
import { type Piece, piecesPattern } from '../../../src/reader/text/template-pattern.js';

const open = (values: 'string' | 'number' | 'integer'): Piece => ({ kind: 'open', values });
const texts = (...list: string[]): Piece => ({ kind: 'texts', texts: list });

test.each<[string, Piece[], string | undefined]>([
  [
    'an open place before a restricted one ends at the first separator',
    [open('string'), texts('-'), open('integer')],
    '[^\\-]*--?[0-9]+',
  ],
  ['any text may contain the separator when any text follows', [open('string'), texts('-'), open('string')], '.*-.*'],
  ['without a separator an open place is one character', [open('string'), open('integer')], '.-?[0-9]+'],
  ['a number before a point is whole', [open('number'), texts('.'), open('integer')], String.raw`-?[0-9]+\.-?[0-9]+`],
  ['a suffix ends nothing early', [open('string'), texts('.com', '.org')], String.raw`.*(\.com|\.org)`],
  [
    'each text between open places has its own end',
    [open('string'), texts('-', '+'), open('integer')],
    String.raw`([^\-]*-|[^+]*\+)-?[0-9]+`,
  ],
  [
    'longer separators before a restricted place have no short pattern',
    [open('string'), texts('://'), open('integer')],
    undefined,
  ],
])('%s', (_, pieces, pattern) => {
  expect(piecesPattern(pieces)).toBe(pattern);
});
