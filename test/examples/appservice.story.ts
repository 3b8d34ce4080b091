/** AppService: one Deployment by name, with a manager and with bare informers. */
import { expect } from 'vitest';
import { Deployment } from '../../src/k8s/apps/v1/index.js';
import { Pod } from '../../src/k8s/core/v1/index.js';
import { type CustomResource, type DeepReadonly, defineKind } from '../../src/runtime/index.js';
import { eventually, waitFor, type ControlPlane } from '../../src/testing/index.js';
import { kubectl, nothingLeft, patient, type Chapter, type Story } from './story.js';

type AppService = CustomResource<{ deploymentName: string; replicas: number }, { availableReplicas?: number }>;
const AppService = defineKind<AppService>({
  group: 'appcontroller.k8s.io',
  version: 'v1alpha1',
  kind: 'AppService',
  plural: 'appservices',
  scope: 'Namespaced',
});
const key = { name: 'appservice-sample', namespace: 'default' };
const deploymentKey = { name: 'appservice-sample-web', namespace: 'default' };

const chapters: readonly Chapter[] = [
  {
    title: 'the sample gets its Deployment, and shows how many pods can be used',
    async play({ plane, example }) {
      await kubectl(example, 'apply', '-k', 'config/samples');

      await converged(plane, 2);
      const columns = await kubectl(example, 'get', 'appservices', '--no-headers');
      expect(columns).toMatch(/^appservice-sample\s+appservice-sample-web\s+2\s+2\s/);
    },
  },
  {
    title: 'it is resized',
    async play({ plane }) {
      await plane.client.patch({ kind: AppService, ...key }, { type: 'merge', body: { spec: { replicas: 4 } } });

      await converged(plane, 4);
    },
  },
  {
    title: 'what is deleted or edited by hand is put right',
    async play({ plane, example }) {
      await kubectl(example, 'scale', 'deployment', deploymentKey.name, '--replicas=1');
      await converged(plane, 4);

      const before = await plane.client.get(Deployment, deploymentKey);
      await plane.client.delete({ kind: Deployment, ...deploymentKey });
      const isNew = (it: DeepReadonly<Deployment> | undefined): boolean =>
        it !== undefined && it.metadata.uid !== before.metadata.uid;
      await waitFor(plane.client, { kind: Deployment, ...deploymentKey }, isNew, patient);
      await converged(plane, 4);
    },
  },
  {
    title: 'a Deployment of somebody else is left alone, and users are told',
    async play({ plane, example }) {
      await kubectl(example, 'create', 'deployment', 'theirs', '--image=example.com/theirs:v1');
      const spec = { deploymentName: 'theirs', replicas: 3 };
      await plane.client.create(new AppService({ metadata: { name: 'second', namespace: 'default' }, spec }));

      await eventually(async () => {
        const events = await kubectl(example, 'events', '--for', 'AppService/second', '--types=Warning');
        expect(events).toContain('ErrResourceExists');
      }, patient);
      expect((await plane.client.get(Deployment, { name: 'theirs', namespace: 'default' })).spec?.replicas).toBe(1);

      await kubectl(example, 'delete', 'deployment', 'theirs');
      const isOurs = (it: DeepReadonly<Deployment> | undefined): boolean => it?.status?.availableReplicas === 3;
      await waitFor(plane.client, { kind: Deployment, name: 'theirs', namespace: 'default' }, isOurs, patient);
    },
  },
  {
    title: 'nothing is left when they are deleted',
    async play({ plane, example }) {
      await kubectl(example, 'delete', 'appservices', '--all');

      await nothingLeft(plane, 'AppService', Deployment);
      await eventually(async () => {
        const { items } = await plane.client.list(Pod, { namespace: 'default', labels: { app: 'nginx' } });
        expect(items).toEqual([]);
      }, patient);
    },
  },
];

export const appservice: Story = { title: 'appservice', example: 'appservice', chapters };

/** The same, written without the manager. */
export const bareAppservice: Story = {
  title: 'appservice with bare informers',
  example: 'appservice',
  entry: { source: 'src/bare/main.ts', isReady: /"msg":"caches are filled/ },
  chapters,
};

/** The Deployment has the size that was asked for, all of it runs, and the status says so. */
async function converged(plane: ControlPlane, replicas: number): Promise<void> {
  await eventually(async () => {
    const { metadata, spec, status } = await plane.client.get(Deployment, deploymentKey);
    expect(spec?.replicas).toBe(replicas);
    expect(status).toMatchObject({ observedGeneration: metadata.generation, availableReplicas: replicas });
    expect((await plane.client.get(AppService, key)).status?.availableReplicas).toBe(replicas);
  }, patient);
}
