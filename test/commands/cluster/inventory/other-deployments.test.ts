import { expect, test } from 'vitest';
import { inventoryObject, labelled } from '../../../../src/commands/cluster/inventory/inventory.js';
import {
  checkOtherDeployments,
  ofOtherDeployments,
} from '../../../../src/commands/cluster/inventory/other-deployments.js';
import { configMap, embeddedCluster } from '../embedded-cluster.js';
import { caught } from '../project-fixture.js';

const owner = { projectName: 'guestbook', namespace: 'mine' };
const other = { ...owner, namespace: 'default' };
const { signal } = new AbortController();
const objects = ['unlabelled', 'ours', 'theirs', 'missing'].map((name) => configMap(name, 'default'));
const unknown = { apiVersion: 'unknown.example.com/v1', kind: 'Unknown', metadata: { name: 'x' } };

test('what another deployment has made is found, and nothing else', async () => {
  await using embedded = await embeddedCluster();
  const { client } = embedded.cluster;
  await client.create(configMap('unlabelled', 'default'));
  await client.create(labelled(configMap('ours', 'default'), owner));
  await client.create(labelled(configMap('theirs', 'default'), other));

  const found = await ofOtherDeployments(embedded.cluster, [...objects, unknown], owner, signal);

  expect(found).toEqual([{ object: objects[2], deployment: 'default.guestbook' }]);
});

test('a deployment that the cluster still has loses nothing; one that is gone does not count', async () => {
  await using embedded = await embeddedCluster();
  const { client } = embedded.cluster;
  await client.create(labelled(configMap('theirs', 'default'), other));

  await checkOtherDeployments(embedded.cluster, objects, owner, signal);
  await client.create(inventoryObject(other, []));
  const error = await caught(checkOtherDeployments(embedded.cluster, objects, owner, signal));

  expect(error.code).toBe('apply-conflict');
  expect(error.message).toContain('deployed in namespace default');
  expect(error.message).toContain('ConfigMap default/theirs');
  expect(error.fix).toContain('kbts undeploy --namespace default');
});
