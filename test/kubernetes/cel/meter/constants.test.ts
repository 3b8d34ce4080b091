import { expect, test } from 'vitest';
import { compileCel } from '../../../../src/kubernetes/cel/compile.js';
import { INT, STRING } from '../../../../src/kubernetes/cel/check/types.js';
import { Constants } from '../../../../src/kubernetes/cel/meter/constants.js';

const variables = { a: INT, s: STRING };

function constantsOf(text: string): { isConstant: boolean; isPath: boolean; isChoice: boolean } {
  const compiled = compileCel(text, variables);
  if (compiled.kind === 'wrong') throw new Error(text);
  const { root } = compiled.checked;
  const constants = new Constants(compiled.checked);
  return { isConstant: constants.has(root), isPath: constants.isPath(root), isChoice: constants.isChoice(root) };
}

test.each(['1', '[[1], [2]]', "{'a': 1}", 'int', "int('3')", "duration('1s')", 'string(int(1.5))', '1 in []'])(
  '%s is computed before it runs',
  (text) => expect(constantsOf(text).isConstant).toBe(true),
);

test.each(['a', '[1, a]', 'int(s)', 'type(a)', '1 + 1', '1 in [1]', 'size([1])'])('%s is not', (text) =>
  expect(constantsOf(text).isConstant).toBe(false),
);

test('paths are names, selections, indexes and choices', () => {
  expect(['a', '[a][0]', 'a > 1 ? a : 2', 'a + 1', '1'].map((text) => constantsOf(text).isPath)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(['a > 1 ? a : 2', '(a > 1 ? [a] : [2])[0]', 'a'].map((text) => constantsOf(text).isChoice)).toEqual([
    true,
    true,
    false,
  ]);
});
