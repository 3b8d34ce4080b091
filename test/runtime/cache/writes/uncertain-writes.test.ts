import { beforeEach, expect, test } from 'vitest';
import { type ReadScope, UncertainWrites } from '../../../../src/runtime/cache/writes/uncertain-writes.js';

let version: string | undefined;
let writes: UncertainWrites;

beforeEach(() => {
  version = '100';
  writes = new UncertainWrites(() => version);
});

const all: ReadScope = { namespace: undefined };
const ns: ReadScope = { namespace: 'ns' };
const other: ReadScope = { namespace: 'other' };
const object: ReadScope = { key: 'ns/a' };
const isIn = (scope: ReadScope): boolean => writes.in(scope) !== undefined;

test.each<[string, ReadScope, Record<string, boolean>]>([
  ['one object', object, { all: true, ns: true, other: false, object: true }],
  ['a namespace', ns, { all: true, ns: true, other: false, object: false }],
  ['all', all, { all: true, ns: true, other: true, object: false }],
])('§17.3 what is unknown of %s concerns reads that would show it', (_what, scope, expected) => {
  writes.add(scope);

  expect({ all: isIn(all), ns: isIn(ns), other: isIn(other), object: isIn(object) }).toEqual(expected);
});

test('asking alone settles nothing; an answer does', () => {
  writes.add(object);
  const doubt = writes.in(object);

  expect(isIn(object)).toBe(true);
  doubt?.settle();

  expect(isIn(object)).toBe(false);
});

test('§17.3.8 an answer about one namespace leaves what is unknown of others', () => {
  writes.add(ns);
  writes.add(other);
  writes.in(ns)?.settle('105');

  expect([isIn(ns), isIn(other)]).toEqual([false, true]);
});

test('an answer about a part settles the whole when the store has reached its version', () => {
  writes.add(all);
  writes.in(ns)?.settle('105');
  expect([isIn(ns), isIn(all)]).toEqual([true, true]);

  version = '105';

  expect([isIn(ns), isIn(all)]).toEqual([false, false]);
});

test('a write that became uncertain after the question is not settled by its answer', () => {
  writes.add(object);
  const doubt = writes.in(object);
  writes.add(object);
  doubt?.settle();

  expect(isIn(object)).toBe(true);
});

test('an answer without a version settles at once', () => {
  writes.add(object);
  writes.in(ns)?.settleAt(undefined);

  expect(isIn(object)).toBe(false);
});
