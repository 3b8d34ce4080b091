/** What the generator reads of strangers takes time in line with its length, whatever its shape. */
import { describe, expect, test, vi } from 'vitest';
import { planManifests } from '../../src/commands/manifests/manifests-plan.js';
import { withProjectDefaults } from '../../src/commands/manifests/manifests-defaults.js';
import { UserError } from '../../src/errors.js';
import { MARKERS_BY_NAME } from '../../src/markers/catalogue/catalogue.js';
import { readBlockComment, readDocComment, readLineComment } from '../../src/markers/comment-text.js';
import { describeLines, resolveInlineTags } from '../../src/markers/description.js';
import { lookUp, parseArguments, splitMarker } from '../../src/markers/grammar.js';
import { parseJson } from '../../src/markers/json.js';
import { readTag, readTagValue } from '../../src/markers/tags.js';
import { parseProject, updateProjectText } from '../../src/project/project-file.js';
import { isTooDeep } from '../../src/kubernetes/yaml/depth.js';
import { fromYaml, parseAllDocuments, parseDocument, toYaml } from '../../src/yaml.js';
import { judge, type Shape, tried } from './growth.js';
import { aliasShapes, jsonShapes, repeated } from './shapes.js';

vi.setConfig({ testTimeout: 120_000 });

const texts = { from: 1_000, to: 4_000 };
/** The YAML library and TypeScript take their time. */
const short = { from: 100, to: 200 };
const lines = [
  '+',
  '+a:',
  '+a: ',
  '+kubebuilder:',
  ':',
  '=',
  ' ',
  '\t',
  '*',
  '* ',
  '@',
  '@a ',
  '{@link ',
  '{@link a ',
  '{@link a|',
  '{@',
  '}',
  '"',
  '`',
  "'",
  '\\',
  '(',
  '[',
  '{',
  ')',
  '// ',
  '---',
  '```',
  'TODO',
  'a',
  '0',
  '08',
  '1e',
  '.',
  '-',
  ',',
  ';',
  'a;',
  '{a:',
  'a:1,',
  '\r',
  '\u00a0',
  '#',
];
/** Each of them as a line again and again, or all in one line. */
const commentShapes: readonly Shape<string>[] = [
  ...repeated(lines),
  ...lines.flatMap((word) => [
    {
      name: `lines of ${JSON.stringify(word)}`,
      make: (size: number) => ` * ${word}\n`.repeat(size / (word.length + 4)),
    },
    {
      name: `+a${JSON.stringify(word)}, then an end`,
      make: (size: number) => `+a${word.repeat(size / word.length)} !`,
    },
    {
      name: `+a:${JSON.stringify(word)}, then words`,
      make: (size: number) => ` * +a:b${word.repeat(size / word.length)} c d`,
    },
  ]),
  { name: 'a marker that is never closed', make: (size) => ` * +a:b={\n${' * c\n'.repeat(size / 5)}` },
  { name: 'a marker that is closed late', make: (size) => ` * +a:b={\n${' * c,\n'.repeat(size / 6)} * }\n` },
  { name: 'markers that are never closed', make: (size) => ` * +a:b={\n`.repeat(size / 11) },
  { name: 'open markers between lines', make: (size) => ` * +a:b={\n * c\n`.repeat(size / 16) },
  { name: 'a tag of many lines', make: (size) => ` * @a b\n${' * c\n'.repeat(size / 5)}` },
  { name: 'blanks inside a line', make: (size) => ` * a${' '.repeat(size)}b\n` },
];

describe('comments', () => {
  test('are read', async () => {
    const read = (text: string): void => {
      readDocComment(`/**${text}*/`, 0, text.length + 6);
      readBlockComment(`/*${text}*/`, 0, text.length + 5);
      readLineComment(`//${text.replaceAll('\n', ' ')}`, 0, text.length + 2);
    };
    expect(await judge(read, commentShapes, texts)).toEqual([]);
  });

  test('become descriptions', async () => {
    const describeAll = (text: string): string => resolveInlineTags(describeLines(text.split('\n')));
    const links = [
      '{@link ',
      '{@link a ',
      '{@link a | ',
      '{@linkcode\t',
      '{@link a',
      '{@link a|b}',
      '{@link a b} ',
    ].flatMap((start) =>
      [' ', '|', 'a', '\n', '{', ' |'].map((word) => ({
        name: `${JSON.stringify(start)} and ${JSON.stringify(word)}`,
        make: (size: number) => `${start}${word.repeat(size / word.length)}`,
      })),
    );
    expect(await judge(describeAll, [...commentShapes, ...links], texts)).toEqual([]);
  });

  test('a line of colons is no marker, at once', () => {
    // This one took twice as long with each colon.
    expect(readLineComment(`//+a${':'.repeat(60)} b`, 0, 67).markers).toEqual([]);
  });
});

describe('markers', () => {
  const names = [
    'kubebuilder:default',
    'kubebuilder:validation:Enum',
    'kubebuilder:validation:Pattern',
    'kubebuilder:rbac',
    'kubebuilder:validation:XValidation',
  ];
  const words = [
    'a',
    '"',
    '`',
    "'",
    '\\',
    '\\101',
    '\\x41',
    '{',
    '}',
    '{}',
    '{a:',
    '{a:1},',
    '{a,',
    'a;',
    'a,',
    ';',
    ',',
    ':',
    '=',
    '-',
    '0',
    '9',
    '08',
    '9.',
    '1e9',
    '0x',
    ' ',
    '[',
    '[1,',
    '"a":',
    '"a";',
    'true;',
    'groups=a,',
    'é',
  ];
  const values: readonly Shape<string>[] = [
    ...repeated(words),
    ...words.flatMap((word) =>
      ['"', '{a: '].map((start) => ({
        name: `${start} and ${JSON.stringify(word)}`,
        make: (size: number) => `${start}${word.repeat(size / word.length)}.5"}`,
      })),
    ),
    { name: 'nested maps', make: (size) => `${'{a:'.repeat(size / 40)}1${'}'.repeat(size / 40)}` },
    { name: 'nested lists', make: (size) => `${'{'.repeat(size / 20)}1${'}'.repeat(size / 20)}` },
  ];

  test('are read', async () => {
    for (const name of names) {
      const read = tried((value: string) => {
        const split = splitMarker(`+${name}${name === 'kubebuilder:rbac' ? ':groups' : ''}=${value}`);
        const definition = lookUp(split, MARKERS_BY_NAME);
        return definition && parseArguments(split, definition);
      });
      expect(await judge(read, values, { from: 500, to: 1_000 }), name).toEqual([]);
    }
  });

  test('of JSON and of tags are read', async () => {
    const numbers = ['9.', '9e', '-9', '99,', '9"'].map((end) => ({
      name: `digits and ${end}`,
      make: (size: number) => `[${'9'.repeat(size)}${end}5]`,
    }));
    expect(
      await judge(
        tried(parseJson),
        [...jsonShapes.filter(({ name }) => !/deep|level/.test(name)), ...numbers, ...repeated(words)],
        texts,
      ),
    ).toEqual([]);
    for (const tag of ['minimum', 'pattern', 'cel', 'see', 'default'])
      expect(await judge((text: string) => readTag(tag, text), repeated(words), texts), tag).toEqual([]);
    expect(await judge((text: string) => readTagValue(text, { type: 'string' }), repeated(words), texts)).toEqual([]);
  });
});

describe('YAML', () => {
  const words = [
    'a',
    ' ',
    '\n',
    '- ',
    '-\n',
    ': ',
    'a: ',
    'a: b\n',
    '"',
    "'",
    '{',
    '[',
    '{a: ',
    '&a ',
    '*a ',
    '#',
    '|',
    '>',
    '\t',
    '? ',
    '!!str ',
    '%',
    '---\n',
    '...\n',
    '\r\n',
    '<<: ',
  ];
  const more: readonly Shape<string>[] = [
    ...aliasShapes,
    {
      name: 'lines that are indented more and more',
      make: (size) => Array.from({ length: Math.sqrt(size) }, (_, n) => `${' '.repeat(n)}a:\n`).join(''),
    },
    { name: 'keys', make: (size) => Array.from({ length: size / 8 }, (_, n) => `k${n}: 1\n`).join('') },
    { name: 'equal keys', make: (size) => 'a: 1\n'.repeat(size / 5) },
    { name: 'a folded text', make: (size) => `a: >\n${'  b\n\n'.repeat(size / 5)}` },
    { name: 'a quoted text', make: (size) => `a: "${'\\n\\u0041 '.repeat(size / 9)}"` },
    { name: 'blank lines in quotes', make: (size) => `a: "${'\n'.repeat(size)}"` },
  ];

  test('is read, one document and many', async () => {
    const read = tried((text: string) => {
      parseDocument(text);
      return fromYaml(text);
    });
    expect(await judge(read, [...repeated(words), ...more], short)).toEqual([]);
    expect(await judge((text: string) => parseAllDocuments(text), [...repeated(words), ...more], short)).toEqual([]);
    expect(await judge(isTooDeep, repeated(words), texts)).toEqual([]);
  });

  test('is written', async () => {
    const write = (text: string): string => toYaml({ text, lines: text.split('\n'), [text]: 1 });
    expect(
      await judge(write, repeated(['a', ' ', '\n', ': ', '"', "'", '#', '\\', '\t', '\u0007', '- ', 'a\n', ' \n']), {
        from: 250,
        to: 2_000,
      }),
    ).toEqual([]);
  });
});

describe('PROJECT', () => {
  const good =
    'domain: my.domain\nlayout:\n- typescript.kbts.dev/v1\nprojectName: shop\nversion: "3"\nresources:\n- api:\n    crdVersion: v1\n  controller: true\n  domain: my.domain\n  group: webapp\n  kind: Guestbook\n  version: v1\n';
  const shapes: readonly Shape<string>[] = [
    { name: 'nothing else', make: (size) => `${good}${'\n'.repeat(size)}` },
    { name: 'blanks', make: (size) => `${good}${' '.repeat(size)}\n` },
    { name: 'blank lines', make: (size) => `${good}${'   \n'.repeat(size / 4)}` },
    { name: 'comments', make: (size) => `${good}${'# a\n'.repeat(size / 4)}` },
    { name: 'a long name', make: (size) => good.replace('shop', 'a'.repeat(size)) },
    { name: 'a long domain', make: (size) => good.replaceAll('my.domain', 'a-.'.repeat(size / 3)) },
    { name: 'a long group', make: (size) => good.replace('webapp', 'a.'.repeat(size / 2)) },
    { name: 'equal kinds', make: (size) => good + '- kind: A\n  group: b\n  version: v1\n'.repeat(size / 36) },
    {
      name: 'kinds',
      make: (size) =>
        good + Array.from({ length: size / 40 }, (_, n) => `- kind: A${n}\n  group: b\n  version: v1\n`).join(''),
    },
    {
      name: 'versions of a kind',
      make: (size) =>
        good + Array.from({ length: size / 40 }, (_, n) => `- kind: A\n  group: b\n  version: v${n}\n`).join(''),
    },
    {
      name: 'controllers',
      make: (size) =>
        `${good}  controllers:\n${Array.from({ length: size / 18 }, (_, n) => `  - name: a${n}\n`).join('')}`,
    },
    {
      name: 'spokes',
      make: (size) =>
        `${good}  webhooks:\n    spoke:\n${Array.from({ length: size / 14 }, (_, n) => `    - v${n}\n`).join('')}`,
    },
    {
      name: 'plug-ins',
      make: (size) => `${good}plugins:\n${Array.from({ length: size / 12 }, (_, n) => `  p${n}: {}\n`).join('')}`,
    },
    {
      name: 'unknown fields',
      make: (size) => Array.from({ length: size / 10 }, (_, n) => `f${n}: x\n`).join('') + good,
    },
  ];

  test('is read and written', async () => {
    const read = (text: string): void => {
      try {
        updateProjectText(text, { ...parseProject(text), multigroup: true });
      } catch (error) {
        expect(error).toBeInstanceOf(UserError);
      }
    };
    expect(
      await judge(read, [...shapes, ...repeated(['a', ' ', '\n', '- ', 'a: ', '"', '{', '# ', '\t'])], {
        from: 250,
        to: 2_000,
      }),
    ).toEqual([]);
    expect(
      await judge(
        tried((text: string) => withProjectDefaults({}, text)),
        shapes,
        short,
      ),
    ).toEqual([]);
  });
});

describe('sources', () => {
  const source = (spec: string, before = ''): string =>
    `import type { CustomResource } from 'kbts/runtime';\n${before}\nexport interface ASpec {\n${spec}\n}\n// +kubebuilder:object:root=true\nexport type A = CustomResource<ASpec>;\n`;
  const many = (count: number, one: (n: number) => string, between = ''): string =>
    Array.from({ length: count }, (_, n) => one(n)).join(between);
  const shapes: readonly Shape<string>[] = [
    { name: 'fields', make: (n) => source(many(n, (one) => `f${one}: string;\n`)) },
    { name: 'a union', make: (n) => source(`a: ${many(n, (one) => `'v${one}'`, ' | ')};`) },
    {
      name: 'a named union',
      make: (n) => source('a: U; b: U[];', `export type U = ${many(n, (one) => `'v${one}'`, ' | ')};`),
    },
    {
      name: 'an enum',
      make: (n) => source('a: E;', `export enum E { ${many(n, (one) => `A${one} = 'v${one}'`, ', ')} }`),
    },
    {
      name: 'types',
      make: (n) =>
        source(
          many(n, (one) => `f${one}: T${one};\n`),
          many(n, (one) => `export interface T${one} { a: string }\n`),
        ),
    },
    { name: 'comments', make: (n) => source(`a: string;\n${many(n, () => '// words\n')}b: string;`) },
    { name: 'a long comment', make: (n) => source(`/** ${many(n, () => 'words words\n * ')}*/\na: string;`) },
    {
      name: 'markers',
      make: (n) => source(`${many(n, (one) => `// +kubebuilder:validation:MaxLength=${one}\n`)}a: string;`),
    },
    {
      name: 'unknown markers',
      make: (n) => source(`${many(n, (one) => `// +kubebuilder:nothing${one}\n`)}a: string;`),
    },
    {
      name: 'rules',
      make: (n) =>
        source(`${many(n, (one) => `// +kubebuilder:validation:XValidation:rule="self != '${one}'"\n`)}a: string;`),
    },
    {
      name: 'values of an enum marker',
      make: (n) => source(`// +kubebuilder:validation:Enum=${many(n, (one) => `v${one}`, ';')}\na: string;`),
    },
  ];

  test('become manifests', async () => {
    const group = `// +kubebuilder:object:generate=true\n// +groupName=a.b\nexport const groupVersion = { group: 'a.b', version: 'v1' };\n`;
    const plan = (text: string): Promise<unknown> =>
      planManifests({
        root: '/nonexistent/project',
        overlay: new Map([
          ['src/api/v1/groupversion.ts', group],
          ['src/api/v1/a.types.ts', text],
        ]),
      });
    expect(await judge(tried(plan), shapes, { from: 40, to: 40 })).toEqual([]);
  });
});
