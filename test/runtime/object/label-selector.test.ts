import { describe, expect, test } from 'vitest';
import {
  formatLabelSelector,
  labelMatcher,
  type LabelSelectorInput,
  requirementsOf,
} from '../../../src/runtime/object/label-selector.js';

describe('label selectors', () => {
  test.each<[LabelSelectorInput, string]>([
    [{ app: 'web', tier: 'a' }, 'app=web,tier=a'],
    [{ matchLabels: { app: 'web' } }, 'app=web'],
    [{ matchExpressions: [{ key: 'a', operator: 'In', values: ['y', 'x'] }] }, 'a in (x,y)'],
    [{ matchExpressions: [{ key: 'a', operator: 'NotIn', values: ['x'] }] }, 'a!=x'],
    [{ matchExpressions: [{ key: 'a', operator: 'Exists' }] }, 'a'],
    [{ matchExpressions: [{ key: 'a', operator: 'DoesNotExist' }] }, '!a'],
    [{ matchLabels: 'odd' }, 'matchLabels=odd'],
    [' a in (b, c), d ', 'a in (b, c), d'],
    [{}, ''],
  ])('%j is sent as %j', (selector, expected) => {
    expect(formatLabelSelector(selector)).toBe(expected);
  });

  test.each<[LabelSelectorInput, Record<string, string> | undefined, boolean]>([
    ['app=web', { app: 'web' }, true],
    ['app==web', { app: 'db' }, false],
    ['app!=web', undefined, true],
    ['app!=web', { app: 'web' }, false],
    ['app in (web, db),!old', { app: 'db' }, true],
    ['app in (web, db),!old', { app: 'db', old: '' }, false],
    ['app notin (web)', { app: 'db' }, true],
    ['app notin (web)', {}, true],
    ['app', { app: '' }, true],
    ['app=', { app: '' }, true],
    ['a.b/c=d', { 'a.b/c': 'd' }, true],
    ['', { x: 'y' }, true],
    ['constructor', {}, false],
    ['n>9', { n: '10' }, true],
    ['n<9', { n: '10' }, false],
  ])('%j on %j: %s', (selector, labels, expected) => {
    expect(labelMatcher(selector)(labels)).toBe(expected);
  });

  test.each(['a in b', 'a=b c', '=x', 'a>x', 'a=-'])('refuses %j and quotes it', (selector) => {
    expect(() => requirementsOf(selector)).toThrow(selector);
  });

  test('an expression must have values exactly when its operator needs them', () => {
    expect(() => requirementsOf({ matchExpressions: [{ key: 'a', operator: 'In' }] })).toThrow('at least one value');
    expect(() => requirementsOf({ matchExpressions: [{ key: 'a', operator: 'Exists', values: ['b'] }] })).toThrow(
      'no values',
    );
  });

  test('what is sent is read back with the same meaning', () => {
    const selector = {
      matchLabels: { a: 'b' },
      matchExpressions: [{ key: 'c', operator: 'NotIn', values: ['d', 'e'] }],
    } as const;

    const again = formatLabelSelector(formatLabelSelector(selector));

    expect(requirementsOf(again)).toEqual(requirementsOf(selector));
  });
});

test('an operator that does not exist is refused, also where types allow any', () => {
  const selector = { matchExpressions: [{ key: 'a', operator: 'Is', values: ['b'] }] };

  expect(() => labelMatcher(selector)).toThrow('a has operator "Is"; use In, NotIn, Exists, DoesNotExist');
});
