/** Writes of empty values, which Go drops: what the API server does not store must not be stored here. */
import { expect, test } from 'vitest';
import type { ApiObject } from '../../../src/plane/storage/api-object.js';
import type { ApiClient } from '../differential/api-client.js';
import { apply } from '../differential/scenario.js';
import { withServer } from '../plugins/embedded-client.js';

/** Applies each object in turn, every time a minute later, and returns what is stored. */
async function applied(path: string, objects: readonly object[]): Promise<ApiObject[]> {
  const clock = { time: 0, now: () => clock.time };
  const stored: ApiObject[] = [];
  const run = async (client: ApiClient): Promise<void> => {
    for (const object of objects) {
      clock.time += 60_000;
      const { body } = await client.call(apply(path, 'operator', object));
      stored.push(body as ApiObject);
    }
  };
  await withServer(run, { clock });
  return stored;
}

test('an event of events.k8s.io that is applied with an empty list is not stored again', async () => {
  const event = {
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata: { name: 'e' },
    regarding: { kind: 'Pod', name: 'p', namespace: 'default' },
    reason: 'Started',
    action: 'Start',
    type: 'Normal',
    reportingController: 'example.com/operator',
    reportingInstance: 'operator-1',
    eventTime: '2026-11-18T05:00:00.000000Z',
  };
  const again = { ...event, metadata: { name: 'e', finalizers: [] } };

  const [first, second] = await applied('/apis/events.k8s.io/v1/namespaces/default/events/e', [event, again]);

  expect(second).toEqual(first);
});

test('a pod whose tolerations are completed by admission keeps its generation', async () => {
  const spec = { containers: [{ name: 'c', image: 'i' }], tolerations: [{ key: 'a', operator: 'Exists' }] };
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec };
  const again = { ...pod, spec: { ...spec, resourceClaims: [] } };

  const [first, second] = await applied('/api/v1/namespaces/default/pods/p', [pod, again]);

  expect(first?.metadata.generation).toBe(1);
  expect(second).toEqual(first);
});

test('an empty time zone is not the same as none', async () => {
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } };
  const spec = { schedule: '@daily', jobTemplate: { spec: { template } } };
  const cronJob = { apiVersion: 'batch/v1', kind: 'CronJob', metadata: { name: 'c' }, spec };
  const withEmptyZone = { ...cronJob, spec: { ...spec, timeZone: '' } };

  const [, second] = await applied('/apis/batch/v1/namespaces/default/cronjobs/c', [cronJob, withEmptyZone]);

  expect(second).toMatchObject({ code: 422, message: expect.stringContaining('timeZone must be nil or non-empty') });
});
