import { describe, expect, test } from 'vitest';
import { conditionFor, expressionOf, holds } from '../../../src/ship/chart/condition.js';
import type { Feature } from '../../../src/ship/chart/features.js';

const sets = (...lists: Feature[][]) => lists.map((list) => new Set(list));

describe('conditionFor', () => {
  test.each<[string, Feature[][], Feature[][], string]>([
    ['always', [[], ['metrics']], [], 'true'],
    ['a feature', [['metrics'], ['metrics', 'certManager']], [[], ['certManager']], '.Values.metrics.enabled'],
    ['a feature that is off', [[]], [['certManager']], 'not .Values.certManager.enabled'],
    [
      'two features',
      [['metrics', 'networkPolicy']],
      [[], ['metrics'], ['networkPolicy']],
      'and .Values.metrics.enabled .Values.networkPolicy.enabled',
    ],
    [
      'one of two',
      [['metrics'], ['networkPolicy'], ['metrics', 'networkPolicy']],
      [[]],
      'or .Values.metrics.enabled .Values.networkPolicy.enabled',
    ],
  ])('%s', (_, inside, outside, expression) => {
    expect(expressionOf(conditionFor(sets(...inside), sets(...outside)))).toBe(expression);
  });

  test('every pattern of three features is told exactly', () => {
    const all: Feature[] = ['metrics', 'networkPolicy', 'certManager'];
    const subsets = Array.from(
      { length: 8 },
      (_, bits) => new Set(all.filter((_feature, index) => bits & (1 << index))),
    );
    for (let pattern = 1; pattern < 256; pattern++) {
      const inside = subsets.filter((_, index) => pattern & (1 << index));
      const outside = subsets.filter((_, index) => !(pattern & (1 << index)));
      const condition = conditionFor(inside, outside);
      expect(subsets.filter((on) => holds(condition, on))).toEqual(inside);
    }
  });
});
