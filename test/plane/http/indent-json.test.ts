import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { indentJson } from '../../../src/plane/http/indent-json.js';

test('JSON is indented as JSON.stringify does it', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      const value: unknown = JSON.parse(json);
      expect(indentJson(JSON.stringify(value))).toBe(JSON.stringify(value, undefined, 2));
    }),
  );
});

test('digits stay as they are', () => {
  expect(indentJson('{"a":[9007199254740993,{}]}')).toBe('{\n  "a": [\n    9007199254740993,\n    {}\n  ]\n}');
});
