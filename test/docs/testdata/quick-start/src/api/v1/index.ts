import { defineKind } from 'kbts/runtime';
import type { Condition, CustomResource, Int32 } from 'kbts/runtime';

export interface Guestbook
  extends CustomResource<{ pages?: Int32; greeting: string }, { conditions?: Condition[] }> {}
export const Guestbook = defineKind<Guestbook>({
  group: 'webapp.my.domain',
  version: 'v1',
  kind: 'Guestbook',
  plural: 'guestbooks',
  scope: 'Namespaced',
  subresources: { status: true },
});
