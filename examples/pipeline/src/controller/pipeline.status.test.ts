import type { Stored } from 'kbts/runtime';
import { Deployment } from 'kbts/k8s/apps/v1';
import { PersistentVolumeClaim } from 'kbts/k8s/core/v1';
import { stored } from 'kbts/testing';
import { expect, test } from 'vitest';
import { Pipeline } from '../api/v1beta1/index.js';
import type { PipelinePhase } from '../api/v1beta1/index.js';
import { statusOf } from './pipeline.status.js';

function pipeline(phase?: PipelinePhase): Stored<Pipeline> {
  const steps = [{ image: 'infer:v1', model: 'part-1' }];
  const made = new Pipeline({
    metadata: { name: 'vision' },
    spec: { steps, modelStorage: {} },
    ...(phase && { status: { phase } }),
  });
  return stored(made);
}

const claim = (phase: 'Bound' | 'Pending') =>
  stored(new PersistentVolumeClaim({ metadata: { name: 'c' }, status: { phase } }));

function deployment(availableReplicas: number, observedGeneration = 1): Stored<Deployment> {
  const made = new Deployment({
    metadata: { name: 'd', generation: 1 },
    spec: { selector: {}, template: {} },
    status: { availableReplicas, observedGeneration },
  });
  return stored(made);
}

const [up, down, stale] = [deployment(1), deployment(0), deployment(1, 0)];

test.each([
  ['Bound', [up, up], undefined, 'Running', 'all 2 steps are ready'],
  ['Pending', [up, up], undefined, 'Pending', 'waiting for the volume'],
  ['Bound', [up, down], undefined, 'Pending', 'waiting for step 2'],
  ['Pending', [down, down], undefined, 'Pending', 'waiting for the volume, step 1, step 2'],
  ['Bound', [up, down], 'Running', 'Degraded', 'waiting for step 2'],
  ['Bound', [up, down], 'Degraded', 'Degraded', 'waiting for step 2'],
  ['Bound', [up, up], 'Degraded', 'Running', 'all 2 steps are ready'],
  // What a deployment says about an older spec of its own does not count.
  ['Bound', [up, stale], 'Running', 'Degraded', 'waiting for step 2'],
] as const)('claim %s, before: %3$s → %4$s, %5$s', (bound, deployments, before, phase, detailPhase) => {
  const status = statusOf(pipeline(before), claim(bound), deployments);

  expect(status).toMatchObject({ phase, detailPhase });
  expect(status.conditions).toMatchObject([
    { type: 'StorageBound', status: bound === 'Bound' ? 'True' : 'False' },
    { type: 'Ready', status: phase === 'Running' ? 'True' : 'False' },
  ]);
});
