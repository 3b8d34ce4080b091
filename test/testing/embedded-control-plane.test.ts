import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { Deployment, Pod } from '../../src/k8s/index.js';
import { createClient } from '../../src/runtime/client/kube-client.js';
import { dynamicKind } from '../../src/runtime/object/kind.js';
import type { KubeObject } from '../../src/runtime/object/meta.js';
import { eventually } from '../../src/testing/eventually.js';
import { startControlPlane } from '../../src/testing/start-control-plane.js';
import { waitFor } from '../../src/testing/wait-for.js';

const crds = path.join(path.dirname(fileURLToPath(import.meta.url)), '../runtime/client/testdata/widgets.yaml');
const Widget = dynamicKind<KubeObject & { spec?: object }>({ group: 'example.com', version: 'v1', kind: 'Widget' });

test('starts with CRDs, serves them, and adds users', async () => {
  await using plane = await startControlPlane({ kind: 'embedded', crds: [crds] });

  await plane.client.create(new Widget({ metadata: { name: 'w', namespace: 'default' }, spec: { a: 1 } }));
  const other = createClient({ config: await plane.addUser({ name: 'ann' }) });

  expect((await plane.client.get(Widget, { name: 'w', namespace: 'default' })).spec).toEqual({ a: 1 });
  expect(plane.kubeconfig()).toContain(plane.config.server);
  await other[Symbol.asyncDispose]();
});

test('a CRD path that is not there stops the start', async () => {
  await expect(startControlPlane({ kind: 'embedded', crds: ['/no/such/crds'] })).rejects.toThrow('/no/such/crds');
});

test('stands in for the components of a real plane: deployments run and owned objects go', async () => {
  await using plane = await startControlPlane({
    kind: 'embedded',
    components: ['kube-controller-manager', 'kube-scheduler', 'kwok'],
  });
  const labels = { app: 'web' };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'nginx' }] } };
  const metadata = { name: 'web', namespace: 'default' };

  await plane.client.create(
    new Deployment({ metadata, spec: { replicas: 2, selector: { matchLabels: labels }, template } }),
  );

  await waitFor(plane.client, { kind: Deployment, ...metadata }, (found) => found?.status?.availableReplicas === 2);
  await plane.client.delete({ kind: Deployment, ...metadata });
  await eventually(async () => expect((await plane.client.list(Pod, { namespace: 'default' })).items).toEqual([]));
});
