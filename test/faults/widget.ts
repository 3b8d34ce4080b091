/** What the managers under test look after: a Widget wants a number of ConfigMaps with its value in them. */
import { defineKind } from '../../src/runtime/object/kind.js';
import type { CustomResource, KubeObject } from '../../src/runtime/object/meta.js';

export type Widget = CustomResource<{ children: number; value: string }, { value?: string }>;

export const group = 'faults.kbts.dev';
export const Widget = defineKind<Widget>({
  group,
  version: 'v1',
  kind: 'Widget',
  plural: 'widgets',
  scope: 'Namespaced',
  subresources: { status: true },
});

export interface ConfigMap extends KubeObject {
  data?: Record<string, string>;
}
export const ConfigMap = defineKind<ConfigMap>({
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  scope: 'Namespaced',
});

export const finalizer = `${group}/children`;
export const ownerLabel = `${group}/widget`;
export const leaseName = 'faults';

/** Names of the children that a Widget must have. */
export function childNames({ metadata, spec }: { metadata: { name?: string }; spec: Widget['spec'] }): string[] {
  return Array.from({ length: spec.children }, (_, i) => `${metadata.name}-${i}`);
}

export const crd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `widgets.${group}` },
  spec: {
    group,
    scope: 'Namespaced',
    names: { kind: 'Widget', listKind: 'WidgetList', plural: 'widgets', singular: 'widget' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                properties: { children: { type: 'integer' }, value: { type: 'string' } },
                required: ['children', 'value'],
              },
              status: { type: 'object', properties: { value: { type: 'string' } } },
            },
          },
        },
      },
    ],
  },
} as const;

/** Exactly what a manager needs; it is refused everything else. */
export const rules = [
  { apiGroups: [group], resources: ['widgets'], verbs: ['get', 'list', 'watch', 'update', 'patch'] },
  { apiGroups: [group], resources: ['widgets/status'], verbs: ['patch', 'update'] },
  {
    apiGroups: [''],
    resources: ['configmaps'],
    verbs: ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'],
  },
  { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['get', 'create', 'update'] },
  { apiGroups: ['events.k8s.io'], resources: ['events'], verbs: ['create', 'patch'] },
] as const;
