import { describe, expect, expectTypeOf, test } from 'vitest';
import { type ConditionOf, conditions } from '../../../src/runtime/object/conditions.js';
import type { Condition } from '../../../src/runtime/object/meta.js';

const at = (time: string) => () => new Date(time);
const ready = { type: 'Ready', status: 'True', reason: 'Up', message: '' } as const;

describe('8.4 conditions', () => {
  test('§8.4.1 an absent condition is added with the present second', () => {
    const list: Condition[] = [];

    expect(conditions.set(list, ready, at('2026-01-01T00:00:00.789Z'))).toBe(true);
    expect(list).toEqual([{ ...ready, lastTransitionTime: '2026-01-01T00:00:00Z' }]);
  });

  test('§8.4.3 the same condition again changes nothing', () => {
    const list: Condition[] = [];
    conditions.set(list, ready, at('2026-01-01T00:00:00Z'));

    expect(conditions.set(list, ready, at('2026-02-01T00:00:00Z'))).toBe(false);
    expect(list[0]?.lastTransitionTime).toBe('2026-01-01T00:00:00Z');
  });

  test('§8.4.2 another reason keeps the time, even when one is given', () => {
    const list: Condition[] = [];
    conditions.set(list, ready, at('2026-01-01T00:00:00Z'));

    const changed = conditions.set(list, { ...ready, reason: 'Better', lastTransitionTime: '2027-01-01T00:00:00Z' });

    expect(changed).toBe(true);
    expect(list[0]).toMatchObject({ reason: 'Better', lastTransitionTime: '2026-01-01T00:00:00Z' });
  });

  test('§8.4.3 the observed generation is that of the newest observation, also when it says none', () => {
    const list: Condition[] = [];
    conditions.set(list, { ...ready, observedGeneration: 3 });

    expect(conditions.set(list, { ...ready, observedGeneration: 4 })).toBe(true);
    expect(conditions.set(list, { ...ready, observedGeneration: 4 })).toBe(false);
    expect(conditions.set(list, ready)).toBe(true);
    expect(list[0]).not.toHaveProperty('observedGeneration');
  });

  test('§8.4.2 another status moves the time', () => {
    const list: Condition[] = [];
    conditions.set(list, ready, at('2026-01-01T00:00:00Z'));

    conditions.set(list, { ...ready, status: 'False', reason: 'Down' }, at('2026-03-01T00:00:00Z'));

    expect(list[0]).toMatchObject({ status: 'False', lastTransitionTime: '2026-03-01T00:00:00Z' });
  });

  test('reads and removes by type', () => {
    const list: Condition[] = [];
    conditions.set(list, ready);

    expect([conditions.isTrue(list, 'Ready'), conditions.isFalse(list, 'Ready')]).toEqual([true, false]);
    expect(conditions.isTrue(undefined, 'Ready')).toBe(false);
    expect(conditions.remove(list, 'Ready')).toBe(true);
    expect(conditions.remove(list, 'Ready')).toBe(false);
    expect(conditions.get(list, 'Ready')).toBeUndefined();
  });

  test('conditions of built-in kinds can be read, whatever states those kinds may invent', () => {
    const podConditions: { type: string; status: 'True' | 'False' | (string & {}) }[] = [
      { type: 'Ready', status: 'True' },
    ];

    expect(conditions.isTrue(podConditions, 'Ready')).toBe(true);
    expect(conditions.isFalse(podConditions, 'Ready')).toBe(false);
  });

  test('a list of named conditions accepts those names only', () => {
    const list: ConditionOf<'Ready' | 'Degraded'>[] = [];

    expectTypeOf(conditions.get<ConditionOf<'Ready' | 'Degraded'>>)
      .parameter(1)
      .toEqualTypeOf<'Ready' | 'Degraded'>();
    // @ts-expect-error there is no such condition
    conditions.isTrue(list, 'Redy');
  });

  test.each([
    [{ ...ready, type: '' }, 'type'],
    [{ ...ready, type: 'x'.repeat(317) }, 'type'],
    [{ ...ready, status: 'Yes' as 'True' }, 'status "Yes"'],
    [{ ...ready, reason: 'not one word' }, 'reason'],
    [{ ...ready, reason: '' }, 'reason'],
    [{ ...ready, message: 'x'.repeat(32_769) }, 'message'],
  ])('§8.4.4 refuses what the API server would refuse: %j', (condition, message) => {
    expect(() => conditions.set([] as Condition[], condition)).toThrow(message);
  });
});
