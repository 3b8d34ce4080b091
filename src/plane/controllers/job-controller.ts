/** Jobs: pods until enough have succeeded. */
import type { ApiObject } from '../storage/api-object.js';
import type { Backend } from '../backend.js';
import { timestamp } from '../wall-clock.js';
import type { JsonObject } from '../../kubernetes/json/json-value.js';
import { randomSuffix } from '../resources/object-preparation.js';
import type { BuiltinController } from './controller-loop.js';
import { InternalClient } from './internal-client.js';
import { ownKeys } from './replica-set-controller.js';
import {
  condition,
  conditionOf,
  isActive,
  isControlledBy,
  isNews,
  isReady,
  numberOf,
  podFrom,
  specOf,
  statusOf,
} from './workload.js';

/** Keeps Jobs and their pods in step. Keys are `namespace/name`. */
export function jobController(backend: Backend): BuiltinController {
  const client = new InternalClient(backend);
  return {
    name: 'job-controller',
    keysFor: (collection, { object }) => ownKeys(collection, object, 'batch/jobs', 'Job'),
    reconcile: (key) => reconcile(client, key),
  };
}

async function reconcile(client: InternalClient, key: string): Promise<void> {
  const [namespace = '', name = ''] = key.split('/');
  const type = client.type('batch', 'v1', 'Job');
  const podType = client.type('', 'v1', 'Pod');
  const job = client.get(type, namespace, name);
  if (job === undefined || conditionOf(statusOf(job), 'Complete') !== undefined) return;
  const spec = specOf(job);
  const podsOf = (): ApiObject[] => client.list(podType, namespace).filter((pod) => isControlledBy(pod, job));
  const completions = numberOf(spec['completions'], 1);
  const succeeded = podsOf().filter((pod) => statusOf(pod)['phase'] === 'Succeeded').length;
  const active = podsOf().filter(isActive).length;
  const isSuspended = spec['suspend'] === true || job.metadata.deletionTimestamp !== undefined;
  const missing = isSuspended ? 0 : Math.min(numberOf(spec['parallelism'], 1), completions - succeeded) - active;
  for (let count = 0; count < missing; count++) {
    await client.create(podType, podFrom(job, { name: `${name}-${randomSuffix()}`, generateName: `${name}-` }));
  }
  const status = nextStatus(job, client, { pods: podsOf(), succeeded, isDone: succeeded >= completions });
  if (isNews(job, status)) await client.patch(job, type, { status }, 'status');
}

function nextStatus(
  job: ApiObject,
  client: InternalClient,
  { pods, succeeded, isDone }: { pods: readonly ApiObject[]; succeeded: number; isDone: boolean },
): JsonObject {
  const before = statusOf(job);
  const { clock } = client.backend;
  const active = pods.filter(isActive);
  const done = (type: string): JsonObject =>
    condition(
      before,
      {
        type,
        status: 'True',
        reason: 'CompletionsReached',
        message: 'Reached expected number of succeeded pods',
        lastProbeTime: timestamp(clock),
      },
      clock,
    );
  return {
    startTime: before['startTime'] ?? timestamp(clock),
    active: active.length || null,
    ready: active.filter(isReady).length,
    terminating: 0,
    succeeded: succeeded || null,
    uncountedTerminatedPods: {},
    ...(isDone ? { completionTime: timestamp(clock), conditions: [done('SuccessCriteriaMet'), done('Complete')] } : {}),
  };
}
