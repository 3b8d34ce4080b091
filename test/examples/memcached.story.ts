/** Memcached: one Deployment, and the names of its pods. */
import { expect } from 'vitest';
import { Deployment } from '../../src/k8s/apps/v1/index.js';
import { Pod } from '../../src/k8s/core/v1/index.js';
import {
  type Condition,
  conditions,
  type CustomResource,
  defineKind,
  type DeepReadonly,
} from '../../src/runtime/index.js';
import { eventually, waitFor, type ControlPlane } from '../../src/testing/index.js';
import { kubectl, nothingLeft, patient, refusal, type Story } from './story.js';

type Memcached = CustomResource<{ size: number }, { nodes?: string[]; conditions?: Condition[] }>;
const Memcached = defineKind<Memcached>({
  group: 'cache.example.com',
  version: 'v1alpha1',
  kind: 'Memcached',
  plural: 'memcacheds',
  scope: 'Namespaced',
});
const key = { name: 'memcached-sample', namespace: 'default' };
const labels = { 'app.kubernetes.io/name': 'memcached', 'app.kubernetes.io/instance': key.name };

export const memcached: Story = {
  title: 'memcached',
  example: 'memcached',
  chapters: [
    {
      title: 'the sample gets its pods, and shows their names',
      async play({ plane, example }) {
        await kubectl(example, 'apply', '-k', 'config/samples');

        await converged(plane, 3);
        const columns = await kubectl(example, 'get', 'memcacheds', '--no-headers');
        expect(columns).toMatch(/^memcached-sample\s+3\s+True\s/);
      },
    },
    {
      title: 'it is resized within its bounds',
      async play({ plane, example }) {
        await kubectl(example, ...resize(5));
        await converged(plane, 5);

        expect(await refusal(kubectl(example, ...resize(6)))).toContain('should be less than or equal to 5');
        await kubectl(example, ...resize(2));
        await converged(plane, 2);
      },
    },
    {
      title: 'deleted pods are replaced by name, and edits of the Deployment are undone',
      async play({ plane, example }) {
        const [victim = ''] = await converged(plane, 2);
        await plane.client.delete({ kind: Pod, name: victim, namespace: key.namespace });
        await eventually(async () => expect(await converged(plane, 2)).not.toContain(victim), patient);

        await kubectl(example, 'scale', 'deployment', key.name, '--replicas=4');
        await converged(plane, 2);
      },
    },
    {
      title: 'nothing is left when it is deleted',
      async play({ plane, example }) {
        await kubectl(example, 'delete', '-k', 'config/samples');

        await nothingLeft(plane, 'Memcached', Deployment);
        await eventually(async () => expect((await pods(plane)).map(nameOf)).toEqual([]), patient);
      },
    },
  ],
};

function resize(size: number): string[] {
  return ['patch', 'memcached', key.name, '--type=merge', '-p', JSON.stringify({ spec: { size } })];
}

/** The names of the pods, once there are `size`, all ready, and the status says exactly so. */
async function converged(plane: ControlPlane, size: number): Promise<readonly string[]> {
  const isConverged = (it: DeepReadonly<Memcached> | undefined): boolean => {
    const available = conditions.get(it?.status?.conditions, 'Available');
    const isCurrent = available?.observedGeneration === it?.metadata.generation;
    return it?.spec.size === size && available?.status === 'True' && isCurrent && it.status?.nodes?.length === size;
  };
  return eventually(async () => {
    const memcached = await waitFor(plane.client, { kind: Memcached, ...key }, isConverged, patient);
    const nodes = memcached?.status?.nodes ?? [];
    expect((await pods(plane)).map(nameOf).toSorted()).toEqual(nodes);
    return nodes;
  }, patient);
}

async function pods({ client }: ControlPlane): Promise<readonly DeepReadonly<Pod>[]> {
  return (await client.list(Pod, { namespace: key.namespace, labels })).items;
}

function nameOf({ metadata }: DeepReadonly<Pod>): string {
  return metadata.name ?? '';
}
