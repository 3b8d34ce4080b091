import { describe, expect, test } from 'vitest';
import { fieldCodes, fieldSchema } from '../read-source.js';

const TYPES = `
interface Server {
  // +kubebuilder:validation:Minimum=1
  port: Int32;
  // +kubebuilder:validation:Pattern="^a"
  name?: string;
  // +kubebuilder:validation:MaxLength=3
  maybe: string | null;
  // +kubebuilder:validation:items:MaxLength=5
  // +kubebuilder:validation:MinItems=1
  names: string[];
  // +kubebuilder:validation:values:MaxLength=6
  labels: Record<string, string>;
  // +kubebuilder:validation:XValidation:rule="self.a != ''"
  part: { a: string };
  // +kubebuilder:validation:XValidation:rule="self != 'c'"
  mode: 'a' | 'b';
  plain: boolean;
}
interface Node { 
  // +kubebuilder:validation:Maximum=9
  port: Server['port'];
}
class WithMethod { 
  // +kubebuilder:validation:Minimum=2
  size!: Int32;
  run(): void {}
}
type ValueOf<T, K extends keyof T> = T[K];
type Plain<T> = { [K in keyof T]: T[K] };
type Lists<T> = { [K in keyof T]: T[K][] };
`;

describe('markers of a property hold for a type that is taken from it', () => {
  test.each([
    ["Server['port']", { type: 'integer', minimum: 1 }],
    ["(Server['port'])", { minimum: 1 }],
    ["Readonly<Server>['port']", { minimum: 1 }],
    ["Partial<Server>['name']", { type: 'string', pattern: '^a' }],
    ["NonNullable<Server['name']>", { type: 'string', pattern: '^a' }],
    ["Server['maybe']", { type: 'string', maxLength: 3, nullable: true }],
    ["NonNullable<Server['maybe']>", { type: 'string', maxLength: 3 }],
    ["Exclude<Server['maybe'], null>", { type: 'string', maxLength: 3 }],
    ["Server['names']", { type: 'array', minItems: 1, items: { type: 'string', maxLength: 5 } }],
    ["Server['names'][number]", { type: 'string', maxLength: 5 }],
    ["Server['labels'][string]", { type: 'string', maxLength: 6 }],
    ["Server['part']", { 'x-kubernetes-validations': [{ rule: "self.a != ''" }] }],
    ["Server['mode']", { enum: ['a', 'b'], 'x-kubernetes-validations': [{ rule: "self != 'c'" }] }],
    ["Node['port']", { minimum: 1, maximum: 9 }],
    ["ValueOf<Server, 'port'>", { minimum: 1 }],
    ["Server['port'][]", { type: 'array', items: { type: 'integer', minimum: 1 } }],
    ["Record<string, Server['port']>", { additionalProperties: { minimum: 1 } }],
    ["{ x: Server['port'] }", { properties: { x: { minimum: 1 } } }],
    ["WithMethod['size']", { minimum: 2 }],
    ["Plain<Server>['port']", { minimum: 1 }],
  ])('%s', async (type, expected) => {
    expect(await fieldSchema(type, TYPES)).toMatchObject(expected);
    expect(await fieldCodes(type, TYPES)).toEqual([]);
  });

  test('once, where the property itself is taken over', async () => {
    const plain = await fieldSchema('Plain<Server>', TYPES);

    expect(plain).toEqual(await fieldSchema('Server', TYPES));
  });

  test('also those of an index signature', async () => {
    const types = 'interface Sizes {\n// +kubebuilder:validation:Minimum=1\n[name: string]: Int32 }';

    expect(await fieldSchema('Sizes', types)).toMatchObject({ additionalProperties: { minimum: 1 } });
    expect(await fieldSchema("Sizes['a']", types)).toMatchObject({ minimum: 1 });
  });

  test('the default, the example and the docs are those of the field alone', async () => {
    const types = 'interface Server {\n/** Docs.\n * @default 1\n * @example 2\n * @title T */\nport?: Int32 }';

    expect(await fieldSchema("NonNullable<Server['port']>", types)).toEqual({ type: 'integer', format: 'int32' });
  });
});

describe('what one member of a union cannot show is said', () => {
  test.each(["Server['mode'] | 'c'", "Exclude<Server['mode'], 'a'> | 'z'", "Server['mode' | 'plain']"])(
    '%s',
    async (type) => {
      expect(await fieldCodes(type, TYPES)).toContain('type-rules-lost');
    },
  );

  test('a property of a union has the rules of no branch', async () => {
    const types = `${TYPES}interface Other { port: Int32 }`;

    expect(await fieldCodes("(Server | Other)['port']", types)).toEqual(['type-rules-lost']);
  });
});
