import { expect, test } from 'vitest';
import { isRolledOut, rolloutState, troubleOf } from '../../../../src/commands/cluster/rollout/rollout-trouble.js';
import { Deployment } from '../../../../src/k8s/apps/v1/index.js';
import { Pod } from '../../../../src/k8s/core/v1/index.js';

const selector = { matchLabels: { a: 'b' } };
const template = { spec: { containers: [] } };
const deployment = (status: object, replicas = 2): Deployment =>
  new Deployment({
    metadata: { name: 'm', namespace: 'n', generation: 3 },
    spec: { replicas, selector, template },
    status,
  });
const arrived = { observedGeneration: 3, replicas: 2, updatedReplicas: 2, availableReplicas: 2 };
const pod = (status: object): Pod =>
  new Pod({
    metadata: { name: 'p' },
    status: {
      containerStatuses: [{ name: 'manager', image: 'i', imageID: '', ready: false, restartCount: 0, ...status }],
    },
  });
const condition = (type: string, status: string, message: string) =>
  deployment({ conditions: [{ type, status, message }] });

test.each([
  ['all replicas run the newest template', arrived, true],
  ['the controller has not seen the newest template', { ...arrived, observedGeneration: 2 }, false],
  ['old replicas are left', { ...arrived, replicas: 3 }, false],
  ['not all are updated', { ...arrived, updatedReplicas: 1 }, false],
  ['not all are available', { ...arrived, availableReplicas: 1 }, false],
  ['there is no status yet', {}, false],
])('when %s, it has arrived: %s', (_name, status, expected) => {
  expect(isRolledOut(deployment(status))).toBe(expected);
});

test('no replicas at all have arrived when none are wanted', () => {
  expect(isRolledOut(deployment({ observedGeneration: 3 }, 0))).toBe(true);
  expect(rolloutState(deployment({ availableReplicas: 1, updatedReplicas: 2 }))).toBe('1 of 2 available, 2 updated');
});

test.each([
  ['ImagePullBackOff', 'image-missing', 'kind load'],
  ['ErrImageNeverPull', 'image-missing', 'docker-push'],
  ['InvalidImageName', 'image-missing', 'check its name'],
  ['CreateContainerConfigError', 'rollout-failed', 'Secret'],
  ['CrashLoopBackOff', 'manager-crashes', 'kbts run'],
])('a container that waits with %s', (reason, code, fix) => {
  const trouble = troubleOf(deployment({}), [pod({ state: { waiting: { reason, message: 'why' } }, restartCount: 2 })]);

  expect(trouble).toMatchObject({ code, fix: expect.stringContaining(fix) });
});

test('a container that is only being created is no trouble', () => {
  expect(troubleOf(deployment({}), [pod({ state: { waiting: { reason: 'ContainerCreating' } } })])).toBeUndefined();
});

test('out of memory has its own advice', () => {
  const state = { waiting: { reason: 'CrashLoopBackOff' } };
  const lastState = { terminated: { exitCode: 137, reason: 'OOMKilled' } };

  expect(troubleOf(deployment({}), [pod({ state, lastState })])).toMatchObject({
    code: 'manager-crashes',
    fix: expect.stringContaining('limits.memory'),
  });
});

test.each([
  ['pods "m-1" is forbidden: violates PodSecurity "restricted:latest"', 'pod-security'],
  ['Internal error occurred: failed calling webhook "mpod.kb.io": no endpoints available', 'webhook-blocks'],
  ['admission webhook "v.example.com" denied the request', 'webhook-blocks'],
  ['exceeded quota: compute, requested: limits.memory=512Mi', 'rollout-failed'],
  ['serviceaccount "x" not found', 'rollout-failed'],
])('pods that cannot be created: %s', (message, code) => {
  expect(troubleOf(condition('ReplicaFailure', 'True', message), [])).toMatchObject({
    code,
    summary: expect.stringContaining(message),
  });
});

test('a deadline that Kubernetes keeps counts, too', () => {
  expect(troubleOf(condition('Progressing', 'False', 'ReplicaSet has timed out'), [])?.code).toBe('rollout-timeout');
});
