import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { readDeployImage } from '../../../src/commands/deploy-image/deploy-image.js';
import { Deployment } from '../../../src/k8s/apps/v1/index.js';
import type * as Runtime from '../../../src/runtime/index.js';
import { startControlPlane } from '../../../src/testing/start-control-plane.js';
import { waitFor } from '../../../src/testing/wait-for.js';
import { linkPackages } from '../cluster/project-fixture.js';
import { projectForTests } from '../project-for-tests.js';

const project = projectForTests(
  ['--domain', 'example.com'],
  'create api --group cache --version v1alpha1 --kind Memcached --plugins deploy-image/v1-alpha --image memcached:1.6 --image-container-port 11211 --image-container-command memcached,-m=64,-v --run-as-user 1001',
);

interface Operator {
  readonly createManager: typeof Runtime.createManager;
  memcachedController: Runtime.Part<Runtime.Manager>;
}

/** The controller that was written, as code. */
async function load(root: string): Promise<Operator> {
  await linkPackages(root);
  const entry = path.join(root, 'src/entry.ts');
  const lines = [
    "export { createManager } from 'kbts/runtime';",
    "export * from './controller/memcached.controller.js';",
  ];
  await writeFile(entry, lines.join('\n'));
  const outfile = path.join(root, 'node_modules/operator.mjs');
  const banner = { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" };
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    banner,
    nodePaths: ['node_modules'],
  });
  return (await import(pathToFileURL(outfile).href)) as Operator;
}

test('the controller that was written runs the image as it was asked to', async () => {
  const root = await project();
  const operator = await load(root);
  const plane = await startControlPlane({ kind: 'embedded', crds: [path.join(root, 'config/crd/bases')] });
  const stop = new AbortController();
  const manager = await operator.createManager({
    config: plane.config,
    metrics: false,
    health: false,
    leaderElection: false,
    logging: { level: 'error' },
  });
  manager.add(operator.memcachedController);
  const running = manager.start(stop.signal);
  await plane.install(path.join(root, 'config/samples/cache_v1alpha1_memcached.yaml'));
  const child = { kind: Deployment, name: 'memcached-sample', namespace: 'default' };

  const deployment = await waitFor(plane.client, child, (it) => it !== undefined);

  expect(deployment?.spec?.template.spec?.containers).toMatchObject([
    {
      image: 'memcached:1.6',
      command: ['memcached', '-m=64', '-v'],
      ports: [{ containerPort: 11_211 }],
      securityContext: { runAsUser: 1001, allowPrivilegeEscalation: false },
    },
  ]);
  expect(deployment?.spec?.selector.matchLabels).toMatchObject({ 'app.kubernetes.io/instance': 'memcached-sample' });
  stop.abort();
  await running;
  await plane.stop();
});

test('without an image there is nothing to run; a tag is not needed, and a port of the registry is no tag', () => {
  expect(readDeployImage({})).toBeUndefined();
  expect(readDeployImage({ image: 'localhost:5000/cache' })).toEqual({ image: 'localhost:5000/cache', command: [] });
  expect(() => readDeployImage({ image: "a'b" })).toThrow(/not the name of an image/);
});
