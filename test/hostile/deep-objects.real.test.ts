/** An object nested thousands of levels deep, which API servers take, stops neither an operator nor the embedded plane. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { controller } from '../../src/runtime/controller/builder.js';
import { is } from '../../src/runtime/client/requests/api-error.js';
import { silentLogger } from '../../src/runtime/log/silent-logger.js';
import { createManager } from '../../src/runtime/manager/manager.js';
import { defineKind } from '../../src/runtime/object/kind.js';
import type { KubeObject } from '../../src/runtime/object/meta.js';
import type { ControlPlane } from '../../src/testing/control-plane.js';
import { startControlPlane } from '../../src/testing/start-control-plane.js';
import { temporaryFolder } from '../project-folder.js';
import { ensureBinaries } from '../testing/real-binaries.js';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const Widget = defineKind<KubeObject>({
  group: 'demo.example.com',
  version: 'v1',
  kind: 'Widget',
  plural: 'widgets',
  scope: 'Namespaced',
});
const crd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.demo.example.com' },
  spec: {
    group: 'demo.example.com',
    names: { kind: 'Widget', plural: 'widgets', singular: 'widget', listKind: 'WidgetList' },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
};
const namespace = 'default';

describe.each([
  ['envtest', 4_000],
  ['embedded', 990],
] as const)('on %s', (plane, deepest) => {
  test('managers go on reconciling', async () => {
    if (plane === 'envtest') await ensureBinaries(['etcd', 'kube-apiserver']);
    const running = await startControlPlane({ kind: plane, crds: [await crdFile()] });
    onTestFinished(() => running.stop());
    const first = await startManager(running);
    for (const [name, open, close] of [
      ['maps', '{"a":', '}'],
      ['lists', '[', ']'],
    ] as const) {
      await running.client.create({ apiVersion: 'demo.example.com/v1', kind: 'Widget', metadata: { namespace, name } });
      await nest(running, name, `${open.repeat(deepest)}1${close.repeat(deepest)}`);
    }
    await running.client.create({
      apiVersion: 'demo.example.com/v1',
      kind: 'Widget',
      metadata: { namespace, name: 'flat' },
    });
    await vi.waitFor(() => expect(first).toEqual(new Set(['maps', 'lists', 'flat'])), { timeout: 80_000 });
    // One that starts meets them all in one list.
    const second = await startManager(running);
    await vi.waitFor(() => expect(second).toEqual(new Set(['maps', 'lists', 'flat'])), { timeout: 80_000 });
  });
});

test('the embedded plane says that it does not store what it could not read again', async () => {
  const plane = await startControlPlane({ kind: 'embedded', crds: [await crdFile()] });
  onTestFinished(() => plane.stop());
  await plane.client.create({ apiVersion: 'demo.example.com/v1', kind: 'Widget', metadata: { namespace, name: 'a' } });
  for (const depth of [1_000, 1_500, 9_900]) {
    const refused = nest(plane, 'a', `${'['.repeat(depth)}1${']'.repeat(depth)}`);
    await expect(refused).rejects.toSatisfy((error) => is.badRequest(error) || is.internal(error));
    expect((await plane.client.live.list(Widget, { namespace })).items).toHaveLength(1);
  }
});

async function crdFile(): Promise<string> {
  const folder = await temporaryFolder('deep');
  onTestFinished(folder.clean);
  const file = path.join(folder.root, 'crd.yaml');
  await writeFile(file, JSON.stringify(crd));
  return file;
}

async function nest({ client }: ControlPlane, name: string, body: string): Promise<void> {
  const patch = { type: 'raw', contentType: 'application/merge-patch+json', body: `{"spec":${body}}` } as const;
  await client.patch({ kind: Widget, namespace, name }, patch);
}

/** Names that the manager has reconciled with their object in hand, read, patched and compared. */
async function startManager({ config }: ControlPlane): Promise<ReadonlySet<string>> {
  const seen = new Set<string>();
  const manager = await createManager({ config, log: silentLogger });
  controller(manager)
    .for(Widget)
    .complete({
      async reconcile(key, { client }) {
        const widget = await client.find(Widget, key);
        if (!widget) return;
        const body = { metadata: { annotations: { seen: 'yes' } } };
        await client.patch({ kind: Widget, ...key }, { type: 'merge', body });
        await client.live.get(Widget, key);
        seen.add(key.name);
      },
    });
  const stop = new AbortController();
  const run = manager.start(stop.signal);
  onTestFinished(async () => {
    stop.abort();
    await run;
  });
  return seen;
}
