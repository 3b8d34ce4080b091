import { defineKind } from 'kbts/runtime';
import type { Condition, CustomResource, Int32 } from 'kbts/runtime';

export interface Website
  extends CustomResource<
    { image: string; replicas?: Int32; port?: Int32; visibility?: 'private' | 'public' },
    { conditions?: Condition[]; readyReplicas?: Int32 }
  > {}
export const Website = defineKind<Website>({
  group: 'web.my.domain',
  version: 'v1',
  kind: 'Website',
  plural: 'websites',
  scope: 'Namespaced',
  subresources: { status: true },
});
