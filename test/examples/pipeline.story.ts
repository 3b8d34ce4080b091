/** Pipeline: cluster-scoped; volume, claim, Deployments and Services; a finalizer that takes all of it apart. */
import { expect } from 'vitest';
import { Deployment } from '../../src/k8s/apps/v1/index.js';
import { Node, PersistentVolume, PersistentVolumeClaim, Pod, Service } from '../../src/k8s/core/v1/index.js';
import { type CustomResource, type DeepReadonly, defineKind } from '../../src/runtime/index.js';
import { eventually, waitFor, type ControlPlane } from '../../src/testing/index.js';
import { kubectl, nothingLeft, patient, type Story } from './story.js';

type Step = { image: string; model: string; location?: string; args?: Record<string, string> };
type Spec = { steps: Step[]; namespace?: string; modelStorage?: { capacity?: string } };
type Pipeline = CustomResource<Spec, { phase?: string; detailPhase?: string; readySteps?: number }>;
const Pipeline = defineKind<Pipeline>({
  group: 'distri-infer.ndsl.cn',
  version: 'v1beta1',
  kind: 'Pipeline',
  plural: 'pipelines',
  scope: 'Cluster',
});
const key = { name: 'pipeline-sample' };
const step = (number: number) => ({ name: `pipeline-sample-step-${number}`, namespace: 'default' });
const storage = { name: 'pipeline-sample-models', namespace: 'default' };

export const pipeline: Story = {
  title: 'pipeline',
  example: 'pipeline',
  chapters: [
    {
      title: 'the sample waits for a node at its location, then runs on its volume',
      async play({ plane, example }) {
        await setLocation(plane, null);
        await kubectl(example, 'apply', '-k', 'config/samples');
        await reaches(plane, 'Pending', ({ status }) => status?.detailPhase === 'waiting for step 1');

        await setLocation(plane, 'edge');

        await reaches(plane, 'Running', ({ status }) => status?.readySteps === 2);
        const columns = await kubectl(example, 'get', 'pl', '--no-headers');
        expect(columns).toMatch(/^pipeline-sample\s+Running\s+2\s/);
      },
    },
    {
      title: 'new steps come, old ones go, and changed ones are rolled out',
      async play({ plane }) {
        const { spec } = await plane.client.get(Pipeline, key);
        const steps = [...spec.steps, { image: 'example.com/infer:v1', model: 'resnet50/part-3', args: { top: '5' } }];
        await change(plane, steps);
        await reaches(plane, 'Running', ({ status }) => status?.readySteps === 3);

        await change(plane, [{ image: 'example.com/infer:v2', model: 'resnet50/all' }]);
        await reaches(plane, 'Running', ({ status }) => status?.readySteps === 1);
        await waitFor(plane.client, { kind: Deployment, ...step(3) }, (it) => it === undefined, patient);
        expect(await plane.client.find(Service, step(2))).toBeUndefined();
        const deployment = await plane.client.get(Deployment, step(1));
        expect(deployment.spec?.template.spec?.containers[0]?.image).toBe('example.com/infer:v2');
      },
    },
    {
      title: 'the storage and the namespace cannot change',
      async play({ plane }) {
        const body = { spec: { namespace: 'kube-system', modelStorage: { capacity: '1Ti' } } } as const;

        const refused = await plane.client
          .patch({ kind: Pipeline, ...key }, { type: 'merge', body })
          .catch((error: unknown) => String(error));

        expect(refused).toContain('a pipeline cannot move to another namespace');
        expect(refused).toContain('a volume cannot change; make a new pipeline');
      },
    },
    {
      title: 'what is deleted or edited by hand is put right',
      async play({ plane }) {
        await plane.client.delete({ kind: Service, ...step(1) });
        await plane.client.delete({ kind: Deployment, ...step(1) });
        await plane.client.patch({ kind: PersistentVolume, name: storage.name }, relabelled);

        await waitFor(plane.client, { kind: Service, ...step(1) }, (it) => it !== undefined, patient);
        await waitFor(plane.client, { kind: Deployment, ...step(1) }, isUp, patient);
        const isRelabelled = (it: DeepReadonly<PersistentVolume> | undefined): boolean =>
          it?.metadata.labels?.['app.kubernetes.io/name'] === 'pipeline';
        await waitFor(plane.client, { kind: PersistentVolume, name: storage.name }, isRelabelled, patient);
        await reaches(plane, 'Running', ({ status }) => status?.readySteps === 1);
      },
    },
    {
      title: 'nothing is left when it is deleted',
      async play({ plane, example }) {
        await kubectl(example, 'delete', '-k', 'config/samples', '--timeout=60s');

        await nothingLeft(plane, 'Pipeline', Deployment, Service, PersistentVolumeClaim, PersistentVolume);
        expect(await plane.client.find(PersistentVolume, { name: storage.name })).toBeUndefined();
        await eventually(async () => {
          const { items } = await plane.client.list(Pod, { labels: { 'app.kubernetes.io/name': 'pipeline' } });
          expect(items.filter(({ metadata }) => metadata.namespace === 'default')).toEqual([]);
        }, patient);
      },
    },
  ],
};

const relabelled = { type: 'merge', body: { metadata: { labels: { 'app.kubernetes.io/name': 'mine' } } } } as const;

async function setLocation(plane: ControlPlane, location: string | null): Promise<void> {
  const labels = { 'distri-infer.ndsl.cn/location': location };
  await plane.client.patch({ kind: Node, name: 'kwok-node' }, { type: 'merge', body: { metadata: { labels } } });
}

async function change(plane: ControlPlane, steps: readonly DeepReadonly<Step>[]): Promise<void> {
  await plane.client.patch({ kind: Pipeline, ...key }, { type: 'merge', body: { spec: { steps } } });
}

async function reaches(
  plane: ControlPlane,
  phase: string,
  also: (pipeline: DeepReadonly<Pipeline>) => boolean,
): Promise<void> {
  const ref = { kind: Pipeline, ...key };
  await waitFor(plane.client, ref, (it) => it?.status?.phase === phase && also(it), patient);
}

function isUp(deployment: DeepReadonly<Deployment> | undefined): boolean {
  return deployment?.status?.availableReplicas === 1;
}
