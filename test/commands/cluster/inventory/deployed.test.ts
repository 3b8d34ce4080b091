import { expect, test } from 'vitest';
import { applyObjects } from '../../../../src/commands/cluster/apply/apply-objects.js';
import { openInventory } from '../../../../src/commands/cluster/inventory/deployed.js';
import { inventoryEntry } from '../../../../src/commands/cluster/inventory/inventory.js';
import { ConfigMap } from '../../../../src/k8s/core/v1/index.js';
import { configMap, embeddedCluster, type EmbeddedCluster } from '../embedded-cluster.js';
import { surroundings } from '../project-fixture.js';

const owner = { projectName: 'guestbook', namespace: 'default' };
const a = configMap('a', 'default');
const b = configMap('b', 'default');

async function deployed({ cluster }: EmbeddedCluster, objects: ConfigMapLike[], flags: object) {
  const around = surroundings('/');
  const inventory = await openInventory(cluster, owner, objects, around);
  await applyObjects(cluster, inventory.listed(objects), { action: 'deploy', timeoutMs: 10_000 });
  const pruned = await inventory.prune({ timeoutMs: 10_000, ...flags });
  const list = await cluster.client.get(ConfigMap, inventoryEntry(owner));
  return { pruned, warnings: around.warnings, listed: list.data?.['objects.json'] ?? '' };
}

type ConfigMapLike = ReturnType<typeof configMap>;

test('what config/ no longer has stays on the list, with a word, until it is pruned', async () => {
  await using embedded = await embeddedCluster();

  const first = await deployed(embedded, [a, b], {});
  const second = await deployed(embedded, [a], {});
  const third = await deployed(embedded, [a], { prune: true, diff: true });
  const fourth = await deployed(embedded, [a], { prune: true });

  expect(first.warnings).toEqual([]);
  expect(second.warnings).toEqual([expect.stringContaining('ConfigMap default/b; "kbts deploy --prune"')]);
  expect(second.listed).toContain('"name":"b"');
  expect(third.pruned).toMatchObject([{ name: 'b', outcome: 'deleted', texts: { before: expect.any(String) } }]);
  expect(third.listed).not.toContain('"name":"b"');
  expect(fourth.pruned).toEqual([]);
});
