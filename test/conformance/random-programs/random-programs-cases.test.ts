/** Named types, each as TypeScript says or refused with a place and a remedy; and the table in the book. */
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import type { JsonSchema } from '../../../src/model/schema.js';
import { read } from '../../reader/read-source.js';
import { CASES, type TypeCase } from './cases.js';
import { expectedOf } from './expected.js';
import { judge, ts } from './judge.js';
import { observedOf } from './observed.js';

const PAGE = 'docs/book/computed-types.md';
const rows = new Map<TypeCase, string>();

function body({ type, declarations = '' }: TypeCase): string {
  return `export interface Row extends CustomResource<Spec> {}\nexport interface Spec {\nfield: ${type};\n}\n${declarations}\n`;
}

async function schemaOf(
  given: TypeCase,
): Promise<{ schema: JsonSchema; isRequired: boolean; errors: readonly (string | undefined)[][] }> {
  const { model, diagnostics } = await read(body(given));
  const spec = model.kinds[0]?.schema.properties?.['spec'];
  const errors = diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ message, fix, position }) => [message, fix, position?.file]);
  return { schema: spec?.properties?.['field'] ?? {}, isRequired: spec?.required?.includes('field') === true, errors };
}

const title = ({ type, declarations }: TypeCase): string =>
  `${type}${declarations === undefined ? '' : ' of '}${declarations ?? ''}`;

test.each(CASES.filter(({ isRefused }) => isRefused !== true).map((given) => [title(given), given] as const))(
  '%s',
  async (_, given) => {
    const head = "import type { CustomResource } from 'kbts/runtime';\n";
    const judged = judge(head + body(given));
    const symbol = judged.fields.get('field');
    if (symbol === undefined) throw new Error('no field');
    const found = judged.checker.getTypeOfSymbolAtLocation(symbol, judged.node);
    const { schema, isRequired, errors } = await schemaOf(given);
    rows.set(given, given.isJudged === false ? 'its data, without code' : 'as TypeScript says');

    expect(errors).toEqual([]);
    if (given.isJudged === false) return;
    expect(observedOf(schema)).toEqual(expectedOf(judged, [found]));
    expect(isRequired).toBe(
      !(found.isUnion() ? found.types : [found]).some(({ flags }) => (flags & ts.TypeFlags.Undefined) !== 0),
    );
  },
);

test.each(CASES.filter(({ isRefused }) => isRefused === true).map((given) => [title(given), given] as const))(
  '%s is refused with a place and a remedy',
  async (_, given) => {
    const { errors } = await schemaOf(given);
    rows.set(given, `refused: ${errors[0]?.[1] ?? ''}`);

    expect(errors).toEqual([[expect.any(String), expect.any(String), 'src/v1/types.ts']]);
  },
);

afterAll(() => {
  if (process.env['UPDATE_DOCS'] !== undefined) writeFileSync(PAGE, page());
});

test('the book has this table', () => {
  if (process.env['UPDATE_DOCS'] === undefined) expect(readFileSync(PAGE, 'utf8')).toBe(page());
});

function page(): string {
  const cell = (text: string): string => `\`\` ${text.replaceAll(/\s+/g, ' ')} \`\``.replaceAll('|', '\\|');
  const groups = [...new Set(CASES.map(({ group }) => group))];
  const table = (group: string): string =>
    [
      `## ${group.charAt(0).toUpperCase()}${group.slice(1)}`,
      '',
      '| type | with | schema |',
      '| --- | --- | --- |',
      ...CASES.filter((given) => given.group === group).map(
        (given) =>
          `| ${cell(given.type)} | ${given.declarations === undefined ? '' : cell(given.declarations)} | ${(rows.get(given) ?? '').replaceAll('|', '\\|')} |`,
      ),
    ].join('\n');
  return `<!-- Made by test/conformance/random-programs/random-programs-cases.test.ts (UPDATE_DOCS=1). DO NOT EDIT. -->

# Computed types

Interfaces, literals, lists, maps and plain generics are read as they are written. Types that are computed (conditions, mapped types, indexed access, templates, types of other packages) are what TypeScript says they are: where
their meaning is not certain from what is written, \`kbts manifests\` asks TypeScript's own checker. Docs, markers and aliases come from the declarations. A type that has no schema is an error with a place and a remedy; nothing is guessed.

Where the checker forgets which alias a type came from, and the alias has markers, that is an error as well: write the alias itself, or repeat the markers on the field.

A template literal type with open parts becomes a pattern that takes what TypeScript takes: each \`\${…}\` ends where the next text is found first, so \`\${string}-\${number}\` takes \`a-1\` and not \`a-b-1\`. Two things are left out on purpose: strings with line ends,
and numbers that are not written like \`-12.5\` (TypeScript takes \`1e3\`, \`0x10\` and \`.5\` as well).

Markers about a whole type, such as \`XValidation\` and \`MinProperties\`, are kept by a computed type that has all its properties with the same types and presence (\`Readonly<T>\`, \`Simplify<T>\`, \`Pick\` of all names). Others (\`Partial<T>\`, \`Omit<T, 'a'>\`) do not have them,
because a rule may name a property that is missing there. The warning \`type-rules-lost\` says so; repeat the marker, in the form that fits, on an alias of the computed type or on the field.

Indexed access takes what the markers of the property say about its values: \`Server['port']\` has the bounds of \`port\`, \`Server['names'][number]\` what \`items:\` markers say. The default, the docs and the presence are those of the field. Where only a part of a union is taken, the markers
of the whole do not hold, and the same warning says so. It also says so where TypeScript forgets which property a type came from (\`Awaited<Promise<Server['port']>>\`, type-fest's \`Get<Server, 'port'>\`, the return type of a function): write \`Server['port']\` itself, or repeat the markers on the field. And it says so where a type is computed from an alias and its rules do not fit any more (\`Exclude<Mode, 'b'>\`, \`Name & string\`, \`Tags[number]\`).

${groups.map(table).join('\n\n')}
`;
}
