import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { kindsOf, writableResources } from '../../../../src/commands/cluster/view/writable-kinds.js';
import { temporaryFolder } from '../../../project-folder.js';
import { embeddedCluster } from '../embedded-cluster.js';

const role = `
kind: ClusterRole
rules:
- { apiGroups: [""], resources: [configmaps, events], verbs: [create, patch] }
- { apiGroups: [""], resources: [pods], verbs: [get, list, watch] }
- { apiGroups: [coordination.k8s.io], resources: [leases], verbs: ["*"] }
---
kind: Role
rules:
- { apiGroups: [example.com], resources: [widgets/status], verbs: [patch] }
`;

test('what the role lets the operator write, without what changes all the time', async () => {
  const { root, clean } = await temporaryFolder('roles');
  await mkdir(path.join(root, 'config/rbac'), { recursive: true });
  const none = await writableResources(root);
  await writeFile(path.join(root, 'config/rbac/role.yaml'), role);

  const found = await writableResources(root);

  await clean();
  expect(none).toEqual([]);
  expect(found).toEqual([
    { group: '', plural: 'configmaps' },
    { group: 'example.com', plural: 'widgets' },
  ]);
});

test('kinds that the server does not have are left out', async () => {
  await using embedded = await embeddedCluster();

  const kinds = await kindsOf(
    embedded.cluster.client,
    [
      { group: '', plural: 'configmaps' },
      { group: 'example.com', plural: 'widgets' },
    ],
    new AbortController().signal,
  );

  expect(kinds.map(({ gvk }) => gvk.kind)).toEqual(['ConfigMap']);
});
