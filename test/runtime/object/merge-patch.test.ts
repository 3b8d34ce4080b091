import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isEqual } from '../../../src/runtime/object/equality.js';
import { parseExact } from '../../../src/kubernetes/json/parse-exact.js';
import { stringifyExact } from '../../../src/kubernetes/json/stringify-exact.js';
import { applyMergePatch, diffMergePatch } from '../../../src/runtime/object/merge-patch.js';

describe('4.4 merge patches', () => {
  test.each([
    [{ a: 1 }, { a: 1 }, undefined],
    [{ a: 1 }, { a: 2 }, { a: 2 }],
    [{ a: 1 }, {}, { a: null }],
    [{ a: 1 }, { a: undefined }, { a: null }],
    [{ a: [1, 2] }, { a: [1] }, { a: [1] }],
    [{ a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, { a: { c: 3 } }],
    [{ a: { b: 1 } }, { a: 'x' }, { a: 'x' }],
    [{}, { a: undefined }, undefined],
  ])('§4.4.1 from %j to %j: %j', (before, after, patch) => {
    expect(diffMergePatch(before, after)).toEqual(patch);
  });

  test('keys called __proto__ are data', () => {
    const before = JSON.parse('{"data":{"__proto__":"a"}}');
    const after = JSON.parse('{"data":{"__proto__":"b"}}');

    const patch = diffMergePatch(before, after);

    expect(JSON.stringify(patch)).toBe('{"data":{"__proto__":"b"}}');
    expect(JSON.stringify(applyMergePatch(before, patch))).toBe(JSON.stringify(after));
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });

  test('whole numbers beyond 2^53 are applied digit by digit', () => {
    const before = parseExact('{"a":9007199254740993,"b":{"c":1}}');
    const patch = parseExact('{"a":9007199254740992,"b":{"c":9007199254740995}}');

    const result = applyMergePatch(before, patch) as { b: object };

    expect(stringifyExact(result)).toBe('{"a":9007199254740992,"b":{"c":9007199254740995}}');
  });

  test('§4.4.1 §20.1.3 applying the difference gives the result, whatever the objects', () => {
    // A merge patch cannot set null, so values are without it.
    const leaf = fc.oneof(fc.integer(), fc.string(), fc.boolean());
    const { tree } = fc.letrec((tie) => ({
      tree: fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.oneof(leaf, fc.array(leaf), tie('tree')), { maxKeys: 3 }),
    }));
    fc.assert(
      fc.property(tree, tree, (before, after) => {
        const patch = diffMergePatch(before, after);

        expect(isEqual(applyMergePatch(before, patch ?? {}), after)).toBe(true);
      }),
    );
  });
});
