import { expect, test } from 'vitest';
import { mutatingPolicy, mutatingPolicyBinding } from '../../../src/kubernetes/admission/mutating-policy-rules.js';
import { findings } from '../../../src/kubernetes/field.js';
import type { JsonObject } from '../../../src/kubernetes/json/json-value.js';

const rule = { apiGroups: ['apps'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['deployments'] };
const constraints = { matchPolicy: 'Exact', namespaceSelector: {}, objectSelector: {}, resourceRules: [rule] };
const apply = (expression: string): JsonObject => ({
  patchType: 'ApplyConfiguration',
  applyConfiguration: { expression },
});
const patch = (expression: string): JsonObject => ({ patchType: 'JSONPatch', jsonPatch: { expression } });
const spec = {
  failurePolicy: 'Fail',
  reinvocationPolicy: 'Never',
  matchConstraints: constraints,
  mutations: [apply('Object{}')],
};

test.each<[JsonObject, string[]]>([
  [{}, []],
  [{ mutations: [] }, ['spec.mutations']],
  [{ reinvocationPolicy: 'Always' }, ['spec.reinvocationPolicy']],
  [{ reinvocationPolicy: null }, ['spec.reinvocationPolicy']],
  [
    { matchConstraints: { ...constraints, resourceRules: [{ ...rule, operations: ['DELETE'] }] } },
    ['spec.matchConstraints.resourceRules.operations'],
  ],
  [{ mutations: [{ patchType: 'MergePatch' }] }, ['spec.mutations[0].patchType']],
  [{ mutations: [{ patchType: 'JSONPatch' }] }, ['spec.mutations[0].jsonPatch']],
  [{ mutations: [{ ...patch('[]'), ...apply('Object{}') }] }, ['spec.mutations[0].jsonPatch']],
  [{ mutations: [apply('Object.spec{}')] }, ['spec.mutations[0].applyConfiguration.expression']],
  [{ mutations: [patch('Object{}')] }, ['spec.mutations[0].jsonPatch.expression']],
  [{ mutations: [patch('[JSONPatch{op: "test", path: "/a", value: object.b}]')] }, []],
  [{ mutations: [patch('[JSONPatch{op: 1}]')] }, ['spec.mutations[0].jsonPatch.expression']],
  [{ mutations: [patch('[JSONPatch{other: 1}]')] }, ['spec.mutations[0].jsonPatch.expression']],
  [
    { mutations: [apply('variables.a')], variables: [{ name: 'a', expression: 'Object{}' }] },
    ['spec.variables[0].expression', 'spec.mutations[0].applyConfiguration.expression'],
  ],
  [{ matchConditions: [{ name: 'a', expression: 'has(Object{}.a)' }] }, ['spec.matchConditions[0].expression']],
])('a policy with %j', (change, fields) => {
  const found = findings({ metadata: { name: 'a' }, spec: { ...spec, ...change } }, '', mutatingPolicy);

  expect(found.map(({ field }) => field)).toEqual(fields);
});

test('a binding chooses no deletions', () => {
  const matchResources = { ...constraints, resourceRules: [{ ...rule, operations: ['*', 'DELETE'] }] };
  const found = findings({ spec: { policyName: 'a', matchResources } }, '', mutatingPolicyBinding);

  expect(found.map(({ field }) => field)).toEqual([
    'spec.matchResources.resourceRules[0].operations',
    'spec.matchResources.resourceRules.operations',
  ]);
});
