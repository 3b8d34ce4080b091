/** Reads the state of a Deployment and its pods: is it complete, and if not, what blocks it? */
import type { ErrorCode } from '../../../errors.js';
import type { Deployment } from '../../../k8s/apps/v1/index.js';
import type { Pod } from '../../../k8s/core/v1/index.js';
import type { DeepReadonly } from '../../../runtime/object/readonly.js';

/** Something that does not get better by waiting. */
export interface Trouble {
  readonly code: ErrorCode;
  readonly summary: string;
  readonly fix: string;
  /** How long it must last; 10 s unless it says otherwise. */
  readonly afterMs?: number;
}

type ContainerStatus = NonNullable<NonNullable<DeepReadonly<Pod>['status']>['containerStatuses']>[number];

/** True when the newest template runs in all replicas, and nothing else does. */
export function isRolledOut({ metadata, spec, status }: DeepReadonly<Deployment>): boolean {
  const wanted = spec?.replicas ?? 1;
  return (
    (status?.observedGeneration ?? 0) >= (metadata.generation ?? 0) &&
    (status?.updatedReplicas ?? 0) === wanted &&
    (status?.replicas ?? 0) === wanted &&
    (status?.availableReplicas ?? 0) === wanted
  );
}

/** `1 of 3 available`. */
export function rolloutState({ spec, status }: DeepReadonly<Deployment>): string {
  return `${status?.availableReplicas ?? 0} of ${spec?.replicas ?? 1} available, ${status?.updatedReplicas ?? 0} updated`;
}

/** What blocks the rollout, the most telling first; undefined while it may still get there. */
export function troubleOf(
  deployment: DeepReadonly<Deployment>,
  pods: readonly DeepReadonly<Pod>[],
): Trouble | undefined {
  return podTrouble(pods) ?? deploymentTrouble(deployment);
}

/** True when a pod serves. */
export function isReady({ status }: DeepReadonly<Pod>): boolean {
  return status?.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True') ?? false;
}

function podTrouble(pods: readonly DeepReadonly<Pod>[]): Trouble | undefined {
  for (const pod of pods.filter((one) => !isReady(one))) {
    const statuses = [...(pod.status?.initContainerStatuses ?? []), ...(pod.status?.containerStatuses ?? [])];
    for (const status of statuses) {
      const trouble = containerTrouble(status);
      if (trouble) return trouble;
    }
  }
  return undefined;
}

const pullReasons = new Set([
  'ErrImagePull',
  'ImagePullBackOff',
  'ErrImageNeverPull',
  'InvalidImageName',
  'ImageInspectError',
  'RegistryUnavailable',
]);
const configReasons = new Set([
  'CreateContainerConfigError',
  'CreateContainerError',
  'RunContainerError',
  'PreCreateHookError',
]);

function containerTrouble({ image, state, lastState, restartCount }: ContainerStatus): Trouble | undefined {
  const waiting = state?.waiting;
  const reason = waiting?.reason ?? '';
  const message = waiting?.message === undefined ? '' : `: ${waiting.message}`;
  if (pullReasons.has(reason)) {
    return {
      code: 'image-missing',
      summary: `the image ${image} cannot be pulled (${reason}${message})`,
      fix: `build and push it (kbts docker-build --image ${image} && kbts docker-push --image ${image}), check its name, give the pods imagePullSecrets when the registry is private; for kind: kind load docker-image ${image}`,
    };
  }
  if (configReasons.has(reason)) {
    return {
      code: 'rollout-failed',
      summary: `the container cannot be created (${reason}${message})`,
      fix: 'correct config/manager/manager.yaml: a Secret, ConfigMap, user or command that it names does not exist',
    };
  }
  const end = lastState?.terminated ?? state?.terminated;
  if (reason !== 'CrashLoopBackOff' && !(restartCount >= 3 && end !== undefined)) return undefined;
  return crash(end, restartCount);
}

function crash(end: { readonly reason?: string; readonly exitCode?: number } | undefined, restarts: number): Trouble {
  if (end?.reason === 'OOMKilled') {
    return {
      code: 'manager-crashes',
      summary: `the manager needs more memory than its limit allows (OOMKilled, ${restarts} restarts)`,
      fix: 'raise resources.limits.memory in config/manager/manager.yaml, or cache less (cache options of createManager)',
    };
  }
  return {
    code: 'manager-crashes',
    summary: `the manager keeps crashing (exit code ${end?.exitCode ?? 'unknown'}, ${restarts} restarts)`,
    fix: 'read its last log lines above; "kbts run" runs the same code on this machine',
  };
}

function deploymentTrouble({ metadata, status }: DeepReadonly<Deployment>): Trouble | undefined {
  const conditions = status?.conditions ?? [];
  const failure = conditions.find(({ type, status: value }) => type === 'ReplicaFailure' && value === 'True');
  if (failure) return creationTrouble(failure.message ?? '', metadata.namespace ?? '');
  const progress = conditions.find(({ type, status: value }) => type === 'Progressing' && value === 'False');
  if (!progress) return undefined;
  return {
    code: 'rollout-timeout',
    summary: `Kubernetes has given up: ${progress.message ?? progress.reason ?? ''}`,
    fix: 'see above why the pods do not start; "kubectl describe pods" shows more',
  };
}

function creationTrouble(message: string, namespace: string): Trouble {
  const summary = `pods cannot be created: ${message}`;
  if (message.includes('violates PodSecurity')) {
    return {
      code: 'pod-security',
      summary,
      fix: `give the pods the securityContext that the message asks for (config/manager/manager.yaml), or relax the label pod-security.kubernetes.io/enforce of namespace ${namespace}`,
    };
  }
  if (/failed calling webhook|admission webhook/.test(message)) {
    const name = /webhook "([^"]+)"/.exec(message)?.[1] ?? '';
    return {
      code: 'webhook-blocks',
      summary,
      fix: `the webhook "${name}" judges pods and does not answer; when it is this operator's own, it blocks itself: let its namespaceSelector leave out namespace ${namespace} (kubernetes.io/metadata.name NotIn), and delete its configuration once to get going ("kubectl get mutatingwebhookconfigurations,validatingwebhookconfigurations")`,
    };
  }
  if (message.includes('exceeded quota')) {
    return {
      code: 'rollout-failed',
      summary,
      fix: `raise the quota of namespace ${namespace}, or lower the requests and limits in config/manager/manager.yaml`,
    };
  }
  return {
    code: 'rollout-failed',
    summary,
    fix: `correct what the message names; "kubectl describe replicasets -n ${namespace}" shows more`,
  };
}
