import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { emitRoles, normaliseRules, type PolicyRule } from '../../src/emitter/rbac.js';

const rule = (part: Partial<PolicyRule>): PolicyRule => ({
  groups: [],
  resources: [],
  resourceNames: [],
  urls: [],
  verbs: [],
  ...part,
});

/** Every single thing that rules allow. */
function permissions(rules: readonly PolicyRule[]): Set<string> {
  const all = rules.flatMap(({ groups, resources, resourceNames, urls, verbs }) => {
    const names = resourceNames.length === 0 ? ['any'] : resourceNames;
    const wide = verbs.includes('*') ? ['*'] : verbs;
    return wide.flatMap((verb) => [
      ...groups.flatMap((group) =>
        resources.flatMap((resource) => names.map((name) => `${group}/${resource}/${name}/${verb}`)),
      ),
      ...urls.map((url) => `${url} ${verb}`),
    ]);
  });
  return new Set(all);
}

const some = (...values: string[]) => fc.subarray(values, { minLength: 1 });
const resourceRule = fc
  .record({
    groups: some('', 'a', 'b'),
    resources: some('x', 'y', 'z'),
    resourceNames: fc.subarray(['n', 'm']),
    verbs: some('get', 'list', '*'),
  })
  .map((part) => rule(part));
const urlRule = fc.record({ urls: some('/a', '/b'), verbs: some('get', 'post') }).map((part) => rule(part));

/** `*` covers the other verbs of the same rule, so permissions are compared with it spread out. */
function spread(rules: readonly PolicyRule[]): Set<string> {
  const plain = permissions(rules);
  return new Set(
    [...plain].filter((entry) => !plain.has(entry.replace(/(get|list|post)$/, '*')) || entry.endsWith('*')),
  );
}

test('merging neither loses nor adds a permission', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(resourceRule, urlRule), { maxLength: 8 }), (rules) => {
      expect(spread(normaliseRules(rules))).toEqual(spread(rules));
    }),
    { numRuns: 500 },
  );
});

test('keeps what controller-gen loses', () => {
  const rules = [
    rule({ groups: ['a'], resources: ['x'], verbs: ['get'] }),
    rule({ groups: ['b'], resources: ['x'], verbs: ['get'] }),
    rule({ groups: ['a', 'b'], resources: ['x'], verbs: ['list'] }),
  ];

  expect(normaliseRules(rules)).toEqual([rule({ groups: ['a', 'b'], resources: ['x'], verbs: ['get', 'list'] })]);
});

test('does not depend on the order of markers', () => {
  fc.assert(
    fc.property(fc.array(resourceRule, { maxLength: 5 }), (rules) => {
      expect(permissions(normaliseRules([...rules].reverse()))).toEqual(permissions(normaliseRules(rules)));
    }),
  );
});

test('makes a Role for a namespace', () => {
  const origin = { position: { file: 'a', line: 1, column: 1 }, excerpt: '' };
  const roles = emitRoles(
    [{ ...rule({ groups: ['a'], resources: ['x'], verbs: ['get'] }), namespace: 'zoo', origin }],
    'manager-role',
  );

  expect(roles).toMatchObject([{ kind: 'Role', metadata: { name: 'manager-role', namespace: 'zoo' } }]);
});
