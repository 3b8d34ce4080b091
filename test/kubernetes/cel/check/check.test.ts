import { expect, test } from 'vitest';
import { checkTypes } from '../../../../src/kubernetes/cel/check/check.js';
import { DYN, INT, listOf, mapOf, showType, STRING, structOf } from '../../../../src/kubernetes/cel/check/types.js';
import { parseCel } from '../../../../src/kubernetes/cel/syntax/parse.js';

const object = structOf('thing', () => new Map([['name', STRING]]));
const variables = { n: INT, s: STRING, any: DYN, list: listOf(INT), map: mapOf(STRING, INT), o: object };

test.each([
  ['n + 1', 'int'],
  ['[]', 'list(dyn)'],
  ['[] + list', 'list(int)'],
  ['list.map(x, string(x))', 'list(string)'],
  ['map.map(k, map[k])', 'list(int)'],
  ['any.x.y', 'dyn'],
  ['any + 1', 'int'],
  ['o.?name', 'optional_type(string)'],
  ['o.?name.optMap(x, x.size())', 'optional_type(int)'],
  ['type(n)', 'type(int)'],
  ['list.transformMap(i, v, v)', 'map(int, int)'],
  ['n == 1 ? s : s', 'string'],
  ['int', 'type(int)'],
])('%s is %s', (text, type) => {
  const checked = checkTypes(parseCel(text), variables);

  expect(checked.problems).toEqual([]);
  expect(showType(checked.type)).toBe(type);
});

test.each([
  ['n + s', "found no matching overload for '_+_' applied to '(int, string)'"],
  ['o.nme', "undefined field 'nme'"],
  ['n.x', "type 'int' does not support field selection"],
  ['x', "undeclared reference to 'x' (in container '')"],
  ['s.frob()', "undeclared reference to 'frob' (in container '')"],
  ['n && true', "expected type 'bool' but found 'int'"],
  ['n.all(x, true)', "expression of type 'int' cannot be range of a comprehension (must be list, map, or dynamic)"],
  ['list.all(x, x)', "expected type 'bool' but found 'int'"],
])('%s: %s', (text, message) => {
  expect(checkTypes(parseCel(text), variables).problems[0]?.message).toBe(message);
});
