import type { Stored } from 'kbts/runtime';
import { Pod } from 'kbts/k8s/core/v1';
import { stored } from 'kbts/testing';
import { describe, expect, test } from 'vitest';
import { ImoocPod } from '../api/v1alpha1/index.js';
import { newPod, planPods } from './imooc-pod.plan.js';

const image = 'nginx:1.29';

function wanted(replicas: number): Stored<ImoocPod> {
  const metadata = { name: 'web', namespace: 'default', uid: '1' };
  return stored(new ImoocPod({ metadata, spec: { image, replicas } }));
}

interface PodState {
  readonly image?: string;
  readonly phase?: 'Running' | 'Succeeded' | 'Failed';
  readonly ready?: boolean;
  readonly created?: string;
  readonly isTerminating?: boolean;
}

function pod(name: string, state: PodState = {}): Stored<Pod> {
  const { created = '2026-01-01T00:00:00Z', isTerminating = false, ready = true, phase = 'Running' } = state;
  const made = new Pod({
    metadata: {
      name,
      creationTimestamp: created,
      ...(isTerminating && { deletionTimestamp: '2026-01-02T00:00:00Z' }),
    },
    spec: { containers: [{ name: 'main', image: state.image ?? image }] },
    status: { phase, conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }] },
  });
  return stored(made);
}

/** The plan by names. */
function plan(replicas: number, ...pods: Stored<Pod>[]): { keep: string[]; remove: string[]; missing: number } {
  const { keep, remove, missing } = planPods(wanted(replicas), pods);
  const names = (list: typeof keep) => list.map(({ metadata }) => metadata.name);
  return { keep: names(keep), remove: names(remove), missing };
}

describe('the number of pods', () => {
  test('too few: the rest is missing', () => {
    expect(plan(3, pod('a'))).toEqual({ keep: ['a'], remove: [], missing: 2 });
  });

  test('enough: nothing happens', () => {
    expect(plan(2, pod('a'), pod('b'))).toEqual({ keep: ['a', 'b'], remove: [], missing: 0 });
  });

  test('zero: all go', () => {
    expect(plan(0, pod('a'), pod('b'))).toEqual({ keep: [], remove: ['a', 'b'], missing: 0 });
  });
});

describe('too many', () => {
  test('pods that are not ready go first', () => {
    expect(plan(1, pod('a', { ready: false }), pod('b'))).toEqual({ keep: ['b'], remove: ['a'], missing: 0 });
  });

  test('among ready pods the youngest go first', () => {
    const [old, young] = [pod('b', { created: '2026-01-01T00:00:00Z' }), pod('a', { created: '2026-01-01T00:00:01Z' })];

    expect(plan(1, young, old)).toEqual({ keep: ['b'], remove: ['a'], missing: 0 });
  });
});

test('a terminating pod neither counts nor is deleted again', () => {
  expect(plan(1, pod('a', { isTerminating: true }))).toEqual({ keep: [], remove: [], missing: 1 });
});

test.each(['Failed', 'Succeeded'] as const)('a pod that is %s is replaced', (phase) => {
  expect(plan(1, pod('a', { phase, ready: false }))).toEqual({ keep: [], remove: ['a'], missing: 1 });
});

test('a pod of another image is replaced', () => {
  expect(plan(1, pod('a', { image: 'nginx:1.28' }))).toEqual({ keep: [], remove: ['a'], missing: 1 });
});

test('a new pod is named after its ImoocPod', () => {
  const { metadata, spec } = newPod(wanted(1));

  expect(metadata).toMatchObject({ generateName: 'web-', labels: { 'app.kubernetes.io/instance': 'web' } });
  expect(spec?.containers).toEqual([{ name: 'main', image }]);
});
