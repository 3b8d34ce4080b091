import { expect, test } from 'vitest';
import { fieldCodes, fieldSchema, read } from '../read-source.js';

const SERVER = `interface Limits { cpu: string }
interface Server {
  // +kubebuilder:validation:Minimum=1
  port: Int32;
  // +kubebuilder:validation:items:MaxLength=5
  names: string[];
  // +kubebuilder:validation:MinProperties=1
  limits?: Limits;
}
type Get<T, K> = K extends keyof T ? T[K] : never;
type First<T> = T extends readonly [infer H, ...unknown[]] ? H : never;
type Open<T> = { [K in keyof T as K extends \`_\${string}\` ? never : K]: T[K] | null };`;

test.each([
  "Awaited<Promise<Server['port']>>",
  "First<[Server['port'], string]>",
  "ReturnType<() => Server['port']>[]",
])('%s: a warning says that the rules of the property do not hold', async (type) => {
  expect(await fieldCodes(type, SERVER)).toEqual(['type-rules-lost']);
});

test.each(["Awaited<Promise<Server['names']>>[number]", "Partial<First<[Server['limits']]>>"])(
  '%s: so it does about items and about types made from it',
  async (type) => {
    expect(await fieldCodes(type, SERVER)).toEqual(['type-rules-lost']);
  },
);

test.each(['Server extends { port: infer P } ? P : never', 'typeof server.port', "Open<Server>['port']"])(
  '%s keeps the rules of the property',
  async (type) => {
    const schema = await fieldSchema(type, `${SERVER}\ndeclare const server: Server;`);

    expect(schema).toMatchObject({ type: 'integer', minimum: 1 });
  },
);

test('a property that may be missing makes what is taken from it optional', async () => {
  const { model } = await read(
    `export interface Row extends CustomResource<Spec> {}\nexport interface Spec { a: typeof server.limits }\n${SERVER}\ndeclare const server: Server;`,
  );

  expect(model.kinds[0]?.schema.properties?.['spec']?.required).toBeUndefined();
});

test('markers on the field answer it', async () => {
  expect(await fieldCodes("Awaited<Promise<Server['port']>>", SERVER, '// +kubebuilder:validation:Minimum=1')).toEqual(
    [],
  );
});

test('a property that keeps its own markers is not one that lost them', async () => {
  expect(await fieldCodes('Open<Server>', SERVER)).toEqual([]);
});

test('the message names the type, the property and what to write', async () => {
  const { diagnostics } = await read(
    `export interface Row extends CustomResource<Spec> {}\nexport interface Spec {\n  a: First<[Server['port']]>;\n}\n${SERVER}`,
  );

  expect(diagnostics).toEqual([
    expect.objectContaining({
      message:
        'TypeScript does not say whether "Int32" in "First<[Server[\'port\']]>" is Server[\'port\'], so +kubebuilder:validation:Minimum of that property does not hold here',
      fix: "write Server['port'] itself, or repeat the markers on this field",
      excerpt: "  a: First<[Server['port']]>;",
    }),
  ]);
});
