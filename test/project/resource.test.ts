import { expect, test } from 'vitest';
import {
  apiGroup,
  controllerNames,
  describe,
  hasWebhook,
  isNamespaced,
  isSame,
  qualifiedGroup,
  type Resource,
} from '../../src/project/resource.js';

const captain: Resource = { group: 'crew', domain: 'my.domain', version: 'v1', kind: 'Captain', plural: 'captains' };

test.each([
  ['crew', 'my.domain', 'crew.my.domain'],
  ['', 'my.domain', 'my.domain'],
  ['apps', '', 'apps'],
  ['', '', ''],
])('group %j in domain %j is %j', (group, domain, expected) => {
  expect(qualifiedGroup({ group, domain })).toBe(expected);
});

test('the core group is empty for the API server', () => {
  expect(apiGroup({ ...captain, group: 'core', domain: '', core: true })).toBe('');
  expect(apiGroup({ ...captain, group: 'apps', domain: '', core: true })).toBe('apps');
  expect(apiGroup(captain)).toBe('crew.my.domain');
});

test('identity is group, domain, version and kind', () => {
  expect(isSame(captain, { ...captain, plural: 'other' } as Resource)).toBe(true);
  for (const field of ['group', 'domain', 'version', 'kind'] as const)
    expect(isSame(captain, { ...captain, [field]: 'x' })).toBe(false);
});

test('kinds are namespaced unless their API or CRD says otherwise', () => {
  expect(isNamespaced(captain)).toBe(true);
  expect(isNamespaced({ ...captain, api: { crdVersion: 'v1', namespaced: false } })).toBe(false);
  expect(isNamespaced({ ...captain, clusterScoped: true })).toBe(false);
});

test('an unnamed controller is called after its kind', () => {
  expect(controllerNames(captain)).toEqual([]);
  expect(controllerNames({ ...captain, controller: true })).toEqual(['captain']);
  expect(controllerNames({ ...captain, controllers: [{ name: 'a' }, { name: 'b' }] })).toEqual(['a', 'b']);
});

test('webhooks count when one of the three kinds is there', () => {
  expect(hasWebhook(captain)).toBe(false);
  expect(hasWebhook({ ...captain, webhooks: { webhookVersion: 'v1' } })).toBe(false);
  expect(hasWebhook({ ...captain, webhooks: { webhookVersion: 'v1', conversion: true } })).toBe(true);
});

test('messages name the full kind', () => {
  expect(describe(captain)).toBe('crew.my.domain/v1 Captain');
});
