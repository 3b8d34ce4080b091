import * as fc from 'fast-check';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { parseExact } from '../../../src/kubernetes/json/parse-exact.js';
import { duration } from '../../../src/runtime/object/duration.js';
import { InvalidCallError } from '../../../src/runtime/object/invalid-call.js';
import { bodyText } from '../../../src/runtime/object/json-body.js';
import { quantity } from '../../../src/runtime/object/quantity.js';
import { roundsOf } from '../../lanes/thorough.js';

class Port {
  readonly number = 80;
}

/** Values that `JSON.stringify` turns into something else, drops or cannot write. */
const ODD: readonly [string, unknown, RegExp][] = [
  ['NaN', Number.NaN, /is NaN, which JSON cannot express/],
  ['Infinity', Number.POSITIVE_INFINITY, /is Infinity/],
  ['-Infinity', Number.NEGATIVE_INFINITY, /is -Infinity/],
  ['a Map', new Map([['a', 1]]), /is a Map/],
  ['a Set', new Set([1]), /is a Set/],
  ['a Date', new Date(0), /is a Date/],
  ['an instance of a class', new Port(), /is a Port/],
  ['an error', new Error('no'), /is an Error/],
  ['a promise', Promise.resolve(1), /is a Promise/],
  ['bytes', Buffer.from('a'), /is a Buffer/],
  ['a boxed string', new String('a'), /is a String/],
  ['a boxed number', new Number(1), /is a Number/],
  ['a regular expression', /a/, /is a RegExp/],
  ['a function', () => 1, /is a function/],
  ['a symbol', Symbol('a'), /is a symbol/],
  ['a bigint', 1n, /is a bigint/],
  ['an object with toJSON', { toJSON: () => 'a' }, /\.toJSON is a function/],
  ['undefined in a list', [1, undefined], /\[1\] is undefined/],
  ['a hole in a list', Array.from({ length: 3 }).fill(0, 0, 2), /\[2\] is undefined/],
  ['half a character', '\ud800', /half of a surrogate pair/],
  ['a name of half a character', { 'a\udc00': 1 }, /half of a surrogate pair in its name/],
];

describe('a value that JSON cannot express is refused with its path', () => {
  test.each(ODD)('%s', (_, value, message) => {
    for (const [body, path] of [
      [{ spec: { field: value } }, /spec\.field/],
      [{ spec: [{ ports: [1, value] }] }, /spec\[0\]\.ports\[1\]/],
      [{ metadata: { labels: { 'a.b/c': value } } }, /metadata\.labels\["a\.b\/c"\]/],
    ] as const) {
      const run = (): string => bodyText(body, 'update');
      expect(run).toThrow(InvalidCallError);
      expect(run).toThrow(message);
      expect(run).toThrow(path);
      expect(run).toThrow(/^update was not sent: /);
    }
  });

  test('a list with a hole', () => {
    const list: number[] = [1];
    list[2] = 3;
    expect(() => bodyText({ list }, 'create')).toThrow(/list\[1\] is undefined/);
  });

  test('an object that contains itself', () => {
    const spec: Record<string, unknown> = { list: [] };
    (spec['list'] as unknown[]).push({ spec });
    expect(() => bodyText({ spec }, 'create')).toThrow(/spec\.list\[0\]\.spec contains itself/);
  });

  test('deeper than any recursion', () => {
    let body: object = { value: Number.NaN };
    for (let depth = 0; depth < 20_000; depth++) body = { a: body };
    expect(() => bodyText(body, 'create')).toThrow(/a\.value is NaN/);
  });
});

describe('everything else is sent as it is', () => {
  test('undefined properties are omitted, objects used twice are written twice', () => {
    const labels = { app: 'a' };
    const body = { a: undefined, b: null, c: [labels, labels], d: -0, e: '😀\\ud800', f: '' };
    expect(bodyText(body, 'create')).toBe(JSON.stringify(body));
  });

  test('quantities and durations, in the notation of Kubernetes', () => {
    const body = { limits: { memory: quantity('1Gi').times(2) }, after: duration('90s') };
    expect(bodyText(body, 'create')).toBe('{"limits":{"memory":"2Gi"},"after":"1m30s"}');
  });

  test('objects without a prototype and of other realms', () => {
    const foreign = runInNewContext('({ list: [{ a: 1 }] })') as object;
    expect(bodyText({ foreign, bare: Object.assign(Object.create(null), { a: 1 }) }, 'create')).toBe(
      '{"foreign":{"list":[{"a":1}]},"bare":{"a":1}}',
    );
  });

  test('numbers beyond 2^53 and deep objects', () => {
    const text = `${'{"a":'.repeat(20_000)}9007199254740993${'}'.repeat(20_000)}`;
    expect(bodyText(parseExact(text) as object, 'create')).toBe(text);
  });
});

test.each([1, 2, 3, 4])('seed %i: a body is refused, or arrives as it was', (seed) => {
  const anything = fc.anything({
    withBigInt: true,
    withBoxedValues: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withNullPrototype: true,
    withTypedArray: true,
    withSparseArray: true,
    maxDepth: 4,
  });
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'binary', maxLength: 4 }), anything), (body) => {
      let text: string;
      try {
        text = bodyText(body, 'create');
      } catch (error) {
        if (error instanceof InvalidCallError) return;
        throw error;
      }
      expect(sameData(JSON.parse(text), body), text).toBe(true);
    }),
    { seed, numRuns: roundsOf('KBTS_BODY_ROUNDS', 20_000, 300) },
  );
});

/** Whether what arrived is what was sent, apart from properties that are undefined, prototypes and the sign of zero. */
function sameData(arrived: unknown, sent: unknown): boolean {
  if (typeof sent !== 'object' || sent === null) return arrived === sent;
  if (typeof arrived !== 'object' || arrived === null || Array.isArray(arrived) !== Array.isArray(sent)) return false;
  const data = sent as Record<string, unknown>;
  const names = Array.isArray(sent) ? Object.keys(arrived) : Object.keys(sent).filter((key) => data[key] !== undefined);
  if (Array.isArray(sent) ? sent.length !== names.length : !Object.keys(arrived).every((key) => names.includes(key)))
    return false;
  return names.every((key) => sameData((arrived as Record<string, unknown>)[key], data[key]));
}
