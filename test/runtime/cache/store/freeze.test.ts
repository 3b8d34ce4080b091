import { expect, test } from 'vitest';
import { deepFreeze } from '../../../../src/runtime/cache/store/freeze.js';

test('freezes everything inside, lists and null included', () => {
  const frozen = deepFreeze({ spec: { ports: [{ port: 80 }], nothing: null } });

  expect(() => (frozen.spec.ports[0]!.port = 81)).toThrow(TypeError);
  expect(() => frozen.spec.ports.push({ port: 1 })).toThrow(TypeError);
});

test('returns values that cannot be frozen as they are', () => {
  expect(deepFreeze(undefined)).toBeUndefined();
  expect(deepFreeze('text')).toBe('text');
});

test('freezes what is nested deeper than the stack', () => {
  const depth = 100_000;
  const deep = JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as unknown[];

  deepFreeze(deep);

  let inner: unknown = deep;
  while (Array.isArray(inner) && inner.length > 0) inner = inner[0];
  expect(Object.isFrozen(inner)).toBe(true);
});
