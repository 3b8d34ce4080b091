/** What the server does to an object before it is checked: identity, timestamps, generation, status kept apart. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { ApiObject, Metadata } from '../storage/api-object.js';
import { timestamp, type WallClock } from '../wall-clock.js';
import { jsonEqual } from '../../kubernetes/json/json-value.js';
import { generationContent, type KindStrategy } from './kind-strategy.js';

const SUFFIX_LETTERS = 'bcdfghjklmnpqrstvwxz2456789';
const NAME_LIMIT = 63;

/** Five letters and digits that cannot form words. */
export function randomSuffix(): string {
  return [...randomBytes(5)].map((byte) => SUFFIX_LETTERS[byte % SUFFIX_LETTERS.length]).join('');
}

/** The object with a name, made from `generateName` when it has none. */
export function withName(object: ApiObject, { namesItself = false }: Partial<KindStrategy> = {}): ApiObject {
  const { name = '', generateName = '' } = object.metadata;
  if (name === '' && generateName === '' && namesItself) {
    return { ...object, metadata: { ...object.metadata, name: randomUUID() } };
  }
  if (name !== '' || generateName === '') return object;
  const stem = generateName.slice(0, NAME_LIMIT - 5);
  return { ...object, metadata: { ...object.metadata, name: `${stem}${randomSuffix()}` } };
}

/** The object without the metadata that only the server sets, as admission sees it. */
export function withoutSystemFields(object: ApiObject): ApiObject {
  const metadata = tidy({ ...object.metadata });
  for (const field of [
    'uid',
    'creationTimestamp',
    'deletionTimestamp',
    'deletionGracePeriodSeconds',
    'selfLink',
  ] as const)
    delete metadata[field];
  return { ...object, metadata };
}

/** A new object as the server would store it, before defaults and checks. */
export function prepareForCreate(object: ApiObject, strategy: KindStrategy, clock: WallClock): ApiObject {
  const metadata = tidy({ ...object.metadata, uid: randomUUID(), creationTimestamp: timestamp(clock) });
  delete metadata.resourceVersion;
  delete metadata.deletionTimestamp;
  delete metadata.deletionGracePeriodSeconds;
  delete metadata.selfLink;
  if (strategy.generation !== undefined) metadata.generation = 1;
  const prepared: ApiObject = { ...object, metadata };
  if (strategy.hasStatus) delete prepared['status'];
  return prepared;
}

/** The new state of an object: what clients cannot set is taken from the old state. */
export function prepareForUpdate(after: ApiObject, before: ApiObject, strategy: KindStrategy): ApiObject {
  const prepared: ApiObject = { ...after, metadata: keepSystemFields(after.metadata, before.metadata) };
  if (strategy.hasStatus) {
    if (before['status'] === undefined) delete prepared['status'];
    else prepared['status'] = before['status'];
  }
  return prepared;
}

/** The new state after a write to the status subresource. */
export function prepareForStatusUpdate(after: ApiObject, before: ApiObject, isCustom: boolean): ApiObject {
  const system = keepSystemFields(after.metadata, before.metadata);
  const metadata = isCustom ? { ...before.metadata, managedFields: after.metadata.managedFields } : system;
  if (!isCustom && before.kind === 'Deployment') metadata.labels = before.metadata.labels;
  const prepared: ApiObject = { ...before, metadata: { ...metadata, generation: before.metadata.generation } };
  if ((after['status'] ?? undefined) === undefined) delete prepared['status'];
  else prepared['status'] = after['status'];
  return prepared;
}

function keepSystemFields(after: Metadata, before: Metadata): Metadata {
  const kept = tidy({ ...after });
  const fields = ['uid', 'creationTimestamp', 'generation', 'selfLink'] as const;
  for (const field of fields) copyField(kept, before, field);
  // Another value than before is refused later.
  for (const field of ['deletionTimestamp', 'deletionGracePeriodSeconds'] as const)
    if (kept[field] === undefined) copyField(kept, before, field);
  copyField(kept, before, 'generateName');
  if (after.generateName !== undefined) kept.generateName = after.generateName;
  return kept;
}

/** Go does not write empty maps and lists, and the server keeps equal owners once. */
function tidy(metadata: Metadata): Metadata {
  if (Array.isArray(metadata.ownerReferences)) metadata.ownerReferences = eachOnce(metadata.ownerReferences);
  for (const field of ['labels', 'annotations', 'finalizers', 'ownerReferences'] as const) {
    const value = metadata[field];
    // An apply may set null.
    if (Object.keys(value ?? {}).length === 0) delete metadata[field];
  }
  return metadata;
}

function eachOnce(owners: NonNullable<Metadata['ownerReferences']>): NonNullable<Metadata['ownerReferences']> {
  const known = new Set<string>();
  return owners.filter(({ apiVersion, kind, name, uid, controller, blockOwnerDeletion }) => {
    const before = known.size;
    known.add(JSON.stringify([uid, apiVersion, kind, name, controller, blockOwnerDeletion]));
    return known.size > before;
  });
}

function copyField<K extends keyof Metadata>(target: Metadata, source: Metadata, field: K): void {
  if (source[field] === undefined) delete target[field];
  else target[field] = source[field];
}

/** The new state with its generation: the last step, after everything that may still change the content. */
export function withGeneration(after: ApiObject, before: ApiObject, strategy: KindStrategy): ApiObject {
  if (strategy.generation === undefined) return after;
  if (jsonEqual(generationContent(strategy, after), generationContent(strategy, before))) return after;
  return { ...after, metadata: { ...after.metadata, generation: (before.metadata.generation ?? 0) + 1 } };
}
