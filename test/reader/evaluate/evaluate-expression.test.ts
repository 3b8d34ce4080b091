import { expect, test } from 'vitest';
import { fieldCodes, fieldSchema } from '../read-source.js';

const BASE = 'const BASE = ["a", "b"] as const;\nconst NAMES = { A: "x", B: "y" } as const;\nconst one = "1";\n';

test.each([
  ['spread lists', '(typeof T)[number]', 'const T = [...BASE, "c"] as const;', ['a', 'b', 'c']],
  ['names of constants in lists', '(typeof T)[number]', 'const T = [one, NAMES.A] as const;', ['1', 'x']],
  ['spread objects', '(typeof T)[keyof typeof T]', 'const T = { ...NAMES, C: "z" } as const;', ['x', 'y', 'z']],
  ['keys of spread objects', 'keyof typeof T', 'const T = { ...NAMES, C: "z" } as const;', ['A', 'B', 'C']],
  ['later keys win', '(typeof T)[keyof typeof T]', 'const T = { ...NAMES, A: "new" } as const;', ['new', 'y']],
  ['shorthand', '(typeof T)[keyof typeof T]', 'const T = { one } as const;', ['1']],
  ['keys in brackets', 'keyof typeof T', 'const T = { [one]: 5, ["two"]: 6 } as const;', ['1', 'two']],
  ['satisfies', '(typeof T)[number]', 'const T = ["m"] as const satisfies readonly string[];', ['m']],
  ['a cast to const', '(typeof T)[number]', 'const T = <const>["m"];', ['m']],
  ['frozen objects', '(typeof T)["k"]', 'const T = Object.freeze({ k: "m" });', ['m']],
])('%s are read', async (_, type, types, values) => {
  expect(await fieldSchema(type, BASE + types)).toEqual({ type: 'string', enum: values });
});

test.each([
  ['(typeof T)[number]', 'const T = ["m", "n"];', { type: 'string' }],
  ['(typeof T)["k"]', 'const T = { k: 5 };', { type: 'integer' }],
  ['(typeof T)[number]', 'const T = ["m"] as ("m" | "n")[];', { type: 'string', enum: ['m', 'n'] }],
])('without `as const` literals are as wide as TypeScript has them: %s of %s', async (type, types, schema) => {
  expect(await fieldSchema(type, types)).toEqual(schema);
});

test.each([
  ['(typeof T)[number]', 'const T = ["m"] satisfies string[];', { type: 'string' }],
  ['keyof typeof T', 'const T = { f() {} } as const;', { type: 'string', enum: ['f'] }],
  ['ReturnType<typeof f>', 'function f() { return { a: 1 as const }; }', { enum: [1], type: 'integer' }],
])('what syntax does not tell, the checker does: %s of %s', async (type, types, schema) => {
  const found = await fieldSchema(type, types);

  expect(found?.properties?.['a'] ?? found).toEqual(schema);
});

test('what cannot be read is refused, not left out', async () => {
  expect(await fieldCodes('(typeof T)[number]', 'const T = [...f()] as const;')).toEqual(['type-any']);
});
