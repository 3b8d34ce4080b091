import { expect, test } from 'vitest';
import { fieldCodes, fieldSchema } from '../read-source.js';

test.each([
  ['E', 'enum E { B = "b", A = "a" }', { type: 'string', enum: ['b', 'a'] }],
  ['E', 'enum E { Zero, Two = 2, Three }', { type: 'integer', enum: [0, 2, 3] }],
  ['E.A', 'enum E { A = "a", B = "b" }', { type: 'string', enum: ['a'] }],
  ['keyof typeof T', 'const T = { x: 1, y: 2 } as const;', { type: 'string', enum: ['x', 'y'] }],
  ['(typeof T)[keyof typeof T]', 'const T = { x: "p", y: "q" } as const;', { type: 'string', enum: ['p', 'q'] }],
  ['(typeof L)[number]', 'const L = ["m", "n"] as const;', { type: 'string', enum: ['m', 'n'] }],
  ['(typeof F)[number]', 'const F = Object.freeze(["m"] as const);', { type: 'string', enum: ['m'] }],
  ['typeof C', 'const C: Int32 = 5;', { type: 'integer', format: 'int32' }],
])('%s of %s', async (type, types, schema) => {
  expect(await fieldSchema(type, types)).toEqual(schema);
});

test('the type of a computed constant is refused', async () => {
  expect(await fieldCodes('typeof x', 'const x = f();')).toEqual(['type-unsupported']);
});

test.each([
  ['typeof N.A', 'const N = { A: "x", B: "y" } as const;', { type: 'string', enum: ['x'] }],
  ['typeof E.B', 'enum E { A = "a", B = "b" }', { type: 'string', enum: ['b'] }],
  ['typeof V', 'let V = "x";', { type: 'string' }],
])('%s of %s', async (type, types, schema) => {
  expect(await fieldSchema(type, types)).toEqual(schema);
});

test('constants that refer to each other without end are refused', async () => {
  expect(await fieldCodes('(typeof A)[number]', 'const A = [...B] as const;\nconst B = [...A] as const;')).toEqual([
    'type-cyclic',
  ]);
});

const PORT = '// +kubebuilder:validation:Minimum=1\ntype Port = Int32;\n';
const port = { type: 'integer', format: 'int32', minimum: 1 };

test.each([
  ['typeof v', 'const v: Port = 5;'],
  ['typeof v', 'let v = 5 as Port;'],
  ['typeof v.p', 'const v = { p: 1 as Port };'],
  ["(typeof v)['p']", 'const w = { p: 1 as Port };\nconst v = { ...w };'],
  ['(typeof v)[number]', 'const v = [1 as Port];'],
  ['typeof v', 'const { p: v } = { p: 1 as Port };'],
  ['typeof v', 'declare const w: { in: { p: Port } };\nconst { in: { p: v } } = w;'],
  ['typeof v', 'declare const w: [boolean, Port];\nconst [, v] = w;'],
  ["C['p']", 'class C { p = 1 as Port; }'],
  ["C['p']", 'const y: Port = 1;\nclass C { p = y; }'],
])('%s has the markers of the alias in %s', async (type, types) => {
  expect(await fieldSchema(type, PORT + types)).toEqual(port);
});

test('a property that a constant is read from keeps its markers', async () => {
  const types =
    'interface Server {\n// +kubebuilder:validation:Maximum=9\nn: Int32 }\nconst s = { n: 1 } as Server;\nconst t = s.n;';

  expect(await fieldSchema('typeof t', types)).toEqual({ type: 'integer', format: 'int32', maximum: 9 });
});

test.each([
  ['(typeof o)["p"]', 'const c = "x";\nconst d = c;\nconst o = { p: d };', { type: 'string' }],
  ['(typeof o)["p"]', 'const c = "x" as const;\nconst o = { p: c };', { type: 'string', enum: ['x'] }],
  ['(typeof o)["p"]', 'const c = "x";\nconst o = { p: c } as const;', { type: 'string', enum: ['x'] }],
  ['C["p"]', 'const c = 5;\nclass C { p = c; }', { type: 'integer' }],
])('a literal is as wide as TypeScript has it where it may change: %s in %s', async (type, types, schema) => {
  expect(await fieldSchema(type, types)).toEqual(schema);
});

test.each(['const { p: v = 2 as Port } = { p: 1 as Port };', 'const { ...v } = { p: 1 as Port };\nconst w = v.p;'])(
  'what the checker cannot name is rejected in %s',
  async (types) => {
    const codes = await fieldCodes(types.includes('w =') ? 'typeof w' : 'typeof v', PORT + types);

    expect(codes).toEqual(['type-unsupported']);
  },
);
