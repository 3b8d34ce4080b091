import { expect, test } from 'vitest';
import { mergeRendered, plain } from '../../../src/ship/chart/merged.js';
import { byNamespace, nameToken, namespaceToken, withParameters } from '../../../src/ship/chart/parameters.js';
import { templateText } from '../../../src/ship/chart/template-text.js';
import type { Json } from '../../../src/ship/json.js';

const account = `${nameToken}-controller-manager`;
const facts = { chart: 'shop', manager: account, account };
const written = (object: Json, kind: string): string => templateText(withParameters(plain(object), kind, facts));

test('labels are those that Helm asks for', () => {
  const text = written(
    { metadata: { name: 'a', labels: { 'app.kubernetes.io/managed-by': 'kustomize', b: 'c' } } },
    'Role',
  );
  expect(text).toBe('metadata:\n  name: a\n  labels:\n    b: c\n    {{- include "shop.labels" . | nindent 4 }}\n');
});

test('selectors carry the release, CRDs are left alone', () => {
  const object = { metadata: { name: 'a' }, spec: { selector: { 'control-plane': 'controller-manager' } } };
  expect(written(object, 'Service')).toContain('    app.kubernetes.io/instance: {{ .Release.Name | quote }}\n');
  expect(written(object, 'CustomResourceDefinition')).not.toContain('instance');
});

test('a CRD is kept, whether it has annotations always, sometimes or never', () => {
  const crd = 'CustomResourceDefinition';
  const kept = '    {{- if .Values.crd.keep }}\n    helm.sh/resource-policy: keep\n    {{- end }}\n';
  expect(written({ metadata: { name: 'a' } }, crd)).toContain(`  {{- if .Values.crd.keep }}\n  annotations:\n${kept}`);
  expect(written({ metadata: { name: 'a', annotations: { b: 'c' } } }, crd)).toContain(
    `  annotations:\n    b: c\n${kept}`,
  );
  const [choice] = mergeRendered(
    [
      { on: new Set(), value: { metadata: { name: 'a' } } },
      { on: new Set(['certManager'] as const), value: { metadata: { name: 'a', annotations: { b: 'c' } } } },
    ],
    [],
  );
  expect(choice && templateText(withParameters(choice.tree, crd, facts))).toContain(
    `  {{- if or .Values.certManager.enabled .Values.crd.keep }}\n  annotations:\n    {{- if .Values.certManager.enabled }}\n    b: c\n    {{- end }}\n${kept}  {{- end }}\n`,
  );
});

test('bindings follow the account that the values name', () => {
  const subjects = [{ kind: 'ServiceAccount', name: `${nameToken}-controller-manager`, namespace: 'n' }];
  expect(written({ metadata: { name: 'a' }, subjects }, 'RoleBinding')).toContain(
    '  name: {{ include "shop.serviceAccountName" . | quote }}\n',
  );
});

test('a Secret of certificates has its own name in each release', () => {
  expect(written({ metadata: { name: 'a' }, rules: [{ resourceNames: ['webhook-server-cert'] }] }, 'Role')).toContain(
    '- {{ include "shop.scopedName" (list . "webhook-server-cert") }}\n',
  );
});

test('other accounts keep their names', () => {
  expect(written({ metadata: { name: `${nameToken}-helper` } }, 'ServiceAccount')).toContain(
    `  name: ${nameToken}-helper\n`,
  );
  expect(written({ metadata: { name: account } }, 'ServiceAccount')).toContain('shop.serviceAccountName');
});

test('namespaces and numbers are what they were, also 123 and a million', () => {
  const text = written({ metadata: { name: account, namespace: namespaceToken }, spec: { replicas: 1 } }, 'Deployment');
  expect(text).toContain('  namespace: {{ .Release.Namespace | quote }}\n');
  expect(text).toContain('  replicas: {{ toJson .Values.manager.replicas }}\n');
  const conversion = { conversion: { namespace: namespaceToken } };
  expect(written({ metadata: { name: 'a' }, spec: conversion }, 'CustomResourceDefinition')).toContain(
    '    namespace: {{ .Release.Namespace | quote }}\n',
  );
});

test('what values add is not lost where config/ has something empty', () => {
  const container = { name: 'manager', args: [], env: [], volumeMounts: [] };
  const metadata = { name: account, annotations: {}, labels: {} };
  const spec = { template: { metadata, spec: { containers: [container], volumes: [] } } };
  const text = written({ metadata, spec }, 'Deployment');
  for (const value of ['annotations', 'labels', 'pod.annotations', 'pod.labels', 'args', 'env', 'extraVolumes'])
    expect(text).toContain(`.Values.manager.${value} `);
  expect(text).toContain('  labels:\n    {{- with .Values.manager.labels }}');
  expect(written({ metadata: { name: account }, spec }, 'Deployment')).toContain('{{- with .Values.manager.labels }}');
  expect(text).not.toContain('{}');
});

test('what values add is not lost where only a feature brings the list', () => {
  const deployment = (args: readonly string[]): Json => ({
    metadata: { name: account },
    spec: { template: { spec: { containers: [{ name: 'manager', ...(args.length > 0 && { args }) }] } } },
  });
  const [choice] = mergeRendered(
    [
      { on: new Set(), value: deployment([]) },
      { on: new Set(['metrics'] as const), value: deployment(['--metrics']) },
    ],
    [],
  );
  const text = choice && templateText(withParameters(choice.tree, 'Deployment', facts));
  expect(text).toMatch(
    /\n {8}args:\n {8}\{\{- if \.Values\.metrics\.enabled \}\}\n {8}- --metrics\n {8}\{\{- end \}\}\n/,
  );
});

test('other Deployments are not the manager', () => {
  const other = { metadata: { name: `${nameToken}-database` }, spec: { replicas: 3 } };
  expect(written(other, 'Deployment')).toContain('replicas: 3');
});

test.each([
  ['--leader-elect', '--leader-elect'],
  ['--leader-elect=true', '--leader-elect=true'],
  ['-leader-elect=false', '--leader-elect'],
])('the argument %s is switched by a value', (given, shown) => {
  const spec = { template: { spec: { containers: [{ name: 'manager', args: ['--a', given, '--b'] }] } } };
  expect(written({ metadata: { name: account }, spec }, 'Deployment')).toContain(
    `- --a\n        {{- if .Values.manager.leaderElection.enabled }}\n        - ${shown}\n        {{- end }}\n        - --b\n`,
  );
});

test('arguments of the values are not lost where the manager has none of its own', () => {
  const spec = { template: { spec: { containers: [{ name: 'manager', image: 'a' }] } } };
  const text = written({ metadata: { name: `${nameToken}-controller-manager` }, spec }, 'Deployment');
  expect(text).toContain('args:\n        {{- if .Values.manager.leaderElection.enabled }}\n        - --leader-elect\n');
  expect(text).toContain('        {{- with .Values.manager.logLevel }}\n        - --zap-log-level={{ . }}');
  expect(text).toContain('{{- with .Values.manager.args }}');
});

test.each([
  ['its own namespace', { valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } } }, 'valueFrom:'],
  ['a list', { value: 'blue' }, 'value: blue'],
])('the namespaces of the values win over %s', (_, given, kept) => {
  const container = { name: 'manager', env: [{ name: 'WATCH_NAMESPACE', ...given }] };
  const spec = { template: { spec: { containers: [container] } } };
  const text = written({ metadata: { name: `${nameToken}-controller-manager` }, spec }, 'Deployment');
  expect(text).toContain(`          {{- if not .Values.manager.watchNamespaces }}\n          ${kept}`);
  expect(text).toContain(
    '          {{- if .Values.manager.watchNamespaces }}\n          value: {{ join "," .Values.manager.watchNamespaces | quote }}\n',
  );
});

test('a Role is there once for each namespace, with the release as its context', () => {
  const text = byNamespace(plain({ kind: 'Role', metadata: { name: 'a', namespace: 'b' } }));
  expect(text).toMatch(/^\{\{- range \$namespace := .* \}\}\n\{\{- with \$ \}\}\n---\n/);
  expect(text).toContain('  namespace: {{ $namespace | quote }}\n');
});
