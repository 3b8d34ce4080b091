/** Policies, bindings and writes, for the embedded plane and the real one alike. */
import type { ControlPlane } from '../../../src/testing/index.js';

type Plain = Record<string, unknown> & { metadata: Record<string, unknown> };

const policy = (name: string, spec: Record<string, unknown>): Plain => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingAdmissionPolicy',
  metadata: { name },
  spec: {
    matchConstraints: {
      resourceRules: [
        { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE', 'UPDATE'], resources: ['configmaps'] },
      ],
      objectSelector: { matchLabels: { policy: name } },
    },
    ...spec,
  },
});
const binding = (policyName: string, spec: Record<string, unknown> = {}): Plain => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingAdmissionPolicyBinding',
  metadata: { name: `${policyName}-binding` },
  spec: { policyName, validationActions: ['Deny'], ...spec },
});
const configMap = (name: string, policyName: string, data: Record<string, string>): Plain => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'default', labels: { policy: policyName } },
  data,
});
/** Folds over 60 numbers, one in another. */
const folds = (depth: number): string => {
  const numbers = `[${Array.from({ length: 60 }, (_, index) => index).join(', ')}]`;
  return Array.from({ length: depth }).reduce<string>((body, _, level) => `${numbers}.all(v${level}, ${body})`, 'true');
};
const PARAMS = { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } };

/** What is there before the writes. */
const SETUP: readonly Plain[] = [
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'limits', namespace: 'default' }, data: { max: '2' } },
  policy('plain', { validations: [{ expression: "object.data.a == 'x'" }] }),
  binding('plain'),
  policy('worded', {
    variables: [{ name: 'size', expression: 'object.data.size()' }],
    validations: [
      {
        expression: 'variables.size < 2',
        messageExpression: "'too many: ' + string(variables.size)",
        reason: 'Forbidden',
      },
      { expression: "'a' in object.data", message: 'a is missing' },
    ],
  }),
  binding('worded'),
  policy('failing', { validations: [{ expression: "object.data.missing == 'x'" }] }),
  binding('failing'),
  policy('dear', { validations: [{ expression: folds(4) }] }),
  binding('dear'),
  policy('dear-together', { validations: Array.from({ length: 20 }, () => ({ expression: folds(3) })) }),
  binding('dear-together'),
  policy('dear-condition', {
    matchConditions: Array.from({ length: 4 }, (_, index) => ({ name: `c${index}`, expression: folds(3) })),
    validations: [{ expression: 'false' }],
  }),
  binding('dear-condition'),
  policy('dear-variable', {
    variables: [
      { name: 'dear', expression: folds(4) },
      { name: 'unread', expression: folds(4) },
    ],
    validations: [{ expression: "object.data.a == 'x' || variables.dear" }],
  }),
  binding('dear-variable'),
  policy('ignoring', { failurePolicy: 'Ignore', validations: [{ expression: "object.data.missing == 'x'" }] }),
  binding('ignoring'),
  policy('conditional', {
    matchConditions: [{ name: 'only-b', expression: 'has(object.data.b)' }],
    validations: [{ expression: "request.operation != 'CREATE'" }],
  }),
  binding('conditional'),
  policy('param', { ...PARAMS, validations: [{ expression: 'object.data.size() <= int(params.data.max)' }] }),
  binding('param', { paramRef: { name: 'limits', namespace: 'default', parameterNotFoundAction: 'Deny' } }),
  policy('lost', { ...PARAMS, validations: [{ expression: 'true' }] }),
  binding('lost', { paramRef: { name: 'none', namespace: 'default', parameterNotFoundAction: 'Deny' } }),
  policy('bound', { validations: [{ expression: 'false' }] }),
  binding('bound', { matchResources: { namespaceSelector: { matchLabels: { strict: 'yes' } } } }),
  policy('asking', {
    variables: [
      { name: 'account', expression: "authorizer.serviceAccount('default', 'reader')" },
      { name: 'secrets', expression: "variables.account.group('').resource('secrets').namespace('default')" },
    ],
    validations: [
      {
        expression: "authorizer.requestResource.check('create').allowed()",
        message: 'the administrator may create',
      },
      {
        expression: "authorizer.path('/metrics').check('get').reason() == ''",
        message: 'nobody asks for administrators',
      },
      {
        expression: "!variables.secrets.check('delete').allowed() && !variables.secrets.check('delete').errored()",
        message: 'a reader may not delete',
      },
      {
        expression:
          "variables.secrets.name('one').check('get').reason() == 'RBAC: allowed by RoleBinding \"reader/default\" of Role \"reader\" to ServiceAccount \"reader/default\"' && variables.secrets.name('two').check('get').reason() == ''",
        message: 'the binding is named',
      },
      {
        expression: "variables.secrets.name('one').subresource('status').check('get').allowed()",
        messageExpression: "'messages have no authorizer: ' + variables.secrets.name('one').check('get').reason()",
      },
    ],
  }),
  binding('asking'),
  policy('audited', {
    validations: [{ expression: 'true' }],
    auditAnnotations: [{ key: 'seen', valueExpression: "object.data.a + '!'" }],
  }),
  binding('audited', { validationActions: ['Audit'] }),
  policy('warned', {
    validations: [{ expression: 'false' }],
    auditAnnotations: [{ key: 'b', valueExpression: 'string(object.data.b)' }],
  }),
  binding('warned', { validationActions: ['Warn'] }),
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: { name: 'reader', namespace: 'default' },
    rules: [{ apiGroups: [''], resources: ['secrets'], resourceNames: ['one'], verbs: ['get'] }],
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name: 'reader', namespace: 'default' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' },
    subjects: [{ kind: 'ServiceAccount', name: 'reader' }],
  },
  policy('kindless', { paramKind: { apiVersion: 'nope.io/v1', kind: 'Nope' }, validations: [{ expression: 'true' }] }),
  binding('kindless', { paramRef: { name: 'limits', parameterNotFoundAction: 'Deny' } }),
  policy('broken-condition', {
    matchConditions: [
      { name: 'first', expression: "object.data.missing == 'x'" },
      { name: 'second', expression: "object.data.gone == 'x'" },
    ],
    validations: [{ expression: 'true' }],
  }),
  binding('broken-condition'),
  policy('hooks', {
    matchConstraints: {
      resourceRules: [
        { apiGroups: ['admissionregistration.k8s.io'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['*'] },
      ],
    },
    validations: [{ expression: "!object.metadata.name.startsWith('hooks-')" }],
  }),
  binding('hooks'),
  policy('unbound', { validations: [{ expression: 'false' }] }),
];

const WRITES: readonly Plain[] = [
  configMap('plain-1', 'plain', { a: 'x' }),
  configMap('plain-2', 'plain', { a: 'y' }),
  configMap('worded-1', 'worded', { a: '1' }),
  configMap('worded-2', 'worded', { a: '1', b: '2' }),
  configMap('worded-3', 'worded', { b: '2' }),
  configMap('failing-1', 'failing', { a: '1' }),
  configMap('dear-1', 'dear', { a: '1' }),
  configMap('dear-together-1', 'dear-together', { a: '1' }),
  configMap('dear-condition-1', 'dear-condition', { a: '1' }),
  configMap('dear-variable-1', 'dear-variable', { a: '1' }),
  configMap('dear-variable-2', 'dear-variable', { a: 'x' }),
  configMap('ignoring-1', 'ignoring', { a: '1' }),
  configMap('conditional-1', 'conditional', { a: '1' }),
  configMap('conditional-2', 'conditional', { b: '1' }),
  configMap('param-1', 'param', { a: '1' }),
  configMap('param-2', 'param', { a: '1', b: '1', c: '1' }),
  configMap('lost-1', 'lost', { a: '1' }),
  configMap('bound-1', 'bound', { a: '1' }),
  configMap('asking-1', 'asking', { a: '1' }),
  configMap('audited-1', 'audited', { a: '1' }),
  configMap('audited-2', 'audited', { b: '1' }),
  configMap('warned-1', 'warned', { b: '1' }),
  configMap('warned-2', 'warned', { a: '1' }),
  configMap('kindless-1', 'kindless', { a: '1' }),
  configMap('broken-condition-1', 'broken-condition', { a: '1' }),
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name: 'hooks-1' },
    webhooks: [],
  },
  { ...policy('hooks-2', { validations: [{ expression: 'true' }] }) },
  configMap('unbound-1', 'unbound', { a: '1' }),
];

/** What is there before the writes is created. */
export async function prepare({ client }: ControlPlane): Promise<void> {
  for (const object of SETUP) await client.create(object as never);
}

/** What the server says to each write: `created`, or the refusal. Nothing stays, so that the question can be asked again. */
export async function answers({ client }: ControlPlane): Promise<Record<string, string>> {
  const attempt = async (object: Plain): Promise<string> => {
    try {
      await client.create(structuredClone(object) as never);
    } catch (error) {
      const { message, code, reason } = error as { message: string; code?: number; reason?: string };
      return `${code ?? ''} ${reason ?? ''} ${message}`;
    }
    await client.delete(object as never);
    return 'created';
  };
  const found: Record<string, string> = {};
  for (const object of WRITES) found[String(object.metadata['name'])] = await attempt(object);
  return found;
}
