/** ImoocPod: so many pods of one image. */
import { expect } from 'vitest';
import { Pod } from '../../src/k8s/core/v1/index.js';
import {
  type Condition,
  type CustomResource,
  conditions,
  defineKind,
  type DeepReadonly,
} from '../../src/runtime/index.js';
import { eventually, waitFor, type ControlPlane } from '../../src/testing/index.js';
import { kubectl, nothingLeft, ownedBy, patient, type Story } from './story.js';

type ImoocPod = CustomResource<{ image: string; replicas: number }, { podNames?: string[]; conditions?: Condition[] }>;
const ImoocPod = defineKind<ImoocPod>({
  group: 'batch.tutorial.kubebuilder.io',
  version: 'v1alpha1',
  kind: 'ImoocPod',
  plural: 'imoocpods',
  scope: 'Namespaced',
});
const key = { name: 'imoocpod-sample', namespace: 'default' };

export const imoocpod: Story = {
  title: 'imoocpod',
  example: 'imoocpod',
  chapters: [
    {
      title: 'the sample gets its pods',
      async play({ plane, example }) {
        await kubectl(example, 'apply', '-k', 'config/samples');

        await converged(plane, 3);
      },
    },
    {
      title: 'scales down and up again',
      async play({ plane, example }) {
        await kubectl(example, 'scale', 'imoocpod', key.name, '--replicas=1');
        await converged(plane, 1);

        await kubectl(example, 'scale', 'imoocpod', key.name, '--replicas=4');
        await converged(plane, 4);
      },
    },
    {
      title: 'deleted and failed pods are replaced',
      async play({ plane }) {
        const before = await podNames(plane);
        const [victim = '', failing = '', ...others] = before;

        await plane.client.delete({ kind: Pod, name: victim, namespace: 'default' });
        const status = { phase: 'Failed' as const };
        const body = { status };
        await plane.client.status.patch({ kind: Pod, name: failing, namespace: 'default' }, { type: 'merge', body });

        await eventually(async () => {
          await converged(plane, 4);
          const after = await podNames(plane);
          expect(after).toEqual(expect.arrayContaining(others));
          expect(after).not.toContain(victim);
          expect(after).not.toContain(failing);
        }, patient);
      },
    },
    {
      title: 'a new image means new pods',
      async play({ plane }) {
        await plane.client.patch(
          { kind: ImoocPod, ...key },
          { type: 'merge', body: { spec: { image: 'nginxinc/nginx-unprivileged:1.30', replicas: 2 } } },
        );

        await eventually(async () => {
          const pods = await converged(plane, 2);
          for (const pod of pods) expect(pod.spec?.containers[0]?.image).toContain(':1.30');
        }, patient);
      },
    },
    {
      title: 'nothing is left when it is deleted',
      async play({ plane, example }) {
        await kubectl(example, 'delete', '-k', 'config/samples');

        await nothingLeft(plane, 'ImoocPod', Pod);
      },
    },
  ],
};

/** The pods, once there are `count`, all ready, and the status says exactly so. */
async function converged(plane: ControlPlane, count: number): Promise<DeepReadonly<Pod>[]> {
  const isReady = (it: DeepReadonly<ImoocPod> | undefined): boolean => {
    const ready = conditions.get(it?.status?.conditions, 'Ready');
    const names = it?.status?.podNames ?? [];
    return ready?.status === 'True' && ready.observedGeneration === it?.metadata.generation && names.length === count;
  };
  const ready = await waitFor(plane.client, { kind: ImoocPod, ...key }, isReady, patient);
  const pods = await ownedBy(plane, Pod, ready);
  expect(pods.map(({ metadata }) => metadata.name).toSorted()).toEqual(ready?.status?.podNames);
  return pods;
}

async function podNames(plane: ControlPlane): Promise<string[]> {
  const pods = await ownedBy(plane, Pod, await plane.client.get(ImoocPod, key));
  return pods.map(({ metadata }) => metadata.name ?? '');
}
