/** The kinds that random operations are about: one custom kind, and built-in ones that operators write. */
import { samples } from '../../builtin/fuzz/samples.js';
import { subjects } from '../../builtin/fuzz/compare.js';
import { widgetDefinition } from '../widget-definition.js';
import type { SchemaNode } from '../../../../src/kubernetes/schema/schema-node.js';

/** A JSON object whose fields are set freely. */
export type Body = { metadata: Record<string, unknown>; [field: string]: unknown };

/** Where objects of a kind are, and what they look like. */
export interface RandomKind {
  readonly kind: string;
  readonly plural: string;
  readonly apiVersion: string;
  /** Valid objects, to be changed. */
  readonly samples: readonly Body[];
  readonly schema: SchemaNode | undefined;
  readonly subresources: readonly ('status' | 'scale')[];
  readonly isCustom: boolean;
}

const WITH_STATUS =
  'Deployment StatefulSet DaemonSet Job CronJob Pod Service Ingress PersistentVolumeClaim PodDisruptionBudget HorizontalPodAutoscaler ResourceQuota'.split(
    ' ',
  );
const WITHOUT_STATUS = 'ConfigMap Secret NetworkPolicy Lease ServiceAccount Role EndpointSlice'.split(' ');
const SCALED = new Set(['Deployment', 'StatefulSet']);

const STATUS_SAMPLES: Readonly<Record<string, object>> = {
  Widget: { replicas: 2, selector: 'a=b', phase: 'A', conditions: [{ type: 'Ready', status: 'True' }] },
  Deployment: {
    replicas: 2,
    readyReplicas: 1,
    updatedReplicas: 1,
    availableReplicas: 1,
    observedGeneration: 1,
    conditions: [{ type: 'Available', status: 'True', reason: 'r' }],
  },
  StatefulSet: { replicas: 1, readyReplicas: 1, currentRevision: 'a', collisionCount: 0 },
  DaemonSet: { currentNumberScheduled: 1, numberMisscheduled: 0, desiredNumberScheduled: 1, numberReady: 1 },
  Job: { active: 1, startTime: '2024-01-01T00:00:00Z' },
  CronJob: { lastScheduleTime: '2024-01-01T00:00:00Z', active: [{ kind: 'Job', name: 'x', namespace: 'y' }] },
  Pod: { phase: 'Running', podIP: '1.2.3.4', conditions: [{ type: 'Ready', status: 'True' }] },
  Service: { loadBalancer: { ingress: [{ ip: '1.2.3.4' }] } },
  Ingress: { loadBalancer: { ingress: [{ hostname: 'a.b' }] } },
  PersistentVolumeClaim: { phase: 'Bound', capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'] },
  PodDisruptionBudget: { currentHealthy: 1, desiredHealthy: 1, disruptionsAllowed: 0, expectedPods: 1 },
  HorizontalPodAutoscaler: {
    currentReplicas: 1,
    desiredReplicas: 1,
    conditions: [{ type: 'ScalingActive', status: 'True' }],
  },
  ResourceQuota: { hard: { pods: '5' }, used: { pods: '1' } },
};

const WIDGET_SPECS: readonly object[] = [
  {
    tier: 'free',
    replicas: 2,
    pat: 'abc',
    list: ['a'],
    set: ['a', 'b'],
    map: [{ name: 'x' }, { name: 'y', value: 'z' }],
  },
  {
    tier: 'paid',
    props: { a: 'b' },
    ios: 80,
    bool: true,
    nul: null,
    date: '2024-01-02T03:04:05Z',
    dur: '1h',
    num: 1.5,
  },
  {
    tier: 'paid',
    any: { x: { y: [1, 'a', null] } },
    nest: { b: 'c' },
    emb: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' } },
  },
  { tier: 'free', atomicmap: { a: 'b' }, imm: 'i', min: 1, max: 2, one: { a: '1' }, anyo: { b: '1' }, allo: 4 },
  { tier: 'free' },
];

/** The kinds; widgets are in this group. */
export function randomKinds(group: string): RandomKind[] {
  const definition = widgetDefinition(group) as { spec: { versions: { schema: { openAPIV3Schema: SchemaNode } }[] } };
  const apiVersion = `${group}/v1`;
  const widget: RandomKind = {
    kind: 'Widget',
    plural: 'widgets',
    apiVersion,
    samples: WIDGET_SPECS.map((spec) => ({ apiVersion, kind: 'Widget', metadata: {}, spec })),
    schema: definition.spec.versions[0]?.schema.openAPIV3Schema,
    subresources: ['status', 'scale'],
    isCustom: true,
  };
  return [widget, ...[...WITH_STATUS, ...WITHOUT_STATUS].map(builtinKind)];
}

function builtinKind(kind: string): RandomKind {
  const found = subjects([kind]);
  const [first] = found;
  if (first === undefined) throw new Error(`no sample of ${kind} among ${samples().length}`);
  return {
    kind,
    plural: first.path.split('/').at(-1) ?? '',
    apiVersion: first.sample.apiVersion,
    samples: found.filter(({ path }) => path === first.path).map(({ sample }) => ({ ...sample, metadata: {} })),
    schema: first.schema,
    subresources: [
      ...(WITH_STATUS.includes(kind) ? (['status'] as const) : []),
      ...(SCALED.has(kind) ? (['scale'] as const) : []),
    ],
    isCustom: false,
  };
}

/** A status as controllers write it; kinds without one have none. */
export const statusSample = ({ kind }: RandomKind): object => STATUS_SAMPLES[kind] ?? {};

/** The path of the objects of a kind in a namespace. */
export function pathOf({ apiVersion, plural }: RandomKind, namespace: string): string {
  return `${apiVersion.includes('/') ? '/apis' : '/api'}/${apiVersion}/namespaces/${namespace}/${plural}`;
}
