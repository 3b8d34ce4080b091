import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isCovered } from '../../../src/commands/import/covered-rules.js';
import type { RoleRule } from '../../../src/commands/import/kubebuilder-project.js';

/** Every right by itself: right, and far too slow for long lists. */
function rightsOf({ role, namespace, groups, resources, resourceNames, urls, verbs }: RoleRule): string[] {
  const each = (values: readonly string[]): readonly string[] => (values.length === 0 ? ['-'] : values);
  const owner = `${role === '' ? 'manager-role' : role} ${namespace}`;
  return [...each(groups)].flatMap((group) =>
    each(resources).flatMap((resource) =>
      each(resourceNames).flatMap((name) =>
        each(urls).flatMap((url) => verbs.map((verb) => JSON.stringify([owner, group, resource, name, url, verb]))),
      ),
    ),
  );
}

const words = (prefix: string) =>
  fc.subarray([`${prefix}1`, `${prefix}2`, `${prefix}3`], { minLength: 0, maxLength: 3 });
const rule: fc.Arbitrary<RoleRule> = fc.record({
  role: fc.constantFrom('', 'manager-role', 'other'),
  namespace: fc.constantFrom('', 'ns'),
  groups: words('g'),
  resources: words('r'),
  resourceNames: words('n'),
  urls: words('u'),
  verbs: words('v'),
});

test('the same answer as with every right listed by itself', () => {
  fc.assert(
    fc.property(rule, fc.array(rule, { maxLength: 6 }), (one, others) => {
      const granted = new Set(others.flatMap(rightsOf));
      expect(isCovered(one, others)).toBe(rightsOf(one).every((right) => granted.has(right)));
    }),
    { numRuns: 500 },
  );
});

test('lists of a hundred words are compared word by word, not right by right', () => {
  const list = (prefix: string): string[] => Array.from({ length: 100 }, (_, index) => `${prefix}${index}`);
  const wide: RoleRule = {
    role: '',
    namespace: '',
    groups: list('g'),
    resources: list('r'),
    resourceNames: list('n'),
    urls: [],
    verbs: list('v'),
  };
  expect(isCovered(wide, [wide])).toBe(true);
  const halves = [wide.verbs.slice(0, 50), wide.verbs.slice(50)].map((verbs) => ({ ...wide, verbs }));
  expect(isCovered(wide, halves)).toBe(true);
  expect(isCovered(wide, [{ ...wide, groups: wide.groups.slice(1) }])).toBe(false);
  // One rule for each word of each list leaves more parts than are looked at.
  const pieces = list('g').flatMap((group, index) => [
    { ...wide, groups: [group], resources: [`r${index}`] },
    { ...wide, resourceNames: [`n${index}`], verbs: [`v${index}`] },
  ]);
  expect(isCovered(wide, pieces)).toBe(false);
});
