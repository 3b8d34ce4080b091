import { expect, test } from 'vitest';
import type { CrdVersion } from '../../../src/scaffold/importer/crd.js';
import { crdMarkers, versionMarkers } from '../../../src/scaffold/importer/kind-markers.js';
import { NotExpressible } from '../../../src/scaffold/importer/not-expressible.js';
import { appleCrd } from './crd-for-tests.js';

const version: CrdVersion = { name: 'v1', served: true, storage: true };
const webhook = (clientConfig: object) => ({
  strategy: 'Webhook',
  webhook: { clientConfig, conversionReviewVersions: ['v1', 'v1beta1'] },
});

test('a plain kind says its plural only', () => {
  expect(versionMarkers(appleCrd(), version)).toEqual(['+kubebuilder:resource:path=apples']);
});

test('names, scope, and what a version has', () => {
  const names = { kind: 'Apple', plural: 'apples', singular: 'fruit', shortNames: ['ap'], categories: ['all'] };
  const crd = appleCrd({}, { names, scope: 'Cluster', versions: [version, { ...version, name: 'v2' }] });
  const markers = versionMarkers(crd, {
    ...version,
    served: false,
    deprecated: true,
    deprecationWarning: 'old "one"',
    subresources: { status: {}, scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' } },
    additionalPrinterColumns: [{ name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp', priority: 1 }],
    selectableFields: [{ jsonPath: '.spec.a' }],
  });

  expect(markers).toEqual([
    '+kubebuilder:resource:path=apples,scope=Cluster,singular=fruit,shortName={"ap"},categories={"all"}',
    '+kubebuilder:storageversion',
    '+kubebuilder:unservedversion',
    String.raw`+kubebuilder:deprecatedversion:warning="old \"one\""`,
    '+kubebuilder:subresource:status',
    '+kubebuilder:subresource:scale:specpath=".spec.n",statuspath=".status.n"',
    '+kubebuilder:printcolumn:name="Age",type="date",priority=1,JSONPath=".metadata.creationTimestamp"',
    '+kubebuilder:selectablefield:JSONPath=".spec.a"',
  ]);
});

test('metadata is kept, but for what tools say about themselves', () => {
  const annotations = { 'controller-gen.kubebuilder.io/version': 'v1', mine: 'a,b' };
  const crd = { ...appleCrd(), metadata: { name: 'apples.fruit.io', annotations, labels: { l: 'x' } } };

  expect(crdMarkers(crd)).toEqual([
    '+kubebuilder:metadata:annotations={"mine=a,b"}',
    '+kubebuilder:metadata:labels={"l=x"}',
  ]);
});

test('conversion names its Service; an address cannot be said', () => {
  const service = { name: 's', namespace: 'n', port: 9443 };
  expect(crdMarkers(appleCrd({}, { conversion: webhook({ service }) }))).toEqual([
    '+kubebuilder:conversion:serviceName="s",serviceNamespace="n",path="",servicePort=9443,reviewVersions={"v1","v1beta1"}',
  ]);
  expect(() => crdMarkers(appleCrd({}, { conversion: webhook({ url: 'https://a' }) }))).toThrow(NotExpressible);
});
