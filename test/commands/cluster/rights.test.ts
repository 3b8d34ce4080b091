import { expect, test } from 'vitest';
import { checkRights } from '../../../src/commands/cluster/rights.js';
import { Deployment } from '../../../src/k8s/apps/v1/index.js';
import { Namespace } from '../../../src/k8s/core/v1/index.js';
import type { Client } from '../../../src/runtime/client/client.js';
import { caught } from './project-fixture.js';

/** Answers access reviews; remembers what was asked. */
function reviewer(isAllowed: (verb: string) => boolean, more: object = {}) {
  const asked: string[] = [];
  const create = (review: { spec: { resourceAttributes: Record<string, string> } }) => {
    const { verb = '', resource, namespace } = review.spec.resourceAttributes;
    asked.push(`${verb} ${resource} ${namespace}`);
    return Promise.resolve({ status: { allowed: isAllowed(verb), ...more } });
  };
  return { asked, client: { create } as unknown as Client };
}

const wanted = [
  { kind: Deployment, namespace: 'a', verbs: ['get', 'patch'] },
  { kind: Deployment, namespace: 'a', verbs: ['get'] },
  { kind: Namespace, verbs: ['create'] },
];

test('each question is asked once', async () => {
  const { client, asked } = reviewer(() => true);

  await checkRights(client, wanted, { action: 'deploy' });

  expect(asked.sort()).toEqual(['create namespaces undefined', 'get deployments a', 'patch deployments a']);
});

test('everything that is missing is listed', async () => {
  const { client } = reviewer((verb) => verb === 'get');

  const error = await caught(checkRights(client, wanted, { action: 'deploy' }));

  expect(error).toMatchObject({ code: 'forbidden' });
  expect(error.message).toContain('\n  patch deployments.apps in namespace a\n  create namespaces');
  expect(error.message).not.toContain('get');
});

test('an authorizer that could not decide does not stop us', async () => {
  const { client } = reviewer(() => false, { evaluationError: 'webhook authorizer is down' });

  await expect(checkRights(client, wanted, { action: 'deploy' })).resolves.toBeUndefined();
});
