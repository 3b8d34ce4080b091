/** App: a Deployment, and a Service and an Ingress where they are asked for; webhooks; two versions. */
import { expect } from 'vitest';
import { Deployment } from '../../src/k8s/apps/v1/index.js';
import { Pod, Service } from '../../src/k8s/core/v1/index.js';
import { Ingress } from '../../src/k8s/networking/v1/index.js';
import {
  conditions,
  type Condition,
  type CustomResource,
  type DeepReadonly,
  defineKind,
  type Kind,
  type KubeObject,
} from '../../src/runtime/index.js';
import { eventually, waitFor, type ControlPlane } from '../../src/testing/index.js';
import { kubectl, nothingLeft, patient, refusal, type Story } from './story.js';

type AppV1Beta1 = CustomResource<
  { image: string; enable_service: boolean; enable_ingress?: boolean; replicas?: number },
  { ready_replicas?: number; conditions?: Condition[] }
>;
type AppV1 = CustomResource<{ image: string; enableService: boolean; enableIngress?: boolean }>;
const names = { group: 'ingress.my.domain', kind: 'App', plural: 'apps', scope: 'Namespaced' } as const;
const App = defineKind<AppV1Beta1>({ ...names, version: 'v1beta1' });
const AppV1 = defineKind<AppV1>({ ...names, version: 'v1' });
const key = { name: 'app-sample', namespace: 'default' };
const keyV1 = { name: 'app-sample-v1', namespace: 'default' };

export const app: Story = {
  title: 'app',
  example: 'app',
  chapters: [
    {
      title: 'the samples of both versions become ready, and the webhook fills in what they leave out',
      async play({ plane, example }) {
        // The operator announces its certificate a moment after it is ready.
        await eventually(() => kubectl(example, 'apply', '-k', 'config/samples'), patient);

        const sample = await ready(plane, key);
        await ready(plane, keyV1);
        expect(sample?.spec.enable_ingress).toBe(true);
        await exists(plane, Ingress, key);
        await exists(plane, Service, keyV1);
        expect(await plane.client.find(Ingress, keyV1)).toBeUndefined();
      },
    },
    {
      title: 'each version can be read as the other',
      async play({ plane, example }) {
        const modern = await plane.client.get(AppV1, key);
        const old = await kubectl(
          example,
          'get',
          'apps.v1beta1.ingress.my.domain',
          keyV1.name,
          '-o',
          'jsonpath={.spec}',
        );

        expect(modern.spec).toMatchObject({ enableService: true, enableIngress: true, host: 'app.my.domain' });
        expect(JSON.parse(old)).toMatchObject({ enable_service: true, enable_ingress: false, port: 8080 });
      },
    },
    {
      title: 'an ingress without a service is refused, in both versions',
      async play({ plane, example }) {
        const patch = (version: string, spec: object): Promise<string> => {
          const body = JSON.stringify({ spec });
          return kubectl(example, 'patch', `apps.${version}.ingress.my.domain`, key.name, '--type=merge', '-p', body);
        };

        const old = await refusal(patch('v1beta1', { enable_service: false }));
        const modern = await refusal(patch('v1', { enableService: false }));

        expect(old).toContain('spec.enable_service');
        expect(modern).toContain('must be true when spec.enable_ingress is');
        expect((await plane.client.get(App, key)).spec.enable_service).toBe(true);
      },
    },
    {
      title: 'a change through v1 scales, and takes ingress and service away',
      async play({ plane }) {
        const spec = { replicas: 3, enableIngress: false };
        await plane.client.patch({ kind: AppV1, ...key }, { type: 'merge', body: { spec } });
        await waitFor(plane.client, { kind: Ingress, ...key }, (it) => it === undefined, patient);
        await waitFor(plane.client, { kind: App, ...key }, (it) => it?.status?.ready_replicas === 3, patient);

        await plane.client.patch({ kind: AppV1, ...key }, { type: 'merge', body: { spec: { enableService: false } } });
        await waitFor(plane.client, { kind: Service, ...key }, (it) => it === undefined, patient);
      },
    },
    {
      title: 'what is deleted or edited by hand is put right',
      async play({ plane }) {
        const before = await plane.client.get(Deployment, keyV1);
        await plane.client.delete({ kind: Service, ...keyV1 });
        await plane.client.delete({ kind: Deployment, ...keyV1 });
        const body = { spec: { replicas: 0 } };
        const { metadata: edited } = await plane.client.patch({ kind: Deployment, ...key }, { type: 'merge', body });

        await exists(plane, Service, keyV1);
        await waitFor(plane.client, { kind: Deployment, ...keyV1 }, (it) => isAnother(it, before), patient);
        const isMended = (it: DeepReadonly<Deployment> | undefined): boolean =>
          (it?.metadata.generation ?? 0) > (edited.generation ?? 0) &&
          it?.status?.observedGeneration === it?.metadata.generation &&
          it?.status?.readyReplicas === 3;
        await waitFor(plane.client, { kind: Deployment, ...key }, isMended, patient);
        await ready(plane, key);
        await ready(plane, keyV1);
      },
    },
    {
      title: 'nothing is left when they are deleted',
      async play({ plane, example }) {
        await kubectl(example, 'delete', '-k', 'config/samples');

        await nothingLeft(plane, 'App', Deployment, Service, Ingress);
        await eventually(async () => {
          const { items } = await plane.client.list(Pod, { labels: { 'app.kubernetes.io/name': 'app' } });
          expect(items.filter(({ metadata }) => metadata.namespace === 'default')).toEqual([]);
        }, patient);
      },
    },
  ],
};

async function ready(plane: ControlPlane, ref: { name: string; namespace: string }) {
  const isReady = (it: DeepReadonly<AppV1Beta1> | undefined): boolean => {
    const condition = conditions.get(it?.status?.conditions, 'Ready');
    return condition?.status === 'True' && condition.observedGeneration === it?.metadata.generation;
  };
  return waitFor(plane.client, { kind: App, ...ref }, isReady, patient);
}

async function exists<T extends KubeObject>(plane: ControlPlane, kind: Kind<T>, ref: typeof key): Promise<void> {
  await waitFor(plane.client, { kind, ...ref }, (it) => it !== undefined, patient);
}

function isAnother(now: DeepReadonly<KubeObject> | undefined, before: DeepReadonly<KubeObject>): boolean {
  return now !== undefined && now.metadata.uid !== before.metadata.uid;
}
