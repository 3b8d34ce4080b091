import { expect, test } from 'vitest';
import { fieldCodes, read } from '../reader/read-source.js';

const rule = (text: string): string => `// +kubebuilder:validation:XValidation:rule=${JSON.stringify(text)}`;
const EACH_AGAINST_EACH = 'self.all(x, self.exists_one(y, x == y))';

test('a rule over an endless list is refused, and the message says what to limit', async () => {
  const { diagnostics, files } = await read(
    `export interface Row extends CustomResource<Spec> {}\nexport interface Spec {\n${rule(EACH_AGAINST_EACH)}\na?: string[];\n}\n`,
  );

  expect(files).toEqual([]);
  expect(diagnostics).toMatchObject([
    {
      code: 'cel-cost',
      severity: 'error',
      message: expect.stringContaining('more than 100 times') as string,
      fix: expect.stringContaining('set maxItems of spec.a, maxLength of spec.a[];') as string,
    },
  ]);
});

test('the same rule with limits is fine', async () => {
  const limits = '// +kubebuilder:validation:MaxItems=50\n// +kubebuilder:validation:items:MaxLength=20\n';

  expect(await fieldCodes('string[]', '', limits + rule(EACH_AGAINST_EACH))).toEqual([]);
});

test('a rule of items counts as often as there are items', async () => {
  const items = `${rule("self.name.contains('x')")}\nexport interface Item {\nname: string }`;

  expect(await fieldCodes('Item[]', items)).toEqual(['cel-cost']);
  expect(await fieldCodes('Item[]', items, '// +kubebuilder:validation:MaxItems=9')).toEqual([]);
});

test('rules that are cheap one by one can be too much together', async () => {
  const list = (index: number): string =>
    `${rule('self.all(x, x.n > 1)')}\n// +kubebuilder:validation:MaxItems=1100000\nlist${index}?: { n: Int32 }[];`;
  const source = (count: number): string =>
    `export interface Row extends CustomResource<Spec> {}\nexport interface Spec {\n${Array.from({ length: count }, (_, index) => list(index)).join('\n')}\n}\n`;

  expect((await read(source(3))).diagnostics).toEqual([]);
  expect((await read(source(16))).diagnostics).toMatchObject([
    { code: 'cel-cost', message: expect.stringContaining('all rules') as string },
  ]);
});

test('a rule that does not parse is reported once', async () => {
  expect(await fieldCodes('string[]', '', rule('self.all(x,'))).toEqual(['cel-syntax']);
});

test.each(['Json', 'Json[]', 'Record<string, unknown>'])('a rule on %s sees nothing', async (type) => {
  expect(await fieldCodes(type, '', rule('true'))).toEqual(['schema-no-type']);
});
