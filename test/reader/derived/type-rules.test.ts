import { describe, expect, test } from 'vitest';
import { fieldCodes, fieldSchema } from '../read-source.js';

const RULE = { rule: 'self.min <= self.max', message: 'min<=max' };
const TYPES = `
// +kubebuilder:validation:XValidation:rule="self.min <= self.max",message="min<=max"
interface Base { min: Int32; max: Int32 }
// +kubebuilder:validation:MinProperties=1
type Opt = { p?: string; q?: string };
interface Ext extends Base { e?: string }
// +kubebuilder:validation:MaxProperties=2
interface Same extends Base {}
interface Holder { base: Base }
type Simplify<T> = { [K in keyof T]: T[K] } & {};
type Plain<T> = { [K in keyof T]: T[K] };
type DeepReadonly<T> = T extends number | string ? T : { readonly [K in keyof T]: DeepReadonly<T[K]> };
type DeepPartial<T> = T extends number | string ? T : { [K in keyof T]?: DeepPartial<T[K]> };
type MyPartial<T> = { [K in keyof T]?: T[K] };
type MyPick<T, K extends keyof T> = { [P in K]: T[P] };
`;

describe('a computed type with the same properties keeps the rules', () => {
  test.each([
    'Readonly<Base>',
    'Required<Base>',
    'Simplify<Base>',
    'Plain<Base>',
    'DeepReadonly<Base>',
    "Pick<Base, 'min' | 'max'>",
    "MyPick<Base, 'min' | 'max'>",
    "Omit<Ext, 'e'>",
    'Plain<Ext>',
    'Plain<Base & { other: string }>',
    '{ [K in keyof Base]: Base[K] }',
    "Plain<Holder['base']>",
    'Required<Readonly<Plain<Base>>>',
  ])('%s', async (type) => {
    expect((await fieldSchema(type, TYPES))?.['x-kubernetes-validations']).toEqual([RULE]);
    expect(await fieldCodes(type, TYPES)).toEqual([]);
  });

  test('also those that no property leads to', async () => {
    expect(await fieldSchema('Plain<Same>', TYPES)).toMatchObject({
      maxProperties: 2,
      'x-kubernetes-validations': [RULE],
    });
    expect(await fieldSchema('Partial<Opt>', TYPES)).toMatchObject({ minProperties: 1 });
  });

  test('an immutable field has its rule once', async () => {
    const types = `${TYPES}\n// +kubebuilder:validation:MinProperties=1\ninterface Fixed {\n// +k8s:immutable\na?: string }`;

    expect(await fieldSchema('Plain<Fixed>', types)).toEqual(await fieldSchema('Fixed', types));
  });

  test('an interface that extends it has them, too', async () => {
    const types = `${TYPES}\ninterface Child extends Readonly<Base> { c: string }`;

    expect((await fieldSchema('Child', types))?.['x-kubernetes-validations']).toEqual([RULE]);
  });
});

describe('a computed type with other properties does not, and that is said', () => {
  test.each([
    ['Partial<Base>', 1],
    ["Pick<Base, 'min'>", 1],
    ["Omit<Base, 'min'>", 1],
    ['Required<Opt>', 1],
    ['MyPartial<Base>', 1],
    ["MyPick<Base, 'min'>", 1],
    ['DeepPartial<Base>', 1],
    ['DeepPartial<Holder>', 1],
    ["Partial<Holder['base']>", 1],
    ['Partial<Same>', 2],
    ['Partial<Base & Opt>', 1],
    ['{ [K in keyof Base as `x${K}`]: Base[K] }', 1],
    ['Partial<Base>[]', 1],
  ])('%s', async (type, count) => {
    expect(await fieldCodes(type, TYPES)).toEqual(Array.from({ length: count }, () => 'type-rules-lost'));
  });

  test('also where an interface extends it', async () => {
    const types = `${TYPES}\ninterface Child extends Omit<Base, 'min'> { min: string }`;

    expect(await fieldCodes('Child', types)).toEqual(['type-rules-lost']);
  });

  test('also inside the type itself', async () => {
    const types = '// +kubebuilder:validation:MinProperties=1\ninterface Loop { a: string; b?: Pick<Loop, "a"> }';

    expect(await fieldCodes('Loop', types)).toEqual(['type-rules-lost']);
  });
});

test('a type that only shares the names is a new one', async () => {
  expect(await fieldCodes("Record<'min' | 'max', string>", TYPES)).toEqual([]);
  expect(await fieldCodes('Record<keyof Base, string>', TYPES)).toEqual([]);
  expect(await fieldCodes("Base['min']", TYPES)).toEqual([]);
  expect(await fieldCodes("Pick<Ext, 'e'>", TYPES)).toEqual([]);
});

describe("rules of Kubernetes' own types", () => {
  const types =
    "import type { ConfigMapKeySelector, JobSchedulingConfiguration, LocalObjectReference } from 'kbts/k8s';";

  test.each([
    "Pick<LocalObjectReference, 'name'>",
    'Partial<ConfigMapKeySelector>',
    "Omit<ConfigMapKeySelector, 'key'>",
  ])('%s is as atomic as the whole', async (type) => {
    expect(await fieldSchema(type, types)).toMatchObject({ 'x-kubernetes-map-type': 'atomic' });
    expect(await fieldCodes(type, types)).not.toContain('type-rules-lost');
  });

  test('rules that name properties are kept with all properties, and missed without', async () => {
    const whole = await fieldSchema('JobSchedulingConfiguration', types);
    const names = Object.keys(whole?.properties ?? {});
    const rules = whole?.['x-kubernetes-validations'];

    expect(rules).not.toBeUndefined();
    expect((await fieldSchema('Readonly<JobSchedulingConfiguration>', types))?.['x-kubernetes-validations']).toEqual(
      rules,
    );
    expect(await fieldCodes(`Pick<JobSchedulingConfiguration, '${names[0] ?? ''}'>`, types)).toEqual([
      'type-rules-lost',
    ]);
    expect(
      await fieldCodes(
        `Pick<JobSchedulingConfiguration, '${names[0] ?? ''}'>`,
        types,
        '// +kubebuilder:validation:XValidation:rule="true"',
      ),
    ).toEqual([]);
  });
});
