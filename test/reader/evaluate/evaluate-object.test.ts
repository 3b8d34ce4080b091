import { expect, test } from 'vitest';
import { fieldCodes, fieldSchema, read } from '../read-source.js';

test('the most derived declaration of a property wins, and its docs fall back to the base', async () => {
  const types = '/** Base. */ interface B {\n/** The name. */\nname?: string }\ninterface D extends B { name: "x" }';

  expect(await fieldSchema('D', types)).toEqual({
    type: 'object',
    properties: { name: { type: 'string', enum: ['x'], description: 'The name.' } },
    required: ['name'],
  });
});

test('several declarations of an interface are merged', async () => {
  expect(await fieldSchema('M', 'interface M { a: string }\ninterface M { b: string }')).toMatchObject({
    required: ['a', 'b'],
  });
});

test('private, protected, static and # members of a class are left out', async () => {
  const types = 'class C { a!: string; private b = 1; protected c = 1; static d = 1; #e = 1; constructor() {} }';

  expect(Object.keys((await fieldSchema('C', types))?.properties ?? {})).toEqual(['a']);
});

test('an intersection with a union is distributed', async () => {
  const types = 'type U = ({ kind: "a"; x: string } | { kind: "b"; y: string }) & { shared: string };';

  expect(await fieldSchema('U', types)).toMatchObject({
    required: ['kind', 'shared'],
    properties: { kind: { enum: ['a', 'b'] } },
  });
});

test('a method is refused', async () => {
  expect(await fieldCodes('{ run(): void }')).toEqual(['type-has-method']);
});

test.each([
  ['a text', 'string'],
  ['a union', '{ x: string } | { y: string }'],
  ['a utility type of a text', 'Partial<string>'],
  ['a literal', '"a"'],
])('an interface that extends %s is refused, as TypeScript does', async (_title, base) => {
  expect(await fieldCodes('A', `interface A extends Base { b: string }\ntype Base = ${base};`)).toEqual([
    'type-not-an-object',
  ]);
});

test('a mixin is refused with a remedy', async () => {
  const { diagnostics } = await read(
    'export interface Row extends CustomResource<Spec> {}\ndeclare function Mixin<T>(base: T): T;\nclass X {}\nexport class Spec extends Mixin(X) { z!: string }',
  );

  expect(diagnostics.map(({ code, fix }) => [code, fix])).toEqual([
    [
      'type-not-an-object',
      'write the properties as an interface, use that for the API, and let the class implement it',
    ],
  ]);
});

test('of two bases with one property, the first one counts', async () => {
  const schema = await fieldSchema(
    'Both',
    'interface A { a: string }\ninterface B { a?: string; b: string }\ninterface Both extends A, B {}',
  );

  expect(schema?.required).toEqual(['a', 'b']);
});
