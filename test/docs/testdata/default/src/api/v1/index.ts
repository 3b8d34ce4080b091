import { defineKind } from 'kbts/runtime';
import type { JSONSchemaProps } from 'kbts/k8s/apiextensions/v1';
import type { Guestbook as GuestbookObject } from './guestbook.types.js';

export type * from './guestbook.types.js';

export type Guestbook = GuestbookObject;
export const Guestbook = defineKind<Guestbook>({
  group: 'webapp.my.domain',
  version: 'v1',
  kind: 'Guestbook',
  plural: 'guestbooks',
  scope: 'Namespaced',
  subresources: { status: true },
});
export const loadGuestbookSchema = async (): Promise<JSONSchemaProps> =>
  (await import('./index.schema.js')).Guestbook;
