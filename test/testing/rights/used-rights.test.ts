import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  describeRights,
  grantedRights,
  readUsedRights,
  rightsRecorder,
  unusedRights,
} from '../../../src/testing/rights/used-rights.js';

const role = {
  kind: 'ClusterRole',
  metadata: { name: 'manager-role' },
  rules: [
    { apiGroups: ['apps'], resources: ['deployments', 'deployments/status'], verbs: ['get', 'list', 'delete'] },
    { apiGroups: [''], resources: ['secrets'], resourceNames: ['mine'], verbs: ['get'] },
    { apiGroups: ['*'], resources: ['*'], verbs: ['list'] },
  ],
};

test('a right is used by a request of the same group, resource, verb and name; reads count together', () => {
  const used = [
    { group: 'apps', resource: 'deployments', verb: 'get', name: 'a' },
    { group: '', resource: 'secrets', verb: 'get', name: 'other' },
    { group: 'batch', resource: 'jobs', verb: 'list', name: '' },
  ];

  expect(describeRights(unusedRights(grantedRights([role]), used))).toEqual([
    'deployments.apps: delete',
    'deployments/status.apps: get, list, delete',
    'secrets (mine): get',
  ]);
});

test('control planes of several processes note each right once', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'kbts-rights-test-'));
  const file = path.join(folder, 'used.jsonl');
  const right = { group: '', resource: 'pods', verb: 'get', name: 'a' };
  for (const note of [rightsRecorder(file), rightsRecorder(file)]) {
    note?.(right);
    note?.(right);
  }

  expect(readUsedRights(file)).toEqual([right]);
  expect(readUsedRights(path.join(folder, 'none'))).toEqual([]);
  expect(rightsRecorder(undefined)).toBeUndefined();
  await rm(folder, { recursive: true });
});
