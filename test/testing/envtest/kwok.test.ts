import { expect, test } from 'vitest';
import { createClient } from '../../../src/runtime/client/kube-client.js';
import { createNode, kwokStages } from '../../../src/testing/envtest/kwok.js';
import { parseYaml } from '../../../src/plane/yaml.js';
import { fakeTransport } from '../../runtime/client/fake-api.js';

test('the stages are YAML that names what they play', () => {
  const stages = parseYaml(kwokStages(), 'stages') as { kind: string; metadata: { name: string } }[];

  expect(stages.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
    'Stage node-ready',
    'Stage pod-running',
    'Stage pod-complete',
    'Stage pod-delete',
  ]);
});

test('a node is created with room for pods and without its first taint', async () => {
  const transport = fakeTransport(() => ({
    body: { apiVersion: 'v1', kind: 'Node', metadata: { name: 'kwok-node' } },
  }));

  await createNode(createClient({ transport }));

  expect(transport.requests.map(({ method, path, body }) => [method, path, body])).toMatchObject([
    ['POST', '/api/v1/nodes', expect.stringContaining('"kwok-node"')],
    ['PATCH', '/api/v1/nodes/kwok-node/status', expect.stringContaining('"pods":"500"')],
    ['PATCH', '/api/v1/nodes/kwok-node', '{"spec":{"taints":null}}'],
  ]);
});
