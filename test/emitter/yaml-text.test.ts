import * as fc from 'fast-check';
import { parse } from 'yaml';
import { expect, test } from 'vitest';
import { YamlWriter } from '../../src/emitter/yaml-text.js';

const write = (value: object): string => new YamlWriter().document(value as Record<string, unknown>);

test('sorts keys, keeps lists unindented and uses literal blocks', () => {
  expect(write({ b: ['x', { c: 1, a: [] }], a: { t: 'one\ntwo' }, e: {}, m: 9_007_199_254_740_993n })).toBe(
    ['a:', '  t: |-', '    one', '    two', 'b:', '- x', '- a: []', '  c: 1', 'e: {}', 'm: 9007199254740993', ''].join(
      '\n',
    ),
  );
});

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    'true',
    'on',
    'y',
    'E0',
    'NO',
    '1',
    '1e3',
    '0x1',
    '1:20',
    '~',
    'null',
    '',
    ' a',
    'a ',
    'a: b',
    'a #b',
    '- a',
    '*',
    '&a',
    '!x',
    '%',
    '@',
    '{',
    '[',
    "it's",
    '"q"',
    'a\nb',
    'a\n b\n',
    '\n',
    'a\n\n',
    '2026-01-01',
    '.5',
    '.inf',
    '=',
    '<<',
    '?',
    'a:',
    '#',
    '|',
    '>',
  ),
);
const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.integer(),
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(
      text.filter((key) => key !== '__proto__'),
      tie('value'),
      { maxKeys: 3 },
    ),
  ),
})).value;

test.each(['1.1', '1.2'] as const)('YAML %s readers read back exactly what was written', (version) => {
  fc.assert(
    fc.property(
      fc.dictionary(
        text.filter((key) => key !== '__proto__'),
        value,
        { maxKeys: 4 },
      ),
      (document) => {
        const plain = JSON.parse(JSON.stringify(document)) as object;

        expect(parse(write(plain), { version, merge: false, uniqueKeys: false }) ?? {}).toEqual(plain);
      },
    ),
    { numRuns: 400 },
  );
});

test('writes a shared subtree the same at every depth', () => {
  const shared = Object.freeze({ x: 'a\nb', y: ['c'] });

  expect(parse(write({ a: shared, b: { c: shared, d: [shared, shared] } }))).toEqual({
    a: shared,
    b: { c: shared, d: [shared, shared] },
  });
});
