import { defineKind } from '../../../src/runtime/object/kind.js';
import type { Thing as ThingObject } from './fake-resource.js';

/** A kind for tests. */
export const Thing = defineKind<ThingObject>({
  group: 'example.com',
  version: 'v1',
  kind: 'Thing',
  plural: 'things',
  scope: 'Namespaced',
  subresources: { status: true },
});
export type Thing = ThingObject;
