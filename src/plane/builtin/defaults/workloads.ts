/** Defaults of workloads. */
import { isObject, type JsonObject } from '../../../kubernetes/json/json-value.js';
import { podTemplate } from './pod.js';
import { all, filled, type Shape } from './shape.js';
import { innerClaimSpec } from './volumes.js';

const template: Shape = { template: { made: podTemplate } };

const rolling = (key: string, parts: Shape): Shape => ({
  [key]: {
    made: (strategy) => {
      const typed = filled(strategy, { type: { zero: 'RollingUpdate' } });
      return typed['type'] === 'RollingUpdate' ? filled(typed, { rollingUpdate: { made: parts } }) : typed;
    },
  },
});

/** Deployment. */
export const deployment: Shape = {
  spec: {
    made: all(
      template,
      {
        replicas: { absent: 1 },
        revisionHistoryLimit: { absent: 10 },
        progressDeadlineSeconds: { absent: 600 },
      },
      rolling('strategy', { maxUnavailable: { absent: '25%' }, maxSurge: { absent: '25%' } }),
    ),
  },
};

/** ReplicaSet. */
export const replicaSet: Shape = { spec: { made: all(template, { replicas: { absent: 1 } }) } };

function statefulStrategy(strategy: JsonObject): JsonObject {
  const parts: Shape = { partition: { absent: 0 }, maxUnavailable: { absent: 1 } };
  if (strategy['type'] === undefined || strategy['type'] === '') {
    return filled(strategy, { type: { zero: 'RollingUpdate' }, rollingUpdate: { made: parts } });
  }
  return strategy['type'] === 'RollingUpdate' ? filled(strategy, { rollingUpdate: { inside: parts } }) : strategy;
}

/** Whatever is written there, these are claims. */
const ofClaim: Shape = (claim) => ({ ...claim, apiVersion: 'v1', kind: 'PersistentVolumeClaim' });

/** StatefulSet. */
export const statefulSet: Shape = {
  spec: {
    made: all(template, {
      replicas: { absent: 1 },
      serviceName: { absent: '' },
      podManagementPolicy: { zero: 'OrderedReady' },
      updateStrategy: { made: statefulStrategy },
      revisionHistoryLimit: { absent: 10 },
      persistentVolumeClaimRetentionPolicy: {
        made: { whenDeleted: { zero: 'Retain' }, whenScaled: { zero: 'Retain' } },
      },
      volumeClaimTemplates: {
        each: all(ofClaim, {
          spec: { made: innerClaimSpec },
          status: { made: { phase: { zero: 'Pending' } } },
        }),
      },
    }),
  },
};

/** DaemonSet. */
export const daemonSet: Shape = {
  spec: {
    made: all(
      template,
      { revisionHistoryLimit: { absent: 10 } },
      rolling('updateStrategy', { maxUnavailable: { absent: 1 }, maxSurge: { absent: 0 } }),
    ),
  },
};

const failurePolicy: Shape = {
  podFailurePolicy: { inside: { rules: { each: { onPodConditions: { each: { status: { zero: 'True' } } } } } } },
};

function jobCounts(spec: JsonObject): JsonObject {
  const { completions, parallelism, backoffLimit, backoffLimitPerIndex } = spec;
  return {
    ...spec,
    parallelism: parallelism ?? 1,
    completions: completions ?? (parallelism === undefined ? 1 : undefined),
    backoffLimit: backoffLimit ?? (backoffLimitPerIndex === undefined ? 6 : 2_147_483_647),
    podReplacementPolicy:
      spec['podReplacementPolicy'] ?? (spec['podFailurePolicy'] === undefined ? 'TerminatingOrFailed' : 'Failed'),
  };
}

/** Job. */
export const job: Shape = all(
  {
    spec: {
      made: all(template, failurePolicy, jobCounts, {
        scheduling: { dropped: true },
        completionMode: { absent: 'NonIndexed' },
        suspend: { absent: false },
        manualSelector: { absent: false },
      }),
    },
  },
  labelsOfTemplate,
);

/** A Job without labels has those of its template. */
function labelsOfTemplate(object: JsonObject): JsonObject {
  const { metadata, spec } = object;
  if (!isObject(metadata) || !isObject(spec) || !isObject(spec['template'])) return object;
  const inner = spec['template']['metadata'];
  const labels = isObject(inner) ? inner['labels'] : undefined;
  const own = metadata['labels'];
  if (!isObject(labels) || (isObject(own) && Object.keys(own).length > 0)) return object;
  return { ...object, metadata: { ...metadata, labels } };
}

/** CronJob. */
export const cronJob: Shape = {
  spec: {
    made: {
      concurrencyPolicy: { zero: 'Allow' },
      suspend: { absent: false },
      successfulJobsHistoryLimit: { absent: 3 },
      failedJobsHistoryLimit: { absent: 1 },
      jobTemplate: { made: { spec: { made: all({ template: { made: podTemplate } }, failurePolicy) } } },
    },
  },
};
