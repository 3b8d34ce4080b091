/** The examples: what is inferred is what their markers say, and every planted omission and excess is found. */
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { planManifests } from '../../src/commands/manifests/manifests-plan.js';
import type { RbacRule } from '../../src/model/rbac.js';
import { viewFiles } from '../../src/reader/sources/files.js';
import { compareRights } from '../../src/rights/compare.js';
import { openProject } from '../../src/rights/open-project.js';
import { requiredRights } from '../../src/rights/required-rights.js';
import { exampleNames } from '../examples/example-names.js';

const nothingElse = { byHand: [], exempt: new Set<RbacRule>() };

/** Verbs of which any one stands for all. */
const READS = ['get', 'list', 'watch'];

describe.each(exampleNames())('the example %s', (name) => {
  const root = path.resolve('examples', name);
  const required = requiredRights(openProject(root, viewFiles(), path.join(root, 'src/main.ts')));

  async function markers(): Promise<readonly RbacRule[]> {
    return (await planManifests({ root, generators: ['rbac'] })).model.rbac;
  }

  test('needs exactly what its markers say', async () => {
    const rules = await markers();

    expect(required.unclear).toEqual([]);
    expect(compareRights(required, [], rules, nothingElse)).toEqual({ missing: [], unused: [] });
    expect(rules.length).toBeGreaterThan(2);
  });

  test('each verb that is taken from a marker is missing, and nothing else', async () => {
    const rules = await markers();
    for (const [rule, verb] of rules.flatMap((one) => one.verbs.map((verb) => [one, verb] as const))) {
      const without = { ...rule, verbs: rule.verbs.filter((other) => other !== verb) };

      const { missing, unused } = compareRights(required, [], replace(rules, rule, without), nothingElse);

      expect(unused).toEqual([]);
      expect(missing.map(({ right: { group, resource }, verbs }) => ({ group, resource, verbs }))).toEqual(
        rule.resources.map((resource) => ({ group: rule.groups[0], resource, verbs: [verb] })),
      );
    }
  });

  test('each verb that is added to a marker is unused, and nothing else', async () => {
    const rules = await markers();
    for (const rule of rules)
      for (const verb of ['create', 'update', 'delete', 'deletecollection'].filter(
        (one) => !rule.verbs.includes(one),
      )) {
        const withMore = { ...rule, verbs: [...rule.verbs, verb] };

        const { missing, unused } = compareRights(required, [], replace(rules, rule, withMore), nothingElse);

        expect(missing).toEqual([]);
        const found = unused.flatMap(({ rights }) => rights);
        expect(found).toEqual(rule.resources.map((resource) => ({ group: rule.groups[0], resource, verb })));
      }
  });

  test('a marker for another resource is unused as a whole, unless calls are unclear', async () => {
    const rules = await markers();
    const [first] = rules;
    if (first === undefined) throw new Error('no markers');
    const stray = { ...first, groups: ['stray.dev'], resources: ['strays'], verbs: READS };

    const { unused } = compareRights(required, [], [...rules, stray], nothingElse);
    expect(unused).toMatchObject([{ rule: stray, isWhole: true }]);

    const exempt = { ...nothingElse, exempt: new Set([stray]) };
    expect(compareRights(required, [], [...rules, stray], exempt).unused).toEqual([]);
    const node = [...(required.rights[0]?.verbs.values() ?? [])][0];
    if (node === undefined) throw new Error('nothing is needed');
    expect(compareRights(required, [{ node, reason: 'x' }], [...rules, stray], nothingElse).unused).toEqual([]);
  });
});

function replace(rules: readonly RbacRule[], rule: RbacRule, other: RbacRule): RbacRule[] {
  return rules.map((one) => (one === rule ? other : one));
}
