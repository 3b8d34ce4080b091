import { expect, test } from 'vitest';
import { PATCH_NAMES, typeValueProblem } from '../../../../src/kubernetes/cel/check/patch-names.js';
import { showType } from '../../../../src/kubernetes/cel/check/types.js';
import { compileCel, type Compiled } from '../../../../src/kubernetes/cel/compile.js';
import { dynamicVariables, ProgramCache } from '../../../../src/kubernetes/cel/run/program.js';
import { CelStruct } from '../../../../src/kubernetes/cel/run/structs.js';
import { Meter } from '../../../../src/kubernetes/cel/meter/meter.js';
import { evaluate } from '../../../../src/kubernetes/cel/run/evaluate.js';

const variables = dynamicVariables(['object']);
const compiled = (text: string): Compiled => compileCel(text, variables, PATCH_NAMES);
const verdict = (text: string): string => {
  const result = compiled(text);
  return result.kind === 'wrong' ? (result.problems[0]?.message ?? '') : showType(result.checked.type);
};

test.each([
  ['Object{a: 1, b: Object.b{c: object.c}}', 'Object'],
  ['Object.spec{}', 'Object.spec'],
  ['[JSONPatch{op: "test"}]', 'list(JSONPatch)'],
  ['[JSONPatch{}] + []', 'list(JSONPatch)'],
  ['Object{a: 1}.a', 'dyn'],
  ['Object{?a: object.?a}', 'Object'],
  ['Object{?a: 1}', "expected type 'optional_type(int)' but found 'int'"],
  ['JSONPatch{op: 1}', "expected type of field 'op' is 'string' but provided type is 'int'"],
  ['JSONPatch{other: 1}', "expected type of field 'other' is '' but provided type is 'int'"],
  ['object{a: 1}', "undeclared reference to 'object' (in container '')"],
  ['string{a: 1}', "'string' is not a message type"],
  ['jsonpatch.escapeKey("a")', 'string'],
])('%s is %s', (text, type) => {
  expect(verdict(text)).toBe(type);
});

test('other expressions do not know these names', () => {
  for (const text of ['Object{}', 'JSONPatch{}', 'jsonpatch.escapeKey("a")'])
    expect(compileCel(text, variables)).toMatchObject({ kind: 'wrong' });
});

test('types of messages are no values', () => {
  const result = compiled('type(object) == Object.spec');

  expect(result.kind === 'expression' && typeValueProblem(result.checked)).toBe(
    'reference to undefined type: Object.spec',
  );
});

const run = (text: string): unknown => new ProgramCache(variables, PATCH_NAMES).compile(text).run({ object: null });

test('messages have the fields that are given, and are equal when these are', () => {
  const made = run("Object{a: 1, ?b: optional.none(), ?c: optional.of('x')}");

  expect(made).toEqual(
    new CelStruct(
      'Object',
      new Map<string, unknown>([
        ['a', 1n],
        ['c', 'x'],
      ]),
    ),
  );
  expect(run('Object{a: [1]} == Object{a: [1]} && Object{a: 1} != Object{a: 2} && dyn(Object{}) != Object.a{}')).toBe(
    true,
  );
  expect(run("jsonpatch.escapeKey('a/b~c') == 'a~1b~0c'")).toBe(true);
  expect(() => run('JSONPatch{op: dyn(1)}')).toThrow("unexpected type int64 for JSONPatchType 'op' field");
});

test('a message costs 40', () => {
  const result = compiled('Object{a: Object.a{}}');
  const meter = new Meter();
  if (result.kind === 'expression') evaluate(result.checked, {}, meter);

  expect(meter.cost).toBe(80);
});
