import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createClient } from '../../src/runtime/client/kube-client.js';
import { dynamicKind } from '../../src/runtime/object/kind.js';
import type { KubeObject } from '../../src/runtime/object/meta.js';
import { startControlPlane } from '../../src/testing/start-control-plane.js';

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

test('refuses components that need real binaries', async () => {
  await expect(startControlPlane({ kind: 'embedded', components: ['kwok'] })).rejects.toThrow('cannot run kwok');
});
