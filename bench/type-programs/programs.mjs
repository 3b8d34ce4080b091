// Type programs as people write them: source of one kind's types each, by name.

const HEAD = "import type { CustomResource, Int32 } from 'kbts/runtime';\n";
const kind = 'export interface Row extends CustomResource<Spec> {}\n';
const fields = (count, make) => Array.from({ length: count }, (_, index) => `  ${make(index)};`).join('\n');
const spec = (text) => `export interface Spec {\n${text}\n}\n`;
const BIG = `interface Big {\n${fields(30, (index) => `f${index}${index % 3 === 0 ? '?' : ''}: ${['string', 'Int32', 'boolean', "'a' | 'b'"][index % 4]}`)}\n}\n`;

/** `type-fest` is what its name says; the others are read without packages. */
export const PROGRAMS = {
  plain: HEAD + BIG + kind + spec(fields(20, (index) => `p${index}: Big`)),
  'utility types':
    HEAD +
    BIG +
    kind +
    spec(
      fields(
        20,
        (index) => `u${index}: Omit<Partial<Required<Pick<Big, 'f0' | 'f1' | 'f${(index % 20) + 2}'>>>, 'f1'>`,
      ),
    ),
  'nested utility types':
    HEAD +
    BIG +
    `type Simplify<T> = { [K in keyof T]: T[K] } & {};\ntype Need<T, K extends keyof T> = Simplify<Omit<T, K> & Required<Pick<T, K>>>;\n${Array.from(
      { length: 12 },
      (_, index) => `type N${index + 1} = Need<${index === 0 ? 'Big' : `N${index}`}, 'f${index * 2}'>;\n`,
    ).join('')}` +
    kind +
    spec('  deep: N12'),
  conditions:
    HEAD +
    BIG +
    `type Strings<T> = { [K in keyof T as T[K] extends string | undefined ? K : never]: T[K] };\ntype Deep<T> = T extends string | number | boolean ? T : { [K in keyof T]?: Deep<T[K]> };\n` +
    kind +
    spec(fields(20, (index) => `c${index}: ${index % 2 === 0 ? 'Strings<Big>' : 'Deep<{ big: Big; name: string }>'}`)),
  templates:
    HEAD +
    `type Level = ${Array.from({ length: 12 }, (_, index) => `'l${index}'`).join(' | ')};\ntype Path = \`\${Level}.\${Level}\`;\ntype Head<T> = T extends \`\${infer First}.\${string}\` ? First : never;\n` +
    kind +
    spec('  path: Path;\n  head: Head<Path>;\n  open: `v${number}.${number}`'),
  'long enums':
    HEAD +
    `export enum Region {\n${fields(400, (index) => `R${index} = 'region-${index}'`).replaceAll(';', ',')}\n}\n` +
    kind +
    spec('  region: Region;\n  some: Exclude<Region, Region.R1>;\n  text: `${Region}`'),
  'deep objects': HEAD + kind + spec(`  deep: ${'{ a: '.repeat(80)}string${' }'.repeat(80)}`),
  unions:
    HEAD +
    `interface Base { name: string }\n${Array.from({ length: 20 }, (_, index) => `interface V${index} { kind: 'v${index}'; own${index}: string; config: { c${index}?: Int32 } }\n`).join('')}type All = ${Array.from({ length: 20 }, (_, index) => `V${index}`).join(' | ')};\n` +
    kind +
    spec("  one: Base & All;\n  some: Exclude<All, { kind: 'v3' }>"),
  'values of constants':
    HEAD +
    `const SIZES = {\n${fields(100, (index) => `s${index}: { cpu: ${index}, name: 'size-${index}' }`).replaceAll(';', ',')}\n} as const;\n` +
    kind +
    spec('  size: keyof typeof SIZES;\n  name: (typeof SIZES)[keyof typeof SIZES]["name"]'),
  'type-fest':
    HEAD +
    "import type * as fest from 'type-fest';\n" +
    BIG +
    kind +
    spec(
      [
        'a: fest.Simplify<Big & { z: string }>',
        "b: fest.SetOptional<Big, 'f1'>",
        "c: fest.SetRequired<Big, 'f0'>",
        "d: fest.Except<Big, 'f1'>",
        'e: fest.Merge<Big, { f1: string }>',
        'f: fest.PartialDeep<{ big: Big; list: Big[] }>',
        'g: fest.RequiredDeep<Big>',
        'h: fest.ReadonlyDeep<Big>',
        'i: fest.ConditionalPick<Big, string>',
        "j: fest.CamelCasedProperties<{ 'foo-bar': string }>",
        "k: fest.RequireExactlyOne<{ a?: string; b?: string }, 'a' | 'b'>",
        "l: fest.LiteralUnion<'a' | 'b', string>",
      ]
        .map((line) => `  ${line};`)
        .join('\n'),
    ),
};

/** A program of one type of type-fest. */
export function programOf(type) {
  const big = 'interface Big { a: string; b?: number; c: { d: string; e?: string[] } }\n';
  return `${HEAD}import type * as fest from 'type-fest';\n${big}${kind}${spec(`  field: fest.${type}`)}`;
}
