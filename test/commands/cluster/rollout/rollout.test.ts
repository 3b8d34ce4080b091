import { expect, test } from 'vitest';
import type { Cluster } from '../../../../src/commands/cluster/cluster.js';
import { waitForRollout } from '../../../../src/commands/cluster/rollout/rollout.js';
import { caught } from '../project-fixture.js';

const metadata = { name: 'm', namespace: 'n', generation: 1 };
const spec = { replicas: 1, selector: { matchLabels: { a: 'b' } } };
const waiting = { metadata, spec, status: { observedGeneration: 1 } };
const done = {
  metadata,
  spec,
  status: { observedGeneration: 1, replicas: 1, updatedReplicas: 1, availableReplicas: 1 },
};
const pull = {
  name: 'manager',
  image: 'i',
  ready: false,
  restartCount: 0,
  state: { waiting: { reason: 'ErrImagePull' } },
};
const pod = { metadata: { name: 'p', namespace: 'n' }, status: { phase: 'Pending', containerStatuses: [pull] } };

/** A cluster that shows these Deployments one after another. */
function clusterWith(deployments: readonly object[], pods: readonly object[] = [], log = ''): Cluster {
  let asked = 0;
  const get = () => Promise.resolve(deployments[Math.min(asked++, deployments.length - 1)]);
  const list = (kind: { gvk: { kind: string } }) =>
    Promise.resolve({ items: kind.gvk.kind === 'Pod' ? [...pods] : [] });
  const request = () => Promise.resolve({ status: log === '' ? 404 : 200, text: () => Promise.resolve(log) });
  return { client: { get, list }, transport: { request } } as unknown as Cluster;
}

const key = { name: 'm', namespace: 'n' };
const options = { timeoutMs: 10_000, pollMs: 1 };

test('resolves as soon as it is available', async () => {
  expect(await waitForRollout(clusterWith([waiting, waiting, done]), key, options)).toEqual({
    ...key,
    replicas: 1,
    available: 1,
  });
});

test('trouble that passes is forgiven', async () => {
  const details: string[] = [];
  const pods = [pod];
  const update = (detail: string): void => {
    details.push(detail);
    pods.length = 0;
  };

  await waitForRollout(clusterWith([waiting, waiting, done], pods), key, { ...options, update });

  expect(details[0]).toContain('cannot be pulled');
});

test('trouble that stays ends the waiting long before the time is over', async () => {
  const error = await caught(
    waitForRollout(clusterWith([waiting], [pod]), key, { ...options, timeoutMs: 600_000, troubleMs: 5 }),
  );

  expect(error).toMatchObject({
    code: 'image-missing',
    message: expect.stringContaining('container manager: ErrImagePull'),
  });
});

test('without any trouble the time decides', async () => {
  const error = await caught(waitForRollout(clusterWith([waiting]), key, { ...options, timeoutMs: 5 }));

  expect(error).toMatchObject({ code: 'rollout-timeout', message: expect.stringContaining('0 of 1 available') });
});

test('a stop on request ends it', async () => {
  const error = await caught(waitForRollout(clusterWith([waiting]), key, { ...options, signal: AbortSignal.abort() }));

  expect(error).toMatchObject({ code: 'interrupted' });
});

const refusal = 'pods is forbidden: User "u" cannot list resource "pods" in API group "" at the cluster scope';
const unready = {
  metadata: { name: 'p', namespace: 'n' },
  status: { phase: 'Running', containerStatuses: [{ ...pull, state: { running: {} } }] },
};

test('an operator that does not get ready while its requests are refused lacks a right', async () => {
  const log = `start\n${JSON.stringify({ msg: `cannot fill the cache: ${refusal}` })}\n`;
  const error = await caught(
    waitForRollout(clusterWith([waiting], [unready], log), key, { ...options, timeoutMs: 600_000, troubleMs: 5 }),
  );

  expect(error).toMatchObject({ code: 'manager-forbidden', fix: expect.stringContaining('+kubebuilder:rbac') });
  expect(error.message).toContain(`the operator lacks a right, as its log says: ${refusal}\n`);
});

test('requests that were refused once do not end a rollout that takes its time', async () => {
  const deployments = [...Array.from({ length: 20 }, () => waiting), done];

  expect(await waitForRollout(clusterWith(deployments, [unready], refusal), key, options)).toMatchObject(key);
});

test('the time that is over names the refused request', async () => {
  const error = await caught(
    waitForRollout(clusterWith([waiting], [unready], refusal), key, { ...options, timeoutMs: 5 }),
  );

  expect(error.code).toBe('manager-forbidden');
});
