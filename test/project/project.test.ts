import { expect, test } from 'vitest';
import {
  findNamedResource,
  findResource,
  otherVersions,
  samePackage,
  withoutResource,
  withResource,
  type Project,
} from '../../src/project/project.js';
import type { Resource } from '../../src/project/resource.js';

const empty: Project = {
  version: '3',
  domain: 'my.domain',
  projectName: 'shop',
  multigroup: false,
  namespaced: false,
  packageManager: 'npm',
  resources: [],
};
const api = { crdVersion: 'v1', namespaced: true } as const;
const captain: Resource = {
  group: 'crew',
  domain: 'my.domain',
  version: 'v1',
  kind: 'Captain',
  plural: 'captains',
  api,
};

test('a resource is added once and replaced afterwards', () => {
  const twice = withResource(withResource(empty, captain), { ...captain, controller: true });

  expect(twice.resources).toEqual([{ ...captain, controller: true }]);
});

test('a second group needs the layout for several groups', () => {
  const project = withResource(empty, captain);

  expect(() => withResource(project, { ...captain, group: 'ship' })).toThrow(
    expect.objectContaining({ code: 'multigroup-needed' }),
  );
  expect(withResource({ ...project, multigroup: true }, { ...captain, group: 'ship' }).resources).toHaveLength(2);
});

test('foreign kinds of other groups are welcome in any layout', () => {
  const pod: Resource = { group: 'core', domain: '', version: 'v1', kind: 'Pod', plural: 'pods', core: true };

  expect(withResource(withResource(empty, captain), pod).resources).toHaveLength(2);
});

test('users name a resource by its group or by its full group', () => {
  const project = withResource(empty, captain);

  for (const group of ['crew', 'crew.my.domain'])
    expect(findNamedResource(project, { group, version: 'v1', kind: 'Captain' })).toBe(captain);
  expect(findNamedResource(project, { group: 'other', version: 'v1', kind: 'Captain' })).toBeUndefined();
});

test('resources are found with and without their domain', () => {
  const project = withResource(empty, captain);

  expect(findResource(project, { group: 'crew', version: 'v1', kind: 'Captain' })).toBe(captain);
  expect(findResource(project, { ...captain, domain: 'other' })).toBeUndefined();
  expect(withoutResource(project, captain).resources).toEqual([]);
});

test('versions and packages are told apart', () => {
  const v2 = { ...captain, version: 'v2' };
  const mate = { ...captain, kind: 'Mate', plural: 'mates' };
  const project: Project = { ...empty, resources: [captain, v2, mate] };

  expect(otherVersions(project, captain)).toEqual([v2]);
  expect(samePackage(project, captain)).toEqual([captain, mate]);
});
