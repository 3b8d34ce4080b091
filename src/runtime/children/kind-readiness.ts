/** The rules of kstatus for built-in kinds. */

/** Fields of an object about which nothing is known. */
export type Fields = Readonly<Record<string, unknown>>;

/** Ready, or what is missing. */
export interface Readiness {
  readonly isReady: boolean;
  readonly message: string;
}

/** What a rule looks at. */
export interface Looked {
  readonly hasGeneration: boolean;
  readonly spec: Fields;
  readonly status: Fields;
  readonly conditions: readonly { readonly type: string; readonly status: string; readonly reason?: string }[];
}

type Rule = (object: Looked) => Readiness;

export const ready: Readiness = Object.freeze({ isReady: true, message: 'it is ready' });

/** Not ready, and why. */
export function unready(message: string): Readiness {
  return { isReady: false, message };
}

/** By `<group>/<kind>`. */
export const kindRules: Readonly<Record<string, Rule>> = {
  'apps/Deployment': deployment,
  'apps/StatefulSet': statefulSet,
  'apps/DaemonSet': daemonSet,
  'apps/ReplicaSet': replicaSet,
  'batch/Job': job,
  '/Pod': pod,
  '/ConfigMap': () => ready,
  '/Secret': () => ready,
  'batch/CronJob': () => ready,
  'policy/PodDisruptionBudget': () => ready,
  '/PersistentVolumeClaim': ({ status }) =>
    status['phase'] === 'Bound' ? ready : unready(`it is ${text(status['phase'], 'not bound')}`),
  '/Service': ({ spec }) =>
    spec['type'] === 'LoadBalancer' && !spec['clusterIP'] ? unready('it has no cluster IP yet') : ready,
  'apiextensions.k8s.io/CustomResourceDefinition': definition,
};

/** Each: the number to reach, the number reached, and a word for the message; the first that falls short decides. */
function reached(...counts: readonly (readonly [wanted: number, actual: number, what: string])[]): Readiness {
  const short = counts.find(([wanted, actual]) => actual < wanted);
  return short ? unready(`${short[1]} of ${short[0]} replicas are ${short[2]}`) : ready;
}

/** The Deployment controller reports no progress then. */
const NO_DEADLINE = 2 ** 31 - 1;

function deployment({ spec, status, conditions }: Looked): Readiness {
  const wanted = count(spec, 'replicas', 1);
  const has = (type: string, reason?: string): boolean =>
    conditions.some((one) => one.type === type && one.status === 'True' && (!reason || one.reason === reason));
  if (conditions.some((one) => one.type === 'Progressing' && one.reason === 'ProgressDeadlineExceeded'))
    return unready('its progress deadline is exceeded');
  const created = reached(
    [wanted, count(status, 'replicas'), 'created'],
    [wanted, count(status, 'updatedReplicas'), 'updated'],
  );
  if (!created.isReady) return created;
  const surplus = count(status, 'replicas') - wanted;
  if (surplus > 0) return unready(`${surplus} old replicas are still running`);
  const up = reached(
    [count(status, 'updatedReplicas'), count(status, 'availableReplicas'), 'available'],
    [wanted, count(status, 'readyReplicas'), 'ready'],
  );
  if (!up.isReady) return up;
  const isProgressed =
    count(spec, 'progressDeadlineSeconds', NO_DEADLINE) === NO_DEADLINE || has('Progressing', 'NewReplicaSetAvailable');
  if (!isProgressed) return unready('its new ReplicaSet is not available');
  return has('Available') ? ready : unready('it is not available');
}

function statefulSet({ spec, status }: Looked): Readiness {
  const strategy = fields(spec, 'updateStrategy');
  if (strategy['type'] === 'OnDelete') return ready;
  const wanted = count(spec, 'replicas', 1);
  const up = reached([wanted, count(status, 'replicas'), 'created'], [wanted, count(status, 'readyReplicas'), 'ready']);
  if (!up.isReady) return up;
  const surplus = count(status, 'replicas') - wanted;
  if (surplus > 0) return unready(`${surplus} replicas are still terminating`);
  const { partition } = fields(strategy, 'rollingUpdate');
  if (partition !== undefined)
    return reached([wanted - Number(partition), count(status, 'updatedReplicas'), 'updated']);
  const current = reached([wanted, count(status, 'currentReplicas'), 'current']);
  if (!current.isReady) return current;
  return status['currentRevision'] === status['updateRevision'] ? ready : unready('its update is not complete');
}

function daemonSet({ hasGeneration, status }: Looked): Readiness {
  if (!hasGeneration || status['observedGeneration'] === undefined || status['desiredNumberScheduled'] === undefined)
    return unready('it has not been scheduled yet');
  const wanted = count(status, 'desiredNumberScheduled');
  return reached(
    [wanted, count(status, 'currentNumberScheduled'), 'scheduled'],
    [wanted, count(status, 'updatedNumberScheduled'), 'updated'],
    [wanted, count(status, 'numberAvailable'), 'available'],
    [wanted, count(status, 'numberReady'), 'ready'],
  );
}

function replicaSet({ spec, status, conditions }: Looked): Readiness {
  if (conditions.some((one) => one.type === 'ReplicaFailure' && one.status === 'True'))
    return unready('its replicas cannot be created');
  const wanted = count(spec, 'replicas', 1);
  const up = reached(
    [wanted, count(status, 'fullyLabeledReplicas'), 'labeled'],
    [wanted, count(status, 'availableReplicas'), 'available'],
    [wanted, count(status, 'readyReplicas'), 'ready'],
  );
  const surplus = count(status, 'replicas') - wanted;
  return up.isReady && surplus > 0 ? unready(`${surplus} replicas are still terminating`) : up;
}

/** As in kstatus, a Job that runs is ready; `readyWhen` can wait for its end. */
function job({ status, conditions }: Looked): Readiness {
  const end = conditions.find(({ type, status: is }) => (type === 'Complete' || type === 'Failed') && is === 'True');
  if (end) return end.type === 'Complete' ? ready : unready('it has failed');
  return status['startTime'] ? ready : unready('it has not started yet');
}

function pod({ status, conditions }: Looked): Readiness {
  if (status['phase'] === 'Succeeded') return ready;
  if (status['phase'] !== 'Running') return unready(`it is ${text(status['phase'], 'not running')}`);
  return conditions.some((one) => one.type === 'Ready' && one.status === 'True') ? ready : unready('it is not ready');
}

function definition({ conditions }: Looked): Readiness {
  for (const { type, status } of conditions) {
    if (type === 'NamesAccepted' && status === 'False') return unready('its names are not accepted');
    if (type === 'Established' && status === 'True') return ready;
  }
  return unready('it is not established');
}

function count(from: Fields, name: string, otherwise = 0): number {
  return Number(from[name] ?? otherwise);
}

function fields(from: Fields, name: string): Fields {
  return (from[name] ?? {}) as Fields;
}

function text(given: unknown, otherwise: string): string {
  return typeof given === 'string' && given !== '' ? given.toLowerCase() : otherwise;
}
