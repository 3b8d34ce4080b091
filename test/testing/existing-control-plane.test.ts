import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { is } from '../../src/runtime/client/requests/api-error.js';
import { createClient } from '../../src/runtime/client/kube-client.js';
import { defineKind } from '../../src/runtime/object/kind.js';
import { startControlPlane } from '../../src/testing/start-control-plane.js';

afterEach(() => vi.unstubAllEnvs());

const Namespace = defineKind({ group: '', version: 'v1', kind: 'Namespace', plural: 'namespaces', scope: 'Cluster' });

test('uses the cluster of KUBECONFIG and acts as other users by impersonation', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'kbts-existing-'));
  await using cluster = await startControlPlane({ kind: 'embedded' });
  await writeFile(path.join(folder, 'config'), cluster.kubeconfig());
  vi.stubEnv('KUBECONFIG', path.join(folder, 'config'));

  const plane = await startControlPlane({ kind: 'existing' });
  const ann = await plane.addUser({ name: 'ann', groups: ['g'] });

  expect((await plane.client.get(Namespace, { name: 'default' })).metadata.name).toBe('default');
  expect(ann.impersonate).toEqual({ user: 'ann', groups: ['g'] });
  await plane.stop();
  expect(await cluster.client.find(Namespace, { name: 'default' })).toBeDefined();
  await rm(folder, { recursive: true });
});

test('webhooks cannot be called from there', async () => {
  await expect(startControlPlane({ kind: 'existing', webhooks: { paths: [] } })).rejects.toThrow(
    'cannot call webhooks',
  );
});

test('a cluster that is gone is an error that names it', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'kbts-existing-'));
  const cluster = await startControlPlane({ kind: 'embedded' });
  const { config } = cluster;
  await cluster.stop();
  const client = createClient({ config });

  const error = await client.get(Namespace, { name: 'default' }).catch((failure: unknown) => failure);

  expect(is.connection(error)).toBe(true);
  expect((error as Error).message).toContain(config.server);
  await rm(folder, { recursive: true });
});
