import { expect, test } from 'vitest';
import { validatingPolicy, validatingPolicyBinding } from '../../../src/kubernetes/admission/policy-rules.js';
import { findings } from '../../../src/kubernetes/field.js';
import type { JsonObject } from '../../../src/kubernetes/json/json-value.js';

const resourceRules = [
  { apiGroups: ['apps'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['deployments'] },
];
const spec = {
  failurePolicy: 'Fail',
  matchConstraints: { matchPolicy: 'Exact', namespaceSelector: {}, objectSelector: {}, resourceRules },
  validations: [{ expression: 'true' }],
};
const fieldsOf = (change: JsonObject, before?: JsonObject): string[] =>
  findings({ metadata: { name: 'a' }, spec: { ...spec, ...change } }, '', (after) =>
    validatingPolicy(after, before && after.with({ spec: { ...spec, ...before } })),
  ).map(({ field }) => field);

test.each<[JsonObject, string[]]>([
  [{}, []],
  [{ failurePolicy: 'fail' }, ['spec.failurePolicy']],
  [{ validations: [] }, ['spec.validations', 'spec.auditAnnotations']],
  [{ validations: [{ expression: '1' }] }, ['spec.validations[0].expression']],
  [{ validations: [{ expression: 'true', message: 'a\nb' }] }, ['spec.validations[0].message']],
  [{ variables: [{ name: 'if', expression: '1' }] }, ['spec.variables[0].name']],
  [{ auditAnnotations: [{ key: 'a b', valueExpression: "'x'" }] }, ['spec.auditAnnotations[0].key']],
  [
    {
      auditAnnotations: Array.from({ length: 21 }, (_, index) => ({ key: `k${index}`, valueExpression: "'x'" })),
    },
    ['spec.auditAnnotations'],
  ],
  [{ paramKind: { apiVersion: 'a/b/c', kind: 'X' } }, ['spec.paramKind.apiVersion']],
  [{ matchConstraints: { ...spec.matchConstraints, resourceRules: [] } }, ['spec.matchConstraints.resourceRules']],
])('a policy with %j', (change, fields) => {
  expect(fieldsOf(change)).toEqual(fields);
});

test('message expressions do not see the authorizer', () => {
  const messageExpression = "authorizer.group('').resource('pods').check('get').reason()";

  expect(fieldsOf({ validations: [{ expression: 'true', messageExpression }] })).toEqual([
    'spec.validations[0].messageExpression',
  ]);
});

test('match conditions that an update leaves alone are not checked again', () => {
  const matchConditions = [{ name: 'a', expression: 'unknown' }];

  expect(fieldsOf({ matchConditions }, {})).toEqual(['spec.matchConditions[0].expression']);
  expect(fieldsOf({ matchConditions }, { matchConditions })).toEqual([]);
});

test.each<[JsonObject, string[]]>([
  [{ policyName: 'a', validationActions: ['Deny'] }, []],
  [{ policyName: '', validationActions: ['Deny'] }, ['spec.policyName']],
  [{ policyName: 'a', validationActions: ['Deny', 'Warn'] }, ['spec.validationActions']],
  [{ policyName: 'a', validationActions: [] }, ['spec.validationActions']],
  [{ policyName: 'a', validationActions: ['Deny'], paramRef: { parameterNotFoundAction: 'Deny' } }, ['spec.paramRef']],
])('a binding with %j', (binding, fields) => {
  expect(findings({ spec: binding }, '', validatingPolicyBinding).map(({ field }) => field)).toEqual(fields);
});
