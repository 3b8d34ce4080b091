/** What the server sets on new Deployments, ReplicaSets, StatefulSets, DaemonSets, Jobs and Pods. */
import { completePodStatus } from '../status/pod-status.js';
import { section, type ApiObject } from '../../storage/api-object.js';
import { admittedPod } from './pod.js';
import { qosClass } from './qos-class.js';
import { withPriority } from '../pod-admission.js';
import type { KindRules } from '../builtin-rules.js';
import { getPath, isObject, jsonEqual, type JsonObject } from '../../../kubernetes/json/json-value.js';

/** Rules of ReplicaSet. */
export const replicaSetRules: KindRules = {
  prepareCreate: (object) => ({ ...object, status: { replicas: 0 } }),
};

/** Rules of StatefulSet. */
export const statefulSetRules: KindRules = {
  prepareCreate: (object) => ({ ...object, status: { replicas: 0, availableReplicas: 0 } }),
  prepareStatus: (object) => ({ ...object, status: { availableReplicas: 0, ...section(object, 'status') } }),
};

const TEMPLATE_GENERATION = 'deprecated.daemonset.template.generation';

/** Rules of DaemonSet. */
export const daemonSetRules: KindRules = {
  setDefaults: (object) => withTemplateGeneration(object, '1'),
  prepareCreate: (object) => ({
    ...withTemplateGeneration(object, '1', true),
    status: { currentNumberScheduled: 0, numberMisscheduled: 0, desiredNumberScheduled: 0, numberReady: 0 },
  }),
  prepareUpdate: (after, before) => {
    const count = Number(before.metadata.annotations?.[TEMPLATE_GENERATION] ?? 1);
    const isChanged = !jsonEqual(section(after, 'spec')['template'], section(before, 'spec')['template']);
    return withTemplateGeneration(after, String(isChanged ? count + 1 : count), true);
  },
};

function withTemplateGeneration(object: ApiObject, count: string, isForced = false): ApiObject {
  const { annotations } = object.metadata;
  if (!isForced && annotations?.[TEMPLATE_GENERATION] !== undefined) return object;
  return { ...object, metadata: { ...object.metadata, annotations: { ...annotations, [TEMPLATE_GENERATION]: count } } };
}

/** Rules of Job: without a selector it gets one of its own, by uid. */
export const jobRules: KindRules = {
  prepareCreate: (object) => {
    const spec = section(object, 'spec');
    if (spec['manualSelector'] === true) return { ...object, status: {} };
    const uid = object.metadata.uid ?? '';
    const name = object.metadata.name ?? '';
    const template = isObject(spec['template']) ? spec['template'] : {};
    const metadata = isObject(template['metadata']) ? template['metadata'] : {};
    const given = isObject(metadata['labels']) ? metadata['labels'] : {};
    const ids = {
      'batch.kubernetes.io/controller-uid': uid,
      'batch.kubernetes.io/job-name': name,
      'controller-uid': uid,
      'job-name': name,
    };
    return {
      ...object,
      spec: {
        ...spec,
        selector: withOwnLabel(spec['selector'], uid),
        template: { ...template, metadata: { ...metadata, labels: { ...ids, ...given } } },
      },
      status: {},
    };
  },
  // The API server fills in defaults again when it reads what it stored.
  asStored: withTemplateLabels,
};

/** A Job without labels shows those of its template. */
function withTemplateLabels(object: ApiObject): ApiObject {
  const labels = getPath(object, ['spec', 'template', 'metadata', 'labels']);
  if (!isObject(labels) || Object.keys(object.metadata.labels ?? {}).length > 0) return object;
  return { ...object, metadata: { ...object.metadata, labels: { ...labels } as Record<string, string> } };
}

/** Rules of HorizontalPodAutoscaler. */
export const autoscalerRules: KindRules = {
  prepareCreate: (object) => ({ ...object, status: { currentMetrics: null, desiredReplicas: 0 } }),
};

function withOwnLabel(selector: JsonObject[string], uid: string): JsonObject {
  const own = isObject(selector) ? selector : {};
  const labels = isObject(own['matchLabels']) ? own['matchLabels'] : {};
  return { ...own, matchLabels: { 'batch.kubernetes.io/controller-uid': uid, ...labels } };
}

/** A pod with scheduling gates says from the start why it waits. */
function gateConditions(pod: ApiObject): JsonObject {
  const gates = section(pod, 'spec')['schedulingGates'];
  if (!Array.isArray(gates) || gates.length === 0) return {};
  const condition = {
    type: 'PodScheduled',
    status: 'False',
    lastProbeTime: null,
    lastTransitionTime: pod.metadata.creationTimestamp,
    reason: 'SchedulingGated',
    message: 'Scheduling is blocked due to non-empty scheduling gates',
  };
  return { conditions: [condition] };
}

/** Rules of Pod. */
export const podRules: KindRules = {
  prepareStatus: completePodStatus,
  admit: (object, others) => ({ ...object, spec: admittedPod(withPriority(object, others)) }),
  prepareCreate: (object) => ({
    ...object,
    status: { ...gateConditions(object), phase: 'Pending', qosClass: qosClass(section(object, 'spec')) },
  }),
  prepareUpdate: (after, before) => {
    const { priority, preemptionPolicy } = section(before, 'spec');
    const spec = section(after, 'spec');
    return { ...after, spec: admittedPod({ ...withoutUndefined({ priority, preemptionPolicy }), ...spec }) };
  },
};

function withoutUndefined(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}
