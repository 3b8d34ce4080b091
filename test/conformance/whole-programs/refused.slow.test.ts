/** Programs that have no schema: each field is an error at its own place, with a remedy; nothing ends in a stack. */
import { describe, expect, test } from 'vitest';
import { planManifests } from '../../../src/commands/manifests/manifests-plan.js';
import { read } from '../../reader/read-source.js';

/** The errors of a field `a`, and those among them that have no place or no remedy. */
async function errorsOf(type: string, types = '', marker = ''): Promise<{ codes: string[]; incomplete: string[] }> {
  const head = 'export interface Row extends CustomResource<Spec> {}\nexport interface Spec {\n';
  const { diagnostics, files } = await read(`${head}${marker}\na: ${type};\n}\n${types}`);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  expect(files).toEqual([]);
  return {
    codes: errors.map(({ code }) => code),
    incomplete: errors.filter(({ fix, position }) => !fix || !position).map(({ code }) => code),
  };
}

const CYCLES = `type A = A; type B = C; type C = B; interface D extends D { x: string } interface E extends F {} interface F extends E {}
type G<T> = G<G<T>>; type I<T> = { a: I<I<T>> }; class K extends K {}
const x = x2; const x2 = x;`;

describe('types that refer to themselves', () => {
  test.each(['A', 'B', 'G<string>', 'I<string>', 'typeof x', "Spec['a']"])('%s', async (type) => {
    const { codes, incomplete } = await errorsOf(type, CYCLES);

    expect(codes).not.toEqual([]);
    expect(incomplete).toEqual([]);
  });
});

describe('types that are no data, or not TypeScript', () => {
  test.each([
    'Record<string>',
    "Pick<string, 'a'>",
    "Pick<{ a: string }, 'b'>",
    'Record<{ a: string }, string>',
    'Array',
    'typeof globalThis',
    'asserts',
    'abstract new () => string',
    'this',
    'unique symbol',
    "import('nope').X",
    'intrinsic',
    '[a: string, b?: number]',
    '1n',
    '[]',
    'never[]',
    'unknown | string',
    'null',
    'void',
    'Object',
    'URL',
    'Buffer',
    'Record<string, any>',
    '{ a: string; [k: string]: string }',
    '[string, ...number[]]',
  ])('%s', async (type) => {
    const { codes, incomplete } = await errorsOf(type);

    expect(codes).not.toEqual([]);
    expect(incomplete).toEqual([]);
  });
});

describe('markers that are wrong', () => {
  test.each([
    ['+kubebuilder:validation:Pattern=`(`', 'string', 'pattern-invalid'],
    ['+kubebuilder:default={', 'string', 'marker-invalid'],
    ['+kubebuilder:validation:Enum=', 'string', 'marker-mismatch'],
    ['+kubebuilder:validation:MaxLength=99999999999999999999999', 'string', 'marker-mismatch'],
    ['+kubebuilder:validation:XValidation:rule=', 'string', 'marker-invalid'],
    ['+kubebuilder:', 'string', 'marker-unknown'],
    ['+kubebuilder:validation:Maximum=NaN', 'number', 'marker-invalid'],
    ['+kubebuilder:validation:MinLength=-1', 'string', 'marker-mismatch'],
    ['+listType=map', 'string[]', 'list-map-invalid'],
    ['+kubebuilder:validation:MultipleOf=0', 'number', 'marker-mismatch'],
    ['+kubebuilder:validation:Type=banana', 'string', 'marker-mismatch'],
    ['+kubebuilder:validation:MaxItems=3', 'string', 'marker-mismatch'],
    ['+kubebuilder:validation:Minimum = 5', 'number', 'marker-unknown'],
    ['+kubebuilder:validation:minimum=5', 'number', 'marker-unknown'],
    ['+kubebuilder:validation:Enum=1;2', 'string', 'marker-mismatch'],
    ['+kubebuilder:default=99999999999', 'Int32', 'default-invalid'],
  ])('%s on %s: %s', async (marker, type, code) => {
    const { codes, incomplete } = await errorsOf(type, '', `// ${marker}`);

    expect(codes).toContain(code);
    expect(incomplete).toEqual([]);
  });
});

test('a file that does not parse is an error', async () => {
  const { diagnostics, files } = await read('export interface Spec { a: string\n/** without end');

  expect(diagnostics.map(({ code }) => code)).toContain('syntax');
  expect(files).toEqual([]);
});

describe('types that are large', () => {
  const nested = (depth: number): string => `${'{ a: '.repeat(depth)}string${' }'.repeat(depth)}`;
  const one = (type: string): string =>
    `export interface Row extends CustomResource<Spec> {}\nexport interface Spec { deep: ${type} }\n`;

  test('a hundred levels of objects', async () => {
    const { diagnostics, model } = await read(one(nested(100)));
    let schema = model.kinds[0]?.schema.properties?.['spec']?.properties?.['deep'];
    let depth = 0;
    while (schema?.properties?.['a'] !== undefined) [schema, depth] = [schema.properties['a'], depth + 1];

    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect({ depth, type: schema?.type }).toEqual({ depth: 100, type: 'string' });
  });

  test('thousands of levels are an error that names the file and the innermost place', async () => {
    const overlay = new Map([
      ['src/v1/groupversion.ts', '// +groupName=test.kbts.dev\n'],
      ['src/v1/plain.ts', "import type { CustomResource } from 'kbts/runtime';\nexport const a = 1;\n"],
      ['src/v1/types.ts', `import type { CustomResource } from 'kbts/runtime';\n${one(nested(5000))}`],
    ]);

    await expect(planManifests({ root: '/nowhere', overlay })).rejects.toMatchObject({
      code: 'cannot-read',
      message: expect.stringMatching(/^src\/v1\/types\.ts:3:\d{5} /) as string,
      fix: expect.any(String) as string,
    });
  });

  test('an enum of two thousand values, and two thousand fields', async () => {
    const values = Array.from({ length: 2000 }, (_, index) => `V${index} = 'v${index}'`);
    const fields = Array.from({ length: 2000 }, (_, index) => `f${index}?: E;`);
    const { model } = await read(`${one('{ ' + fields.join(' ') + ' }')}enum E { ${values.join(', ')} }\n`);
    const { properties = {} } = model.kinds[0]?.schema.properties?.['spec']?.properties?.['deep'] ?? {};

    expect(Object.keys(properties)).toHaveLength(2000);
    expect(properties['f1999']?.enum).toHaveLength(2000);
  });
});
