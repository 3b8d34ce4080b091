import { conditions, mutable } from 'kbts/runtime';
import type { Condition, DeepReadonly } from 'kbts/runtime';
import type { Deployment } from 'kbts/k8s/apps/v1';
import type { PersistentVolumeClaim } from 'kbts/k8s/core/v1';
import type { Pipeline, PipelinePhase, PipelineStatus } from '../api/v1beta1/index.js';
import { endpointOf } from './pipeline.children.js';

/** What the status should say about a pipeline whose claim and Deployments look like this. */
export function statusOf(
  pipeline: DeepReadonly<Pipeline>,
  claim: DeepReadonly<PersistentVolumeClaim>,
  deployments: readonly DeepReadonly<Deployment>[],
): PipelineStatus {
  const isBound = claim.status?.phase === 'Bound';
  const waiting = deployments.flatMap((deployment, index) => (isAvailable(deployment) ? [] : [`step ${index + 1}`]));
  const isReady = isBound && waiting.length === 0;
  const missing = [...(isBound ? [] : ['the volume']), ...waiting];
  const detailPhase = isReady ? `all ${deployments.length} steps are ready` : `waiting for ${missing.join(', ')}`;
  const list = mutable<Condition[]>(pipeline.status?.conditions ?? []);
  const { generation: observedGeneration } = pipeline.metadata;
  conditions.set(list, {
    type: 'StorageBound',
    status: isBound ? 'True' : 'False',
    reason: isBound ? 'ClaimBound' : 'ClaimPending',
    message: isBound ? 'the claim has its volume' : 'the claim waits for its volume',
    observedGeneration,
  });
  conditions.set(list, {
    type: 'Ready',
    status: isReady ? 'True' : 'False',
    reason: isReady ? 'AllStepsReady' : 'Waiting',
    message: detailPhase,
    observedGeneration,
  });
  return {
    phase: phaseOf(isReady, pipeline.status?.phase),
    detailPhase,
    readySteps: deployments.length - waiting.length,
    endpoint: endpointOf(pipeline),
    conditions: list,
  };
}

/** What the status should say while a pipeline is taken apart. */
export function terminatingStatus(pipeline: DeepReadonly<Pipeline>, detailPhase: string): PipelineStatus {
  const list = mutable<Condition[]>(pipeline.status?.conditions ?? []);
  const { generation: observedGeneration } = pipeline.metadata;
  const reason = 'Terminating';
  conditions.set(list, { type: 'Ready', status: 'False', reason, message: detailPhase, observedGeneration });
  return { phase: 'Terminating', detailPhase, readySteps: 0, conditions: list };
}

/** `Degraded` tells a pipeline that has worked before from one that has yet to begin. */
function phaseOf(isReady: boolean, before: PipelinePhase | undefined): PipelinePhase {
  if (isReady) return 'Running';
  return before === 'Running' || before === 'Degraded' ? 'Degraded' : 'Pending';
}

function isAvailable({ metadata, status }: DeepReadonly<Deployment>): boolean {
  return status?.observedGeneration === metadata.generation && (status?.availableReplicas ?? 0) > 0;
}
