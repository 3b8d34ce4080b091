/** Whether a server-side apply would change nothing, judged by what the object says of its managers. */
import { isEqual } from '../../object/equality.js';
import type { ManagedFieldsEntry } from '../../object/meta.js';
import type { AnyObject } from '../../object/readonly.js';
import { itemFor, itemsInOrder, type Structure, isStructure } from './keyed-list.js';

/** Who applies, and to which part. */
export interface Applier {
  readonly fieldManager: string;
  readonly subresource?: string;
}

/** What no manager owns: how the object was found, and the precondition on its uid. */
const IDENTITY: ReadonlySet<string> = new Set(['apiVersion', 'kind']);
const NAMES: ReadonlySet<string> = new Set(['name', 'namespace', 'uid']);

/**
 * True only when the API server would leave `stored` as it is: this manager has applied exactly these fields before, in this
 * version, and they still have these values. False when that is not certain.
 */
export function isApplied(desired: object, stored: AnyObject, applier: Applier): boolean {
  const { apiVersion, kind, metadata } = desired as Partial<AnyObject>;
  // A precondition: for another object the server must refuse.
  if (metadata?.uid !== undefined && metadata.uid !== stored.metadata.uid) return false;
  if (apiVersion !== stored.apiVersion || kind !== stored.kind) return false;
  const owned = ownedFields(stored, applier);
  if (!owned) return false;
  const body: Record<string, unknown> = { ...desired };
  for (const name of IDENTITY) delete body[name];
  const rest = Object.entries(metadata ?? {}).filter(([name, value]) => !NAMES.has(name) && value !== undefined);
  if (rest.length === 0) delete body['metadata'];
  else body['metadata'] = Object.fromEntries(rest);
  return isSame(owned, body, stored);
}

/** Undefined unless there is exactly one entry: anything else is left to the server. */
function ownedFields(
  { metadata, apiVersion }: AnyObject,
  { fieldManager, subresource }: Applier,
): Structure | undefined {
  const isOwn = (entry: Partial<ManagedFieldsEntry>): boolean =>
    entry.manager === fieldManager && entry.operation === 'Apply' && (entry.subresource ?? '') === (subresource ?? '');
  const [entry, ...others] = ((metadata.managedFields ?? []) as readonly ManagedFieldsEntry[]).filter(isOwn);
  const { fieldsV1 } = entry ?? {};
  const isKnown = others.length === 0 && entry?.apiVersion === apiVersion && entry.fieldsType === 'FieldsV1';
  return isKnown && isStructure(fieldsV1) ? fieldsV1 : undefined;
}

/** `owned` is a node of managed fields; without children the value below it is owned as a whole. */
function isSame(owned: Structure, desired: unknown, stored: unknown): boolean {
  const elements = Object.keys(owned).filter((element) => element !== '.');
  if (elements.length === 0) return desired !== null && (isEqual(desired, stored) || isDropped(desired, stored));
  if (!isStructure(desired) || !isStructure(stored)) return false;
  if (Array.isArray(desired)) return Array.isArray(stored) && isSameList(owned, elements, desired, stored);
  const names = Object.keys(desired).filter((name) => desired[name] !== undefined);
  // As many, and each of them: the fields are the same ones.
  if (names.length !== elements.length) return false;
  return names.every((name) => {
    const node = owned[`f:${name}`];
    return isStructure(node) && isSame(node, desired[name], Object.hasOwn(stored, name) ? stored[name] : undefined);
  });
}

/** Built-in kinds lose what is empty, `''`, 0 and false; had somebody else removed the field, this manager would not own it. */
function isDropped(desired: unknown, stored: unknown): boolean {
  return stored === undefined && (isStructure(desired) ? Object.keys(desired).length === 0 : !desired);
}

function isSameList(owned: Structure, elements: readonly string[], desired: unknown[], stored: unknown[]): boolean {
  if (elements.length !== desired.length) return false;
  const places: number[] = [];
  const used = new Set<unknown>();
  for (const element of elements) {
    const wanted = itemFor(element, desired);
    const actual = itemFor(element, stored);
    const node = owned[element];
    if (!wanted || !actual || used.has(wanted.item) || !isStructure(node)) return false;
    used.add(wanted.item);
    if (!isSame(node, wanted.item, actual.item)) return false;
    places[wanted.index] = actual.index;
  }
  return itemsInOrder(places);
}
