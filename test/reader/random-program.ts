/** Random TypeScript types, for tests that must hold for all of them. */
import * as fc from 'fast-check';

const name = fc.constantFrom('A', 'B', 'C', 'D');
const key = fc.constantFrom('x', 'y', 'z', "'my-key'", 'class');
const leaf = fc.constantFrom(
  'string',
  'number',
  'boolean',
  'Int32',
  'Quantity',
  "'a'",
  "'b'",
  '1',
  'null',
  'undefined',
  'never',
  'unknown',
  'any',
  'object',
  'Date',
  'bigint',
  '() => void',
  '`x${number}`',
  'T',
  'Missing',
  'Json',
  'IntOrString',
  'true',
);

/** Types at random, sensible or not. */
const { type } = fc.letrec<{ type: string; object: string }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'type' },
    leaf,
    name,
    tie('object'),
    tie('type').map((inner) => `(${inner})[]`),
    fc.tuple(tie('type'), tie('type')).map(([left, right]) => `(${left}) | (${right})`),
    fc.tuple(tie('type'), tie('type')).map(([left, right]) => `(${left}) & (${right})`),
    fc.tuple(tie('type'), tie('type')).map(([left, right]) => `[${left}, ${right}]`),
    fc
      .tuple(fc.constantFrom('Partial', 'Required', 'Readonly', 'NonNullable', 'Array', 'Uppercase'), tie('type'))
      .map(([utility, inner]) => `${utility}<${inner}>`),
    fc
      .tuple(fc.constantFrom('Record', 'Pick', 'Omit', 'Exclude', 'Extract'), tie('type'), tie('type'))
      .map(([utility, left, right]) => `${utility}<${left}, ${right}>`),
    tie('type').map((inner) => `keyof (${inner})`),
    fc.tuple(tie('type'), tie('type')).map(([left, right]) => `(${left})[${right}]`),
    fc
      .tuple(tie('type'), tie('type'), tie('type'))
      .map(([left, right, other]) => `((${left}) extends (${right}) ? (${other}) : never)`),
    fc.tuple(tie('type'), tie('type')).map(([keys, values]) => `{ [K in ${keys}]: ${values} }`),
    tie('type').map((inner) => `Box<${inner}>`),
  ),
  object: fc
    .array(fc.tuple(key, fc.boolean(), tie('type')), { maxLength: 3 })
    .map(
      (members) =>
        `{ ${members.map(([member, isOptional, inner]) => `${member}${isOptional ? '?' : ''}: ${inner};`).join(' ')} }`,
    ),
}));

/** The text of a types file with one kind, whose field `field` has a type at random. */
export const randomProgram = fc.tuple(fc.array(type, { minLength: 4, maxLength: 4 }), type).map(
  ([types, field]) => `// +groupName=fuzz.kbts.dev

import type { CustomResource, Int32, IntOrString, Json, Quantity } from 'kbts/runtime';
export interface Row extends CustomResource<{ field: ${field}; plain: string }> {}
export interface Box<T> { value: T }
${types.map((definition, index) => `export type ${'ABCD'.charAt(index)} = ${definition};`).join('\n')}
`,
);
