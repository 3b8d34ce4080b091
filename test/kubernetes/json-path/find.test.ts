import { expect, test } from 'vitest';
import { findByPath } from '../../../src/kubernetes/json-path/find.js';
import { parseJsonPath } from '../../../src/kubernetes/json-path/parse.js';

const object = {
  spec: {
    'a.b': 1,
    words: ['a', 'b'],
    list: [
      { name: 'x', v: 1 },
      { name: 'y', v: 2 },
    ],
  },
  status: { conditions: [{ type: 'Ready', status: 'True' }] },
};

test.each([
  ['.spec.list[0].name', ['x']],
  ['.spec.list[-1].v', [2]],
  ['.spec.list[*].name', ['x', 'y']],
  ['.status.conditions[?(@.type=="Ready")].status', ['True']],
  ['.spec.list[?(@.v>1)].name', ['y']],
  ['.spec.words[?(@ == "b")]', ['b']],
  ['.spec.a\\.b', [1]],
  [String.raw`['spec']['a\.b']`, [1]],
  ['.missing.path', []],
  ['.spec.list[-1:].name', ['y']],
  ['.spec.list[:1].name', ['x']],
  ['.spec.list[0:2:2].name', ['x']],
  ['.spec.list[5].name', []],
  ['.spec.list[0,1].v', [1, 2]],
  [String.raw`.spec['a\.b','words']`, [1, ['a', 'b']]],
  // The dot is a field without a name, which nothing has.
  [".['spec'].words[0]", []],
  ['..name', ['x', 'y']],
  ['.spec.words[]', ['a']],
  ['.spec.list[?(@.v>"a")].name', []],
  ['spec', []],
])('%s finds %j', (path, expected) => {
  expect(findByPath(object, path)).toEqual(expected);
});

test.each([
  ['.spec[', 'unterminated array'],
  ['.spec[a]', 'invalid array index a'],
  ['.spec[0,a]', 'invalid array index a'],
  ['....a', 'invalid multiple recursive descent'],
  ['.a&', undefined],
  ['.a &', "unrecognized character in action: U+0026 '&'"],
  ['.a[?(@.b==1]', 'unterminated filter'],
])('%s is no path: %s', (path, problem) => {
  expect(parseJsonPath(path).problem).toBe(problem);
});
