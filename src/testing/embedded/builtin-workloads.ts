/** Defaults and checks of Deployments, ReplicaSets, StatefulSets, DaemonSets, Jobs, CronJobs and Pods. */
import { section, type ApiObject } from './api-object.js';
import { invalidValue, requiredValue, type FieldError } from './api-status.js';
import { admittedPod, qosClass, withPodDefaults } from './builtin-pod-defaults.js';
import type { KindRules } from './builtin-rules.js';
import { isObject, jsonEqual, type JsonObject } from './json.js';
import { matchesLabels, selectorOf } from './label-selector.js';

const ROLLING = { maxUnavailable: '25%', maxSurge: '25%' };

function withSpec(object: ApiObject, change: (spec: JsonObject) => JsonObject): ApiObject {
  const spec = section(object, 'spec');
  const template = isObject(spec['template']) ? { ...spec, template: templateDefaults(spec['template']) } : spec;
  return { ...object, spec: change(template) };
}

function templateDefaults(template: JsonObject): JsonObject {
  return { ...template, spec: withPodDefaults(isObject(template['spec']) ? template['spec'] : {}) };
}

/** Rules of Deployment. */
export const deploymentRules: KindRules = {
  setDefaults: (object) =>
    withSpec(object, (spec) => {
      const strategy = isObject(spec['strategy']) ? spec['strategy'] : {};
      const type = strategy['type'] ?? 'RollingUpdate';
      const rolling = isObject(strategy['rollingUpdate']) ? strategy['rollingUpdate'] : {};
      return {
        ...spec,
        replicas: spec['replicas'] ?? 1,
        revisionHistoryLimit: spec['revisionHistoryLimit'] ?? 10,
        progressDeadlineSeconds: spec['progressDeadlineSeconds'] ?? 600,
        strategy: {
          ...strategy,
          type,
          ...(type === 'RollingUpdate' ? { rollingUpdate: { ...ROLLING, ...rolling } } : {}),
        },
      };
    }),
  validate: workloadErrors,
};

/** Rules of ReplicaSet. */
export const replicaSetRules: KindRules = {
  setDefaults: (object) => withSpec(object, (spec) => ({ ...spec, replicas: spec['replicas'] ?? 1 })),
  prepareCreate: (object) => ({ ...object, status: { replicas: 0 } }),
  validate: workloadErrors,
};

/** Rules of StatefulSet. */
export const statefulSetRules: KindRules = {
  setDefaults: (object) =>
    withSpec(object, (spec) => ({
      ...spec,
      replicas: spec['replicas'] ?? 1,
      serviceName: spec['serviceName'] ?? '',
      podManagementPolicy: spec['podManagementPolicy'] ?? 'OrderedReady',
      updateStrategy: spec['updateStrategy'] ?? {
        type: 'RollingUpdate',
        rollingUpdate: { partition: 0, maxUnavailable: 1 },
      },
      revisionHistoryLimit: spec['revisionHistoryLimit'] ?? 10,
      persistentVolumeClaimRetentionPolicy: spec['persistentVolumeClaimRetentionPolicy'] ?? {
        whenDeleted: 'Retain',
        whenScaled: 'Retain',
      },
    })),
  prepareCreate: (object) => ({ ...object, status: { replicas: 0, availableReplicas: 0 } }),
  validate: workloadErrors,
};

/** Rules of DaemonSet. */
export const daemonSetRules: KindRules = {
  setDefaults: (object) =>
    withSpec(withTemplateGeneration(object), (spec) => ({
      ...spec,
      updateStrategy: spec['updateStrategy'] ?? {
        type: 'RollingUpdate',
        rollingUpdate: { maxUnavailable: 1, maxSurge: 0 },
      },
      revisionHistoryLimit: spec['revisionHistoryLimit'] ?? 10,
    })),
  prepareCreate: (object) => ({
    ...object,
    status: { currentNumberScheduled: 0, numberMisscheduled: 0, desiredNumberScheduled: 0, numberReady: 0 },
  }),
  validate: workloadErrors,
};

function withTemplateGeneration(object: ApiObject): ApiObject {
  const annotations = { 'deprecated.daemonset.template.generation': '1', ...object.metadata.annotations };
  return { ...object, metadata: { ...object.metadata, annotations } };
}

function jobDefaults(spec: JsonObject): JsonObject {
  return {
    ...spec,
    parallelism: spec['parallelism'] ?? 1,
    completions: spec['completions'] ?? (spec['parallelism'] === undefined ? 1 : undefined),
    backoffLimit: spec['backoffLimit'] ?? 6,
    completionMode: spec['completionMode'] ?? 'NonIndexed',
    suspend: spec['suspend'] ?? false,
    podReplacementPolicy: spec['podReplacementPolicy'] ?? 'TerminatingOrFailed',
  };
}

/** Rules of Job: without a selector it gets one of its own, by uid. */
export const jobRules: KindRules = {
  setDefaults: (object) => withSpec(object, jobDefaults),
  prepareCreate: (object) => {
    const spec = section(object, 'spec');
    if (spec['manualSelector'] === true) return object;
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
        selector: { matchLabels: { 'batch.kubernetes.io/controller-uid': uid } },
        template: { ...template, metadata: { ...metadata, labels: { ...given, ...ids } } },
      },
    };
  },
};

/** Rules of CronJob. */
export const cronJobRules: KindRules = {
  setDefaults: (object) => {
    const spec = section(object, 'spec');
    const jobTemplate = isObject(spec['jobTemplate']) ? spec['jobTemplate'] : {};
    const jobSpec = isObject(jobTemplate['spec']) ? jobTemplate['spec'] : {};
    const template = isObject(jobSpec['template']) ? templateDefaults(jobSpec['template']) : {};
    return {
      ...object,
      spec: {
        ...spec,
        concurrencyPolicy: spec['concurrencyPolicy'] ?? 'Allow',
        suspend: spec['suspend'] ?? false,
        successfulJobsHistoryLimit: spec['successfulJobsHistoryLimit'] ?? 3,
        failedJobsHistoryLimit: spec['failedJobsHistoryLimit'] ?? 1,
        jobTemplate: { ...jobTemplate, spec: { ...jobSpec, template } },
      },
    };
  },
};

/** Rules of Pod. */
export const podRules: KindRules = {
  setDefaults: (object) => ({ ...object, spec: withPodDefaults(section(object, 'spec'), 'pod') }),
  prepareCreate: (object) => ({
    ...object,
    spec: admittedPod(section(object, 'spec')),
    status: { phase: 'Pending', qosClass: qosClass(section(object, 'spec')) },
  }),
};

function workloadErrors(after: ApiObject, before: ApiObject | undefined): FieldError[] {
  const spec = section(after, 'spec');
  const { selector } = spec;
  const template = isObject(spec['template']) ? spec['template'] : {};
  const labels = isObject(template['metadata']) ? template['metadata']['labels'] : undefined;
  const errors: FieldError[] = [];
  if (selector === undefined) {
    errors.push(requiredValue('spec.selector'));
  }
  if (
    selector === undefined ||
    !matchesLabels(selectorOf(selector), isObject(labels) ? (labels as Record<string, string>) : {})
  ) {
    errors.push(
      invalidValue(
        'spec.template.metadata.labels',
        isObject(labels) ? labels : null,
        '`selector` does not match template `labels`',
      ),
    );
  }
  const podSpec = isObject(template['spec']) ? template['spec'] : {};
  if (!Array.isArray(podSpec['containers']) || podSpec['containers'].length === 0) {
    errors.push(requiredValue('spec.template.spec.containers'));
  }
  if (before !== undefined && !jsonEqual(selector, section(before, 'spec')['selector'])) {
    errors.push(invalidValue('spec.selector', selector, 'field is immutable'));
  }
  return errors;
}
