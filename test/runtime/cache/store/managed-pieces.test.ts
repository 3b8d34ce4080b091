import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutPieces, endOf, restorePieces } from '../../../../src/runtime/cache/store/managed-pieces.js';
import { SharedFields } from '../../../../src/runtime/cache/store/shared-fields.js';
import { seedOf } from '../../../lanes/seed.js';

const seed = seedOf('KBTS_PIECES_SEED');

/** Names and values as servers write them, as users may, and as an attacker would. */
const name = fc.constantFrom(
  'f:spec',
  'f:status',
  'f:metadata',
  'f:a"b',
  'f:\\',
  '.',
  'fieldsV1',
  '__proto__',
  '0',
  'x"fieldsV1',
);
const leaf = fc.oneof(
  fc.constant({}),
  fc.constant(0),
  fc.constant('"fieldsV1":{"f:spec":{'),
  fc.constant('9007199254740993'),
  fc.string(),
  fc.constant(null),
);
const tree = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.dictionary(fc.oneof(name, fc.constant('k:{"name":"a","port":8080}'), fc.string()), tie('node'), { maxKeys: 4 }),
    fc.array(tie('node'), { maxLength: 3 }),
  ),
})).node;
const fields = fc.dictionary(
  name,
  fc.oneof(tree, fc.constant({ 'f:containers': { 'k:{"name":"main"}': { '.': {} } } })),
);
const event = fc.record({
  type: fc.constantFrom('ADDED', 'MODIFIED', 'BOOKMARK', 'ERROR'),
  object: fc.record(
    {
      metadata: fc.record(
        { name: fc.string(), managedFields: fc.oneof(fc.array(fc.record({ fieldsV1: fc.oneof(fields, tree) })), tree) },
        { requiredKeys: ['name'] },
      ),
      spec: tree,
      fieldsV1: fields,
    },
    { requiredKeys: ['metadata'] },
  ),
});

test('what a line says is what JSON.parse makes of it, whatever was read before', () => {
  fc.assert(
    fc.property(fc.array(event, { minLength: 1, maxLength: 6 }), (events) => {
      const shared = new SharedFields();
      for (const line of [...events, ...events].map((one) => JSON.stringify(one)))
        expect(JSON.stringify(shared.parse(line))).toBe(JSON.stringify(JSON.parse(line)));
    }),
    { seed, numRuns: 2000 },
  );
});

test('a piece is cut once and comes back whole', () => {
  const spec = '{"f:containers":{"k:{\\"name\\":\\"a\\"}":{".":{}}}}';
  const line = `{"metadata":{"managedFields":[{"fieldsV1":{"f:spec":${spec},"f:status":{}}}]}}`;

  const cut = cutPieces(line, 'mark', (key, text, start) =>
    key === 'f:spec' ? { text: text.slice(start, endOf(text, start)), tree: JSON.parse(spec) } : undefined,
  );
  const object: unknown = JSON.parse(cut?.text ?? '');

  expect(cut?.text).toBe('{"metadata":{"managedFields":[{"fieldsV1":{"f:spec":"mark0","f:status":{}}}]}}');
  expect(restorePieces(object, 'mark', cut?.trees ?? [])).toBe(true);
  expect(object).toEqual(JSON.parse(line));
});

test('pieces outside of managed fields are not taken for them', () => {
  const object: unknown = JSON.parse('{"metadata":{"managedFields":[]},"fieldsV1":{"f:spec":"mark0"}}');

  expect(restorePieces(object, 'mark', [{}])).toBe(false);
});

test('what does not end has no end', () => {
  expect(endOf('{"a":{}', 0)).toBeUndefined();
  expect(endOf('{"a":"}', 0)).toBeUndefined();
  expect(endOf('{"a":"\\"}"}x', 0)).toBe(11);
});
