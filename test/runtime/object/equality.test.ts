import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isEqual, isSatisfiedBy } from '../../../src/runtime/object/equality.js';

describe('isEqual', () => {
  test.each([
    [{ a: 1, b: undefined }, { a: 1 }, true],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [[1, 2], [2, 1], false],
    [[], {}, false],
    [{ a: null }, {}, false],
    [{ a: undefined }, { b: undefined }, true],
    ['1', 1, false],
  ])('%j and %j: %s', (left, right, expected) => {
    expect(isEqual(left, right)).toBe(expected);
  });

  test('agrees with comparing canonical JSON', () => {
    const sorted = (value: unknown): string =>
      JSON.stringify(value, (_, inner: unknown) =>
        typeof inner === 'object' && inner !== null && !Array.isArray(inner)
          ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
          : inner,
      );
    const json = fc.jsonValue({ maxDepth: 3, noUnicodeString: true }).map((value) => JSON.parse(JSON.stringify(value)));
    fc.assert(
      fc.property(json, json, (left: unknown, right: unknown) => {
        expect(isEqual(left, right)).toBe(sorted(left) === sorted(right));
        expect(isEqual(left, JSON.parse(JSON.stringify(left)))).toBe(true);
      }),
    );
  });
});

describe('isSatisfiedBy', () => {
  test.each([
    [{ spec: { replicas: 1 } }, { spec: { replicas: 1, paused: false } }, true],
    [{ spec: { replicas: 2 } }, { spec: { replicas: 1 } }, false],
    [{ list: [{ a: 1 }] }, { list: [{ a: 1, b: 2 }] }, true],
    [{ list: [{ a: 1 }] }, { list: [{ a: 1 }, { a: 2 }] }, false],
    [{ list: [] }, { list: {} }, false],
    [{ a: undefined }, {}, true],
    [{ a: {} }, {}, false],
    [{ toString: 'x' }, {}, false],
  ])('%j is satisfied by %j: %s', (desired, actual, expected) => {
    expect(isSatisfiedBy(desired, actual)).toBe(expected);
  });
});
