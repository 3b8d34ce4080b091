import { expect, test } from 'vitest';
import { explainFailure } from '../../../src/commands/cluster/explain-failure.js';
import { UserError } from '../../../src/errors.js';
import { ApiError, NoKindMatchError } from '../../../src/runtime/client/requests/api-error.js';
import { ConnectionError } from '../../../src/runtime/client/connection/connection-error.js';
import { KubeConfigError } from '../../../src/runtime/client/config/kube-config-error.js';

const action = 'cannot deploy';
const api = (code: number, reason: string, message: string): ApiError => new ApiError({ code, reason, message });
const noKind = (group: string): NoKindMatchError =>
  new NoKindMatchError({ group, version: 'v1', kind: 'X' }, 'https://s');

test.each([
  ['no kubeconfig', new KubeConfigError('f', 'there is no cluster to talk to'), 'no-cluster', 'kbts dev'],
  [
    'a wrong context',
    new KubeConfigError('f', 'there is no context "x"; known: "y"'),
    'context-unknown',
    'get-contexts',
  ],
  ['no current context', new KubeConfigError('f', 'current-context is not set'), 'context-unknown', '--context'],
  ['a broken kubeconfig', new KubeConfigError('f', 'it is not valid YAML'), 'kubeconfig-invalid', '--kubeconfig'],
  ['nobody there', new ConnectionError('ECONNREFUSED', 'https://s', 'refused'), 'no-cluster', '--context'],
  [
    'nobody there, wrapped',
    new Error('x', { cause: new ConnectionError('TIMEOUT', 'https://s', 'slow') }),
    'no-cluster',
    '',
  ],
  ['a stranger', api(401, 'Unauthorized', 'Unauthorized'), 'unauthorized', 'log in'],
  ['no right', api(403, 'Forbidden', 'deployments is forbidden'), 'forbidden', 'auth can-i'],
  [
    'escalation',
    api(403, 'Forbidden', 'attempting to grant RBAC permissions not currently held'),
    'forbidden',
    'administrator',
  ],
  [
    'unsafe pods',
    api(403, 'Forbidden', 'pods "x" violates PodSecurity "restricted"'),
    'pod-security',
    'securityContext',
  ],
  [
    'a namespace that ends',
    api(403, 'Forbidden', 'because it is being terminated'),
    'namespace-terminating',
    '--namespace',
  ],
  [
    'a dead webhook',
    api(500, 'InternalError', 'failed calling webhook "v.kb.io": x'),
    'webhook-unreachable',
    'v.kb.io',
  ],
  ['a stale object', api(409, 'Conflict', 'modified'), 'apply-conflict', 'again'],
  ['an invalid object', api(422, 'Invalid', 'spec.x: Required'), 'apply-rejected', 'kbts manifests'],
  ['a server in trouble', api(503, 'ServiceUnavailable', 'etcd'), 'apply-rejected', 'moment'],
  ['no cert-manager', noKind('cert-manager.io'), 'kind-not-served', '--disable cert-manager'],
  ['no Prometheus', noKind('monitoring.coreos.com'), 'kind-not-served', 'prometheus'],
  ['a missing CRD', noKind('example.com'), 'kind-not-served', 'kbts install'],
])('%s gets its own code, keeps the evidence, and says what to do', (_name, error, code, fix) => {
  const explained = explainFailure(error, { action });

  expect(explained).toBeInstanceOf(UserError);
  expect(explained).toMatchObject({ code, fix: expect.stringContaining(fix), cause: expect.any(Error) });
  expect((explained as UserError).message).toContain(action);
});

const immutable = api(422, 'Invalid', 'spec.selector: Invalid value: {}: field is immutable');
const stored = api(422, 'Invalid', 'status.storedVersions[0]: Invalid value: "v1": missing from spec.versions');
const crd = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'as.b.c' } };
const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'a', namespace: 'b' } };

test.each([
  ['a field of an object', immutable, deployment, 'kubectl delete deployment -n b a'],
  ['a field of a CRD, with which all data would go', immutable, crd, 'all its objects with it'],
  ['a version that objects are stored in', stored, crd, '+kubebuilder:unservedversion'],
])('%s that cannot be changed is no fault of config/', (_name, error, object, fix) => {
  expect(explainFailure(error, { action, object })).toMatchObject({
    code: 'apply-rejected',
    fix: expect.stringContaining(fix),
  });
});

test('all causes of a refusal are shown', () => {
  const causes = [
    { field: 'spec.a', message: 'Required value' },
    { field: 'spec.b', message: 'Invalid value' },
  ];
  const error = new ApiError({ code: 422, reason: 'Invalid', message: 'refused', details: { causes } });

  const { message } = explainFailure(error, { action }) as UserError;

  expect(message).toContain('spec.a: Required value');
  expect(message).toContain('spec.b: Invalid value');
});

test('a stop on request is no failure of the cluster', () => {
  const error = new ConnectionError('ABORTED', 'https://s', 'aborted');

  expect(explainFailure(error, { action, signal: AbortSignal.abort() })).toMatchObject({ code: 'interrupted' });
});

test('errors that are explained already, and bugs, stay as they are', () => {
  const explained = new UserError('not-found', 'x', { fix: 'y' });
  const bug = new TypeError('x is not a function');

  expect(explainFailure(explained, { action })).toBe(explained);
  expect(explainFailure(bug, { action })).toBe(bug);
});
