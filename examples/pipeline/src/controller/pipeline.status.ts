import type { StatusReport, Stored } from 'kbts/runtime';
import type { Deployment } from 'kbts/k8s/apps/v1';
import type { PersistentVolumeClaim } from 'kbts/k8s/core/v1';
import type { Pipeline, PipelinePhase } from '../api/v1beta1/index.js';
import { endpointOf } from './pipeline.children.js';

/** What the status should say about a pipeline whose claim and Deployments look like this. */
export function statusOf(
  pipeline: Stored<Pipeline>,
  claim: Stored<PersistentVolumeClaim>,
  deployments: readonly Stored<Deployment>[],
): StatusReport<Pipeline> {
  const isBound = claim.status?.phase === 'Bound';
  const waiting = deployments.flatMap((deployment, index) => (isAvailable(deployment) ? [] : [`step ${index + 1}`]));
  const isReady = isBound && waiting.length === 0;
  const missing = [...(isBound ? [] : ['the volume']), ...waiting];
  const detailPhase = isReady ? `all ${deployments.length} steps are ready` : `waiting for ${missing.join(', ')}`;
  const storage = {
    type: 'StorageBound',
    status: isBound ? 'True' : 'False',
    reason: isBound ? 'ClaimBound' : 'ClaimPending',
    message: isBound ? 'the claim has its volume' : 'the claim waits for its volume',
  } as const;
  const ready = {
    type: 'Ready',
    status: isReady ? 'True' : 'False',
    reason: isReady ? 'AllStepsReady' : 'Waiting',
    message: detailPhase,
  } as const;
  return {
    phase: phaseOf(isReady, pipeline.status?.phase),
    detailPhase,
    readySteps: deployments.length - waiting.length,
    endpoint: endpointOf(pipeline),
    conditions: [storage, ready],
  };
}

/** What the status should say while a pipeline is taken apart. */
export function terminatingStatus(detailPhase: string): StatusReport<Pipeline> {
  const ready = { type: 'Ready', status: 'False', reason: 'Terminating', message: detailPhase } as const;
  return { phase: 'Terminating', detailPhase, readySteps: 0, conditions: [ready] };
}

/** `Degraded` tells a pipeline that has worked before from one that has yet to begin. */
function phaseOf(isReady: boolean, before: PipelinePhase | undefined): PipelinePhase {
  if (isReady) return 'Running';
  return before === 'Running' || before === 'Degraded' ? 'Degraded' : 'Pending';
}

function isAvailable({ metadata, status }: Stored<Deployment>): boolean {
  return status?.observedGeneration === metadata.generation && (status?.availableReplicas ?? 0) > 0;
}
