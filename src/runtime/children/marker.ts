/** How a child is recognized: by a marker that the write which creates it carries. */
import { isRecord } from '../object/json.js';
import type { ManagedFieldsEntry } from '../object/meta.js';
import { owners } from '../object/owners.js';
import type { AnyObject } from '../object/readonly.js';

/** The uid of the owner, on each child. */
export const OWNER_LABEL = 'kbts.dev/owner-uid';
/** `<controller>/<name of the child>`, on each child. */
export const CHILD_ANNOTATION = 'kbts.dev/child';
/** On children that are never deleted. */
export const KEEP_ANNOTATION = 'kbts.dev/keep';

/** Whose children are looked for. */
export interface Parent {
  readonly owner: AnyObject;
  readonly controller: string;
  /** What the API server records as the manager of the fields that this controller applies. */
  readonly fieldManager: string;
}

/** The name of the child that an object is by its marker; undefined for children of others, and for what is not one. */
export function childNameOf(object: AnyObject, { owner, controller }: Parent): string | undefined {
  const { labels, annotations } = object.metadata;
  if (labels?.[OWNER_LABEL] !== owner.metadata.uid) return undefined;
  const [from, name] = halves(annotations?.[CHILD_ANNOTATION] ?? '');
  return from === controller && name !== '' ? name : undefined;
}

/**
 * True when this controller wrote the marker. Labels and annotations can be written by anybody who may change the object; the
 * API server records who applied them.
 */
export function isMarkedBy(object: AnyObject, parent: Parent): boolean {
  if (childNameOf(object, parent) === undefined) return false;
  return (object.metadata.managedFields ?? []).some((entry) => {
    if (entry.manager !== parent.fieldManager || entry.operation !== 'Apply' || entry.subresource) return false;
    return hasField(entry, 'f:labels', OWNER_LABEL) && hasField(entry, 'f:annotations', CHILD_ANNOTATION);
  });
}

/** True when the garbage collector cannot delete the object together with its owner: no owner reference is possible. */
export function isFar(owner: AnyObject, namespace: string | undefined): boolean {
  return owner.metadata.namespace !== undefined && owner.metadata.namespace !== namespace;
}

/** True for an object that this controller made for its owner, and that may be deleted when it is no longer wanted. */
export function isOurs(object: AnyObject, parent: Parent): boolean {
  const { annotations, namespace } = object.metadata;
  if (annotations?.[KEEP_ANNOTATION] !== undefined || !isMarkedBy(object, parent)) return false;
  const { owner } = parent;
  return isFar(owner, namespace) || owners.controllerOf(object)?.uid === owner.metadata.uid;
}

function hasField({ fieldsV1 }: Partial<ManagedFieldsEntry>, list: string, name: string): boolean {
  const metadata = isRecord(fieldsV1) ? fieldsV1['f:metadata'] : undefined;
  const fields = isRecord(metadata) ? metadata[list] : undefined;
  return isRecord(fields) && Object.hasOwn(fields, `f:${name}`);
}

/** The names of children contain no slash; those of controllers may. */
function halves(annotation: string): [controller: string, name: string] {
  const at = annotation.lastIndexOf('/');
  return [annotation.slice(0, Math.max(at, 0)), annotation.slice(at + 1)];
}
