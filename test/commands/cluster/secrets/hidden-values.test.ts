import { describe, expect, test } from 'vitest';
import { hideValues, valuesOfSecret } from '../../../../src/commands/cluster/secrets/hidden-values.js';
import type { KubeObject } from '../../../../src/runtime/object/meta.js';

describe('hideValues', () => {
  test('hides long values inside words, and longer ones first', () => {
    expect(hideValues('got &{hunter2hunter2x}', ['hunter2hunter2', 'hunter2hunter2x'])).toBe('got &{[hidden]}');
  });
  test('hides short values as whole words only', () => {
    expect(hideValues('password: pass, "pass"', ['pass'])).toBe('password: [hidden], "[hidden]"');
  });
  test('leaves values of one or two letters alone, as the message would be gone', () => {
    expect(hideValues('a key must be a b', ['a', 'b', ''])).toBe('a key must be a b');
  });
  test('takes values literally', () => {
    expect(hideValues('got $&.*(secret)', ['$&.*(secret)'])).toBe('got [hidden]');
  });
});

describe('valuesOfSecret', () => {
  const secretOf = (rest: object) =>
    valuesOfSecret({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'database' }, ...rest });

  test('knows data in both forms', () => {
    const encoded = Buffer.from('hunter2hunter2').toString('base64');
    expect(secretOf({ data: { password: encoded } })).toEqual(expect.arrayContaining([encoded, 'hunter2hunter2']));
    expect(secretOf({ stringData: { password: 'hunter2hunter2' } })).toEqual(expect.arrayContaining([encoded]));
  });
  test('knows what is in the wrong place', () => {
    expect(secretOf({ data: 'one', stringData: ['two', { three: 4_444 }], type: ['five'] })).toEqual(
      expect.arrayContaining(['one', 'two', '4444', 'five']),
    );
  });
  test('keeps keys readable, except those that cannot be keys', () => {
    const values = secretOf({ stringData: { password: 'x', 'line of a key': 'y' } });
    expect(values).not.toContain('password');
    expect(values).toContain('line of a key');
  });
  test('shows its name, and everything of other kinds', () => {
    expect(secretOf({})).toEqual([]);
    const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { a: 'value' } } as KubeObject;
    expect(valuesOfSecret(map)).toEqual([]);
  });
});
