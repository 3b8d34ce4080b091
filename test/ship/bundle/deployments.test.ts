import { expect, test } from 'vitest';
import { strategyDeployment } from '../../../src/ship/bundle/deployments.js';
import { containersOf, isNamespaced, mapsAt } from '../../../src/ship/operator.js';
import { deployment } from './operator-objects.js';

const own = { name: 'data', emptyDir: {} };
const certificates = { name: 'any-name', secret: { secretName: 'webhook-server-cert' } };
const mounts = [
  { name: 'any-name', mountPath: '/tmp/k8s-webhook-server/serving-certs' },
  { name: 'data', mountPath: '/data' },
];
const env = [
  { name: 'WEBHOOK_SECRET_NAME', value: 'webhook-server-cert' },
  { name: 'LEVEL', value: 'debug' },
];

test.each([
  ['first', [certificates, own]],
  ['last', [own, certificates]],
])('the volume of the certificate goes away by what it is, also when it is the %s', (_, volumes) => {
  const { spec } = strategyDeployment(deployment({ volumes, mounts, env }), true);
  const [container] = containersOf({ spec });
  expect(mapsAt({ spec }, 'spec', 'template', 'spec', 'volumes')).toEqual([own]);
  expect(container).toMatchObject({
    volumeMounts: [{ name: 'data' }],
    env: [{ name: 'LEVEL' }],
    args: ['--leader-elect', '--webhook-cert-path=/tmp/k8s-webhook-server/serving-certs'],
  });
});

test('a manager without webhooks stays as it is', () => {
  const given = deployment({ volumes: [certificates], mounts, env });
  expect(strategyDeployment(given, false).spec).toEqual(given['spec']);
});

test('a folder for certificates that is set already stays', () => {
  const args = ['--webhook-cert-path=/own'];
  const [container] = containersOf({ spec: strategyDeployment(deployment({ args }), true).spec });
  expect(container?.['args']).toEqual(args);
});

test('a manager that watches namespaces gets those of the OperatorGroup', () => {
  const given = deployment({
    env: [{ name: 'WATCH_NAMESPACE', valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } } }],
  });
  expect(isNamespaced([given])).toBe(true);
  expect(isNamespaced([deployment()])).toBe(false);
  const [container] = containersOf({ spec: strategyDeployment(given, false).spec });
  expect(container?.['env']).toEqual([
    { name: 'WATCH_NAMESPACE', valueFrom: { fieldRef: { fieldPath: "metadata.annotations['olm.targetNamespaces']" } } },
  ]);
});
