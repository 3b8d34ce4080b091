import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { knownNames, resolveCoreType } from '../../src/core-schemas/core-names.js';

test.each([
  ['kbts/k8s', 'PodTemplateSpec', 'core/v1.PodTemplateSpec'],
  ['kbts/k8s', 'Protocol', 'core/v1.Protocol'],
  ['kbts/k8s', 'LabelSelector', 'meta/v1.LabelSelector'],
  ['kbts/k8s', 'Quantity', 'meta/v1.Quantity'],
  ['kbts/k8s', 'Event', 'core/v1.Event'],
  ['kbts/k8s', 'HorizontalPodAutoscalerSpec', 'autoscaling/v2.HorizontalPodAutoscalerSpec'],
  ['kbts/k8s', 'Scale', 'autoscaling/v1.Scale'],
  ['kbts/k8s/apps/v1', 'DeploymentSpec', 'apps/v1.DeploymentSpec'],
  ['kbts/k8s/rbac/v1', 'Subject', 'rbac/v1.Subject'],
  ['kbts/k8s/events/v1', 'Event', 'events/v1.Event'],
  ['kbts/k8s/resource/v1alpha3', 'DeviceTaint', 'resource/v1alpha3.DeviceTaint'],
  ['kbts/runtime', 'Condition', 'meta/v1.Condition'],
  ['kbts/runtime', 'ObjectMeta', 'meta/v1.ObjectMeta'],
  ['@kubernetes/client-node', 'V1PodTemplateSpec', 'core/v1.PodTemplateSpec'],
  ['@kubernetes/client-node', 'V2MetricSpec', 'autoscaling/v2.MetricSpec'],
  ['@kubernetes/client-node', 'V1beta1LeaseCandidate', 'coordination/v1beta1.LeaseCandidate'],
  ['@kubernetes/client-node', 'CoreV1Event', 'core/v1.Event'],
  ['@kubernetes/client-node', 'FlowcontrolV1Subject', 'flowcontrol/v1.Subject'],
  ['@kubernetes/client-node', 'V1LabelSelector', 'meta/v1.LabelSelector'],
  ['@kubernetes/client-node', 'V1CustomResourceDefinitionNames', 'apiextensions/v1.CustomResourceDefinitionNames'],
  ['@kubernetes/client-node', 'IntOrString', 'meta/v1.IntOrString'],
])('%s has %s, which is %s', (moduleSpecifier, name, id) => {
  expect(resolveCoreType(moduleSpecifier, name)).toBe(id);
});

test.each([
  ['kbts/k8s', 'Subject', 'several groups have it'],
  ['kbts/k8s', 'LeaseCandidate', 'it is not stable yet'],
  ['kbts/k8s', '-Subject', 'it is no name'],
  ['kbts/k8s', 'toString', 'it is no name'],
  ['kbts/k8s/apps/v1', 'PodSpec', 'it belongs to another group'],
  ['kbts/k8s/apps/v9', 'Deployment', 'there is no such version'],
  ['kbts/k8s/constructor', 'name', 'there is no such module'],
  ['kbts/runtime', 'PodSpec', 'the runtime does not export it'],
  ['@kubernetes/client-node', 'V1Subject', 'several groups have it'],
  ['@kubernetes/client-node', 'PodSpec', 'it lacks its version'],
  ['./types.js', 'PodSpec', 'the module is not of Kubernetes'],
])('%s has no %s, because %s', (moduleSpecifier, name) => {
  expect(resolveCoreType(moduleSpecifier, name)).toBeUndefined();
});

test('every name that is listed resolves', () => {
  for (const moduleSpecifier of ['kbts/k8s', 'kbts/k8s/core/v1', 'kbts/runtime', '@kubernetes/client-node']) {
    const names = knownNames(moduleSpecifier) ?? [];

    expect(names.length).toBeGreaterThan(10);
    expect(names).toEqual([...names].sort());
    expect(names.filter((name) => resolveCoreType(moduleSpecifier, name) === undefined)).toEqual([]);
  }
  expect(knownNames('express')).toBeUndefined();
});

test('the stable models of @kubernetes/client-node resolve, also those of older Kubernetes versions', () => {
  const index = new URL('../../node_modules/@kubernetes/client-node/dist/gen/models/all.d.ts', import.meta.url);
  const exported = [...readFileSync(index, 'utf8').matchAll(/models\/(\w+)\.js'/g)].map((match) => match[1] ?? '');
  const stable = exported.filter((name) => /^([A-Z][a-z]+)?V\d+[A-Z]/.test(name));

  const unknown = stable.filter((name) => resolveCoreType('@kubernetes/client-node', name) === undefined);

  expect(stable.length).toBeGreaterThan(400);
  expect(unknown).toEqual([]);
});
