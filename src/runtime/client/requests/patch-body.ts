/** Bodies of PATCH requests. */
import type { KubeObject } from '../../object/meta.js';
import type { Patch } from '../client.js';

/** Content type and body of a patch. */
export interface PatchBody {
  readonly contentType: string;
  readonly body: object | string;
}

/** How a patch travels. */
export function patchBody(patch: Patch): PatchBody {
  switch (patch.type) {
    case 'merge':
      return { contentType: 'application/merge-patch+json', body: patch.body };
    case 'json':
      return { contentType: 'application/json-patch+json', body: patch.operations };
    case 'strategic':
      return { contentType: 'application/strategic-merge-patch+json', body: patch.body };
    case 'raw':
      return { contentType: patch.contentType, body: patch.body };
  }
}

/** JSON is YAML, so an apply patch is sent as JSON. `managedFields` must be absent, or the server refuses it. */
export function applyBody(desired: object): PatchBody {
  const { metadata = {} } = desired as Partial<KubeObject>;
  const { managedFields: _managed, ...rest } = metadata;
  // `creationTimestamp: null` and the like come from other tools' output; they claim fields that nobody owns.
  const present = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null));
  return { contentType: 'application/apply-patch+yaml', body: { ...desired, metadata: present } };
}
