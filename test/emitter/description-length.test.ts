import { expect, test } from 'vitest';
import { limitDescriptions, shorten } from '../../src/emitter/description-length.js';

test.each([
  ['short', 10, 'short'],
  ['One. Two three', 8, 'One.'],
  ['some words here', 10, 'some...'],
  ['unbreakable', 5, 'unbre...'],
  ['äöü', 3, 'ä...'],
])('%s in %d bytes is %s', (text, limit, expected) => {
  expect(shorten(text, limit)).toBe(expected);
});

test('removes all descriptions for 0, at every depth', () => {
  const limited = limitDescriptions(
    {
      type: 'array',
      description: 'a',
      items: { type: 'object', description: 'b', properties: { c: { type: 'string', description: 'c' } } },
    },
    0,
  );

  expect(limited).toEqual({ type: 'array', items: { type: 'object', properties: { c: { type: 'string' } } } });
});
