import { expect, test } from 'vitest';
import { findByPath, parseJsonPath } from '../../../../src/testing/embedded/selectors/json-path.js';

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
  ["['spec']['a.b']", [1]],
  ['.missing.path', []],
  ['.spec.list[-1:].name', ['y']],
  ['.spec.list[:1].name', ['x']],
  ['.spec.list[0:2:2].name', ['x']],
  ['.spec.list[5].name', []],
  ['.spec.list[0,1].v', [1, 2]],
  [".spec['a.b','words']", [1, ['a', 'b']]],
  [".['spec'].words[0]", ['a']],
  ['..name', ['x', 'y']],
])('%s finds %j', (path, expected) => {
  expect(findByPath(object, path)).toEqual(expected);
});

test('says what is no path', () => {
  expect(['spec', '.spec[', '.spec[]', '.spec[a]', '.spec[0,a]'].map((path) => parseJsonPath(path))).toEqual(
    Array.from({ length: 5 }),
  );
});
