/** Valid roles, bindings, webhook and policy configurations, signing requests. */
import type { Sample } from './samples.js';

const group = 'rbac.authorization.k8s.io';
const rules = [
  { apiGroups: ['', 'apps'], resources: ['pods', 'deployments'], verbs: ['get', 'list'], resourceNames: ['a'] },
];
const subjects = [
  { kind: 'ServiceAccount', name: 'sa', namespace: 'fuzz' },
  { kind: 'User', name: 'alice', apiGroup: group },
  { kind: 'Group', name: 'devs', apiGroup: group },
];
const selector = { matchLabels: { a: 'b' } };
const webhook = {
  name: 'hook.example.com',
  clientConfig: { service: { name: 'svc', namespace: 'ns', path: '/hook', port: 443 } },
  rules: [{ apiGroups: ['apps'], apiVersions: ['v1'], resources: ['deployments'], operations: ['CREATE'], scope: '*' }],
  failurePolicy: 'Ignore',
  matchPolicy: 'Exact',
  sideEffects: 'None',
  timeoutSeconds: 5,
  admissionReviewVersions: ['v1'],
  namespaceSelector: selector,
  objectSelector: selector,
  matchConditions: [{ name: 'cond', expression: 'object.metadata.name != "x"' }],
};
const byUrl = { ...webhook, name: 'url.example.com', clientConfig: { url: 'https://example.com/hook' } };

const REQUEST =
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIZU1JR0ZBZ0VBTUNNeERUQUxCZ05WQkFvTUJHUmxkbk14RWpBUUJnTlZCQU1NQ1daMWVub3RkWE5sY2pCWgpNQk1HQnlxR1NNNDlBZ0VHQ0NxR1NNNDlBd0VIQTBJQUJOTHBNdFlMcnJrVUcreW5aUUVCbXJaSDZ3ZmtwNEkxCitGRjBHQ0JNanloSGs2cjd2YmRQRVdJeUEvUjBHOHRlZ1M3aEkwRE9kUlBjZ3hPR3J6SWk3ZEdnQURBS0JnZ3EKaGtqT1BRUURBZ05JQURCRkFpQWx0Rmdzajc5YnpuaVJLTDlySlFaTXB6QkVYdmNQRWJRYUdGM0NWTTZGdkFJaApBTThLbFUrV0hCeXppNnJqWHczSkJ5Tk9ZQlVrdHEwSGk2RVBJbHp5QUdSMwotLS0tLUVORCBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0K';

/** Samples by kind. */
export const accessSamples: readonly Sample[] = [
  { apiVersion: `${group}/v1`, kind: 'Role', metadata: { name: 'role' }, rules },
  {
    apiVersion: `${group}/v1`,
    kind: 'ClusterRole',
    metadata: { name: 'fuzz-role' },
    rules: [...rules, { nonResourceURLs: ['/healthz'], verbs: ['get'] }],
    aggregationRule: { clusterRoleSelectors: [selector] },
  },
  {
    apiVersion: `${group}/v1`,
    kind: 'RoleBinding',
    metadata: { name: 'rb' },
    roleRef: { apiGroup: group, kind: 'Role', name: 'role' },
    subjects,
  },
  {
    apiVersion: `${group}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name: 'fuzz-crb' },
    roleRef: { apiGroup: group, kind: 'ClusterRole', name: 'view' },
    subjects,
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name: 'fuzz-vwc' },
    webhooks: [webhook, byUrl],
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'MutatingWebhookConfiguration',
    metadata: { name: 'fuzz-mwc' },
    webhooks: [{ ...webhook, reinvocationPolicy: 'IfNeeded' }],
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: 'fuzz-vap' },
    spec: {
      failurePolicy: 'Fail',
      matchConstraints: {
        resourceRules: [
          { apiGroups: ['apps'], apiVersions: ['v1'], resources: ['deployments'], operations: ['CREATE'], scope: '*' },
        ],
        namespaceSelector: selector,
      },
      matchConditions: [{ name: 'cond', expression: 'object.metadata.name != "x"' }],
      variables: [{ name: 'count', expression: 'object.spec.replicas' }],
      validations: [
        { expression: 'variables.count < 5', message: 'too many', reason: 'Invalid' },
        { expression: 'true', messageExpression: '"no"' },
      ],
      auditAnnotations: [{ key: 'key', valueExpression: '"x"' }],
    },
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata: { name: 'fuzz-vapb' },
    spec: {
      policyName: 'fuzz-vap',
      validationActions: ['Deny', 'Audit'],
      matchResources: { namespaceSelector: selector },
      paramRef: { name: 'p', namespace: 'n', parameterNotFoundAction: 'Deny' },
    },
  },
  {
    apiVersion: 'certificates.k8s.io/v1',
    kind: 'CertificateSigningRequest',
    metadata: { name: 'fuzz-csr' },
    spec: { request: REQUEST, signerName: 'example.com/signer', usages: ['client auth'], expirationSeconds: 3600 },
  },
];
