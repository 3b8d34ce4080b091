import { expect, test } from 'vitest';
import { bundleCrdFindings } from '../../../src/commands/ship/bundle-crds.js';

function findings(...lines: string[]) {
  const text = [
    'apiVersion: apiextensions.k8s.io/v1',
    'kind: CustomResourceDefinition',
    'metadata:',
    '  name: books.a.b',
    'spec:',
    '  group: a.b',
    '  names: {kind: Book, plural: books}',
    ...lines,
  ].join('\n');
  return bundleCrdFindings(new Map([['manifests/books.yaml', text]]));
}

const version = (...lines: string[]): string[] => [
  '  scope: Namespaced',
  '  versions:',
  '  - name: v1',
  '    served: true',
  '    storage: true',
  '    schema:',
  '      openAPIV3Schema:',
  '        type: object',
  ...lines,
];

test('a CRD that is right has no findings', () => {
  expect(findings(...version())).toEqual([]);
});

test('a CRD of an old version is refused', () => {
  const text = 'apiVersion: apiextensions.k8s.io/v1beta1\nkind: CustomResourceDefinition\nmetadata: {name: a.b}\n';
  expect(bundleCrdFindings(new Map([['manifests/a.yaml', text]]))).toMatchObject([
    { severity: 'error', line: 1, message: expect.stringContaining('v1beta1') },
  ]);
});

test('findings have their line, also where the server names the old place', () => {
  expect(findings(...version('    additionalPrinterColumns:', '    - name: A', '      type: moment'))).toMatchObject([
    {
      file: 'manifests/books.yaml',
      line: 18,
      message: expect.stringContaining('spec.additionalPrinterColumns[0].type'),
    },
    { line: 17, isOfSchema: false },
  ]);
});

test('findings about schemas say so', () => {
  const [finding] = findings(...version('        properties:', '          spec: {type: whole}'));

  expect(finding).toMatchObject({ line: 17, isOfSchema: true });
});

test('objects of other kinds are not looked at', () => {
  expect(
    bundleCrdFindings(new Map([['manifests/a.yaml', 'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n']])),
  ).toEqual([]);
});
