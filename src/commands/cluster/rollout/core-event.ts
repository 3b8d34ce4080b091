/** Events as the core group has them: the form in which all clusters can be asked. */
import { defineKind } from '../../../runtime/object/kind.js';
import type { KubeObject } from '../../../runtime/object/meta.js';

/** As much of an event as messages need. */
export interface CoreEvent extends KubeObject {
  readonly involvedObject: { readonly kind?: string; readonly name?: string };
  readonly type?: string;
  readonly reason?: string;
  readonly message?: string;
}

/** `v1 Event`. */
export const CoreEvent = defineKind<CoreEvent>({
  group: '',
  version: 'v1',
  kind: 'Event',
  plural: 'events',
  scope: 'Namespaced',
});
