import { expect, test } from 'vitest';
import { resourceProblems } from '../../src/checks/check-resources.js';
import { rows } from '../../src/k8s/generated/catalogue.js';

const fixesOf = (groups: readonly string[], ...resources: string[]): (string | undefined)[] =>
  resourceProblems({ groups, resources }).map(({ fix }) => fix);

test.each<[string, string[], string, string]>([
  ['a singular', ['batch'], 'cronjob', 'did you mean "cronjobs"?'],
  ['a singular with a subresource', ['apps'], 'deployment/status', 'did you mean "deployments/status"?'],
  ['a kind', ['apps'], 'StatefulSet', 'did you mean "statefulsets"?'],
  ['a plural in capitals', ['apps'], 'Deployments', 'did you mean "deployments"?'],
  ['a short name', [''], 'cm', 'did you mean "configmaps"?'],
  ['a slip', [''], 'configmpas', 'did you mean "configmaps"?'],
  ['a resource of another group', [''], 'deployments', 'did you mean groups=apps,resources=deployments?'],
  ['a resource of the core group', ['apps'], 'pods', 'did you mean groups="",resources=pods?'],
  ['a subresource with a slip', [''], 'pods/logs', 'did you mean "pods/log"?'],
  ['nothing like it', ['batch'], 'somethings', 'use the plural name that kubectl api-resources shows'],
  ['a star below a resource', [''], 'pods/*', 'name the resources and subresources'],
])('%s is reported with what is meant', (_, groups, resource, fix) => {
  expect(fixesOf(groups, resource)).toEqual([fix]);
});

test.each<[string[], string[]]>([
  [
    ['apps', 'batch'],
    ['deployments', 'cronjobs'],
  ],
  [['apps'], ['*', '*/scale', 'deployments/finalizers']],
  [['', 'example.com'], ['things']],
  [['*'], ['thing']],
  [['metrics.k8s.io'], ['pods', 'nodes']],
  [['extensions'], ['ingresses']],
  [[''], ['nodes/metrics', 'users', 'groups', 'serviceaccounts/token', 'pods/eviction']],
  [['authentication.k8s.io'], ['userextras/scopes', 'uids']],
  [['certificates.k8s.io'], ['signers']],
])('of the groups %j the resources %j are not', (groups, resources) => {
  expect(fixesOf(groups, ...resources)).toEqual([]);
});

test('every resource of Kubernetes is known, and none of its other names is', () => {
  for (const { group, plural, singular, kind, shortNames, subresources } of rows) {
    const names = [plural, ...subresources.map(({ name }) => `${plural}/${name}`)];
    const others = [kind, ...(singular === plural ? [] : [singular]), ...shortNames];

    expect(fixesOf([group], ...names)).toEqual([]);
    expect(fixesOf([group], ...others)).toEqual(others.map(() => `did you mean "${plural}"?`));
  }
});
