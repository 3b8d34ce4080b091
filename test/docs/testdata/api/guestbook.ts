/** The kind that the examples of the API reference use. */
import { type Condition, type CustomResource, defineKind } from 'kbts/runtime';

export interface Guestbook extends CustomResource<
  { replicas?: number; message?: string },
  { ready?: boolean; conditions?: Condition[] }
> {}

export const Guestbook = defineKind<Guestbook>({
  group: 'webapp.my.domain',
  version: 'v1',
  kind: 'Guestbook',
  plural: 'guestbooks',
  scope: 'Namespaced',
  subresources: { status: true },
});
