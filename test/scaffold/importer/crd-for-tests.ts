import type { Crd, Schema } from '../../../src/scaffold/importer/crd.js';

/** A CRD of apples; `spec` changes it. */
export function appleCrd(schema: Schema = { type: 'object' }, spec: Partial<Crd['spec']> = {}): Crd & { kind: string } {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'apples.fruit.io' },
    spec: {
      group: 'fruit.io',
      scope: 'Namespaced',
      names: { kind: 'Apple', plural: 'apples' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
      ...spec,
    },
  } as Crd & { kind: string };
}
