/** What kubectl shows of built-in kinds: tables, descriptions, explanations, rights. */
import { samples } from '../builtin/fuzz/samples.js';
import { install, widget } from './scenarios-custom.js';
import { get, merge, post, type Run, type Scenario } from './scenario.js';

const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';
const PLURALS: Readonly<Record<string, string>> = {
  NetworkPolicy: 'networkpolicies',
  PriorityClass: 'priorityclasses',
  StorageClass: 'storageclasses',
  Ingress: 'ingresses',
  Endpoints: 'endpoints',
};

/** Services get addresses that no two servers share, quotas keep pods out, and namespaces are in none. */
const ALONE = new Set(['Service', 'ResourceQuota', 'LimitRange', 'Namespace']);

/** Where objects of a sample's kind are; undefined for kinds without a namespace, which scenarios share. */
function pathOf(run: Run, { apiVersion, kind }: { apiVersion: string; kind: string }): string {
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  return `${root}/namespaces/${run.namespace}/${PLURALS[kind] ?? `${kind.toLowerCase()}s`}`;
}

/** Pods in every state that the printer tells apart. */
const STATUSES: readonly object[] = [
  {
    phase: 'Running',
    containerStatuses: [container('c', { running: {} }, true)],
    podIPs: [{ ip: '10.1.1.1' }],
    podIP: '10.1.1.1',
  },
  { phase: 'Pending', containerStatuses: [container('c', { waiting: { reason: 'ImagePullBackOff' } })] },
  { phase: 'Failed', containerStatuses: [container('c', { terminated: { exitCode: 137, signal: 9 } })] },
  { phase: 'Failed', reason: 'Evicted' },
  { phase: 'Succeeded', containerStatuses: [container('c', { terminated: { exitCode: 0, reason: 'Completed' } })] },
  { phase: 'Pending', initContainerStatuses: [container('i', { terminated: { exitCode: 1 } })] },
  { phase: 'Pending', initContainerStatuses: [container('i', { waiting: { reason: 'PodInitializing' } })] },
  { phase: 'Pending', initContainerStatuses: [container('i', { waiting: { reason: 'CrashLoopBackOff' } })] },
  {
    phase: 'Running',
    initContainerStatuses: [container('i', { terminated: { exitCode: 0 } })],
    containerStatuses: [container('c', { terminated: { exitCode: 3 } })],
  },
  { phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'False', reason: 'SchedulingGated' }] },
  {
    phase: 'Running',
    nominatedNodeName: 'n1',
    containerStatuses: [{ ...container('c', { running: {} }), restartCount: 4 }],
  },
];

function container(name: string, state: object, ready = false): object {
  return { name, state, ready, restartCount: 0, image: 'i', imageID: '' };
}

export const shownScenarios: Record<string, Scenario> = {
  'tables of the samples of every namespaced kind': async (run) => {
    const seen = new Set<string>();
    for (const sample of samples().filter(({ kind }) => !ALONE.has(kind))) {
      const path = pathOf(run, sample);
      const { namespace: _namespace, ...metadata } = sample.metadata as { namespace?: string };
      const { code } = await run.quietly(post(path, { ...sample, metadata }));
      if (code === 201) seen.add(path);
    }
    for (const path of seen) await run.call({ ...get(`${path}?includeObject=None`), accept: TABLE });
  },
  'tables of pods in every state': async (run) => {
    const pods = `/api/v1/namespaces/${run.namespace}/pods`;
    for (const [index, status] of STATUSES.entries()) {
      const name = `p${index}`;
      const containers = [{ name: 'c', image: 'i' }];
      await run.quietly(
        post(pods, { metadata: { name }, spec: { containers, initContainers: [{ name: 'i', image: 'i' }] } }),
      );
      await run.quietly(merge(`${pods}/${name}/status`, { status }));
    }
    await run.call({ ...get(`${pods}?includeObject=None`), accept: TABLE });
  },
  'explains built-in and custom kinds, in both versions of OpenAPI': async (run) => {
    await install(run);
    await run.until('/openapi/v3', ({ body }) => `apis/${run.group}/v1` in ((body as { paths?: object }).paths ?? {}));
    const v2 = ['-o', 'plaintext-openapiv2'];
    await run.kubectl(['explain', 'deployment.spec.strategy']);
    await run.kubectl(['explain', 'pod.spec.containers.resources']);
    await run.kubectl(['explain', 'ingress', '--recursive']);
    await run.kubectl(['explain', 'cronjob.spec', ...v2]);
    await run.kubectl(['explain', `widgets.${run.group}`]);
    await run.kubectl(['explain', `widgets.${run.group}.spec`]);
  },
  'refuses kinds that the server does not have in the same words': async (run) => {
    await install(run);
    const ns = `--namespace=${run.namespace}`;
    await run.kubectl(['create', ns, '-f', '-'], { ...widget(run, 'w', {}), kind: 'Widgett' });
    await run.kubectl(['get', ns, 'nopes']);
  },
  'describes workloads, and says what people may do': async (run) => {
    const ns = `--namespace=${run.namespace}`;
    await run.kubectl(['create', ns, 'deployment', 'web', '--image=nginx', '--replicas=2', '--port=80']);
    await run.kubectl(['expose', ns, 'deployment', 'web', '--port=80', '--cluster-ip=None']);
    await run.kubectl(['autoscale', ns, 'deployment', 'web', '--max=3']);
    await run.kubectl(['create', ns, 'job', 'j', '--image=x']);
    for (const what of ['deployment/web', 'service/web', 'hpa/web', 'job/j']) await run.kubectl(['describe', ns, what]);
    await run.kubectl(['get', ns, 'deployment/web', '--subresource=scale']);
    await run.kubectl(['rollout', 'history', ns, 'deployment/web']);
    await run.kubectl(['rollout', 'pause', ns, 'deployment/web']);
    await run.kubectl(['set', 'env', ns, 'deployment/web', 'A=b']);
    const account = `--as=system:serviceaccount:${run.namespace}:robot`;
    await run.kubectl(['create', ns, 'serviceaccount', 'robot']);
    await run.kubectl(['create', ns, 'role', 'r', '--verb=get', '--resource=pods']);
    await run.kubectl(['create', ns, 'rolebinding', 'rb', '--role=r', `--serviceaccount=${run.namespace}:robot`]);
    const spec = {
      user: `system:serviceaccount:${run.namespace}:robot`,
      resourceAttributes: { namespace: run.namespace, verb: 'get', resource: 'pods' },
    };
    await run.until(
      post('/apis/authorization.k8s.io/v1/subjectaccessreviews', { spec }),
      ({ body }) => (body as { status?: { allowed?: boolean } }).status?.allowed === true,
    );
    await run.kubectl(['auth', 'can-i', ns, 'get', 'pods', account, '--as-group=system:serviceaccounts']);
    await run.kubectl(['auth', 'can-i', ns, 'get', 'secrets', account]);
    await run.kubectl(['auth', 'can-i', ns, '--list', account, '--as-group=system:authenticated']);
  },
  'lists what there is': async (run) => {
    await run.kubectl(['api-resources', '--api-group=apps', '-o', 'wide']);
    await run.kubectl(['api-resources', '--api-group=', '-o', 'wide']);
    await run.kubectl(['get', 'priorityclasses', '-o', 'wide']);
    await run.kubectl(['get', 'configmaps', '--selector=n===']);
  },
};
