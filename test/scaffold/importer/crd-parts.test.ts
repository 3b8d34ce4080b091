import { expect, test } from 'vitest';
import {
  below,
  each,
  isTextMap,
  isTexts,
  isWholeNumber,
  mapAt,
  optional,
  textAt,
  isString,
} from '../../../src/scaffold/importer/crd-parts.js';

test('a part is found by its own name only', () => {
  expect(mapAt({ a: {} }, 'a', '')).toEqual({});
  expect(() => mapAt({}, '__proto__', 'x')).toThrow('x.__proto__ must be an object');
  expect(() => textAt({ a: '' }, 'a', 'x')).toThrow('x.a must be a string');
  expect(() => optional({ a: 1 }, 'a', '', isString, 'a string')).toThrow('a must be a string');
  expect(() => optional({}, 'a', '', isString, 'a string')).not.toThrow();
});

test('each item of a list has its place', () => {
  const places: string[] = [];
  each([{}, {}], 'list', (_, place) => places.push(place));

  expect(places).toEqual(['list[0]', 'list[1]']);
  expect(() => each([1], 'list', () => undefined)).toThrow('list[0] must be an object');
  expect(() => each({}, 'list', () => undefined)).toThrow('list must be a list');
});

test('types of values', () => {
  expect([isTexts(['a']), isTexts([1]), isTexts('a')]).toEqual([true, false, false]);
  expect([isTextMap({ a: 'b' }), isTextMap({ a: 1 }), isTextMap(['a'])]).toEqual([true, false, false]);
  expect([isWholeNumber(1), isWholeNumber(1.5), isWholeNumber('1')]).toEqual([true, false, false]);
  expect([below('', 'a'), below('a', 'b')]).toEqual(['a', 'a.b']);
});
