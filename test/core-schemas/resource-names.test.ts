import { expect, test } from 'vitest';
import { builtinGroups, builtinResources, isOtherResource } from '../../src/core-schemas/resource-names.js';

test('resources have their subresources and their other names', () => {
  expect(builtinResources('apps')?.find(({ plural }) => plural === 'deployments')).toEqual({
    plural: 'deployments',
    aliases: ['Deployment', 'deploy'],
    subresources: ['scale', 'status'],
  });
  expect(builtinResources('batch')?.map(({ plural }) => plural)).toEqual(['cronjobs', 'jobs']);
});

test('other groups are not known', () => {
  expect(builtinResources('example.com')).toBeUndefined();
  expect(builtinGroups()).toContain('');
});

test('some names mean something to RBAC alone', () => {
  expect(isOtherResource('', 'users')).toBe(true);
  expect(isOtherResource('apps', 'users')).toBe(false);
});
