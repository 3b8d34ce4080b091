import { expect, test } from 'vitest';
import { fieldCodes, fieldSchema } from '../read-source.js';

const KEYS =
  'const KEY = "a-b";\nconst KEYS = { one: "first" } as const;\ndeclare const brand: unique symbol;\nconst mark = Symbol("x");\n';

test('names in brackets are those of the constants', async () => {
  const type = '{ [KEY]: string; ["x"]: string; [KEYS.one]: string; [5]: string }';

  expect((await fieldSchema(type, KEYS))?.required).toEqual(['5', 'a-b', 'first', 'x']);
});

test('symbols are no part of JSON', async () => {
  const type = '{ a: string; [brand]: "x"; [mark]: "y"; readonly [Symbol.toStringTag]: string }';

  expect(Object.keys((await fieldSchema(type, KEYS))?.properties ?? {})).toEqual(['a']);
});

test('a name that is not known is refused, not left out', async () => {
  expect(await fieldCodes('{ [name]: string }', 'declare const name: string;')).toEqual(['type-unsupported']);
});

test('public parameters of a constructor are properties, with their docs and markers', async () => {
  const types = `class C {
    constructor(
      /** The name. */
      // +kubebuilder:validation:MinLength=1
      public name: string,
      readonly size?: Int32,
      private secret: string,
      plain: string,
    ) {}
  }`;

  expect(await fieldSchema('C', types)).toEqual({
    type: 'object',
    properties: {
      name: { type: 'string', description: 'The name.', minLength: 1 },
      size: { type: 'integer', format: 'int32' },
    },
    required: ['name'],
  });
});

test('a property of a class without a type has that of its initializer', async () => {
  const types = 'class C { a = "x"; readonly b = "y"; c = 5; d = true; }';

  expect((await fieldSchema('C', types))?.properties).toEqual({
    a: { type: 'string' },
    b: { type: 'string', enum: ['y'] },
    c: { type: 'integer' },
    d: { type: 'boolean' },
  });
});

test('a property whose type cannot be inferred is refused', async () => {
  expect(await fieldCodes('C', 'class C { a = f(); }')).toEqual(['type-any']);
});

test('accessors of interfaces and object types are data with docs and markers, those of classes are code', async () => {
  expect(
    await fieldSchema(
      'All',
      'interface All { /** The v. */ get v(): string; set v(x: string); set w(x: Int32); lit: { get x(): boolean }; c: Code }\nclass Code { a!: string; get b(): string { return this.a } }',
    ),
  ).toEqual({
    type: 'object',
    properties: {
      v: { type: 'string', description: 'The v.' },
      w: { type: 'integer', format: 'int32' },
      lit: { type: 'object', properties: { x: { type: 'boolean' } }, required: ['x'] },
      c: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
    },
    required: ['c', 'lit', 'v', 'w'],
  });
});

test('keys that are symbols are no keys of JSON', async () => {
  expect(await fieldSchema('{ a: string; [key: symbol]: string }')).toEqual({
    type: 'object',
    properties: { a: { type: 'string' } },
    required: ['a'],
  });
});
