/** Keeps the registry in step with CustomResourceDefinitions, sets their conditions, and cleans up after deleted ones. */
import { section, type ApiObject } from '../storage/api-object.js';
import { trackUpdate } from '../apply/apply.js';
import type { Backend } from '../backend.js';
import { timestamp } from '../wall-clock.js';
import { groupOf, namesOf, typesOf, type CrdNames } from '../definitions/crd-types.js';
import { isObject, jsonEqual, type JsonObject, type JsonValue } from '../../kubernetes/json/json-value.js';
import type { StoreEvent } from '../storage/object-store.js';
import type { ResourceType } from '../resources/resource-type.js';

/** The collection of CRDs. */
export const CRDS = 'apiextensions.k8s.io/customresourcedefinitions';
/** What keeps a CRD until its objects are gone. */
const CLEANUP_FINALIZER = 'customresourcecleanup.apiextensions.k8s.io';

/** Follows all CRDs of a backend. Returns a function that stops it. */
export function runCrdController(backend: Backend): () => void {
  const controller = new CrdController(backend);
  return backend.store.collection(CRDS).listen((event) => controller.handle(event));
}

class CrdController {
  private readonly backend: Backend;
  /** What each CRD has registered. */
  private readonly registered = new Map<string, ResourceType[]>();

  constructor(backend: Backend) {
    this.backend = backend;
  }

  handle({ type, object }: StoreEvent): void {
    if (type === 'DELETED') {
      this.unregister(object.metadata.name ?? '');
      return;
    }
    const conflicts = this.conflictOf(object);
    if (conflicts === undefined) this.register(object);
    // After the write has returned to its client: the real server does this a moment later, too.
    this.settleLater(object.metadata.name ?? '');
  }

  private settleLater(name: string): void {
    setImmediate(() => {
      try {
        this.settle(name);
      } catch (error) {
        this.backend.log(`the definition ${name} could not be settled: ${String(error)}`);
      }
    });
  }

  private register(crd: ApiObject): void {
    const name = crd.metadata.name ?? '';
    const types = typesOf(crd);
    const before = this.registered.get(name) ?? [];
    for (const old of before) {
      if (!types.some((type) => type.version === old.version)) this.backend.registry.remove(old);
    }
    for (const type of types) this.backend.registry.add(type);
    this.registered.set(name, types);
  }

  private unregister(name: string): void {
    for (const type of this.registered.get(name) ?? []) this.backend.registry.remove(type);
    this.registered.delete(name);
  }

  /** Which of its names another CRD or a built-in kind of the group has taken. */
  private conflictOf(crd: ApiObject): string | undefined {
    const { plural, kind, listKind = `${kind}List`, singular = kind.toLowerCase(), shortNames = [] } = namesOf(crd);
    for (const other of this.backend.registry.all()) {
      if (other.group !== groupOf(crd) || other.custom?.crdName === crd.metadata.name) continue;
      if (other.kind === kind) return `"${kind}" is already in use`;
      if (other.listKind === listKind) return `"${listKind}" is already in use`;
      const taken = new Set([other.plural, other.singular, ...other.shortNames]);
      const clash = [plural, singular, ...shortNames].find((name) => taken.has(name));
      if (clash !== undefined) return `"${clash}" is already in use`;
    }
    return undefined;
  }

  private settle(name: string): void {
    const collection = this.backend.store.collection(CRDS);
    const crd = collection.get(`/${name}`);
    if (crd === undefined) return;
    if (crd.metadata.deletionTimestamp !== undefined) {
      this.cleanUp(crd);
      return;
    }
    const status = this.statusFor(crd);
    if (jsonEqual(status, section(crd, 'status'))) return;
    const type = this.backend.registry.find('apiextensions.k8s.io', 'v1', 'customresourcedefinitions');
    const after = trackUpdate(crd, { ...crd, status }, type?.schema, {
      manager: 'kube-apiserver',
      apiVersion: 'apiextensions.k8s.io/v1',
      subresource: 'status',
      time: timestamp(this.backend.clock),
    });
    collection.update(crd, after);
  }

  private statusFor(crd: ApiObject): JsonObject {
    const status = section(crd, 'status');
    const conflict = this.conflictOf(crd);
    const isEstablished = conflict === undefined || findCondition(status, 'Established')?.['status'] === 'True';
    const now = timestamp(this.backend.clock);
    const accepted =
      conflict === undefined
        ? condition('NamesAccepted', 'True', 'NoConflicts', 'no conflicts found', now)
        : condition('NamesAccepted', 'False', conflictReason(conflict, namesOf(crd)), conflict, now);
    const established = isEstablished
      ? condition('Established', 'True', 'InitialNamesAccepted', 'the initial names have been accepted', now)
      : condition('Established', 'False', 'NotAccepted', 'not all names are accepted', now);
    return {
      ...status,
      conditions: [accepted, established].map((next) => keepTime(next, findCondition(status, String(next['type'])))),
      acceptedNames: conflict === undefined ? namesOf(crd) : { plural: '', kind: '' },
    };
  }

  /** Deletes all objects of a CRD; those with finalizers keep it. */
  private cleanUp(crd: ApiObject): void {
    const { backend } = this;
    const objects = backend.store.collection(`${groupOf(crd)}/${namesOf(crd).plural}`);
    for (const object of objects.snapshot().objects) {
      if ((object.metadata.finalizers ?? []).length === 0) objects.remove(object);
      else if (object.metadata.deletionTimestamp === undefined) {
        const metadata = {
          ...object.metadata,
          deletionTimestamp: timestamp(backend.clock),
          deletionGracePeriodSeconds: 0,
        };
        objects.update(object, { ...object, metadata });
      }
    }
    if (objects.size > 0) {
      const stop = objects.listen(() => {
        if (objects.size > 0) return;
        stop();
        this.settleLater(crd.metadata.name ?? '');
      });
      return;
    }
    backend.store.collection(CRDS).remove(crd);
  }
}

function conflictReason(message: string, { plural, kind, listKind, singular }: CrdNames): string {
  if (message.startsWith(`"${plural}"`)) return 'PluralConflict';
  if (message.startsWith(`"${kind}"`)) return 'KindConflict';
  if (message.startsWith(`"${listKind ?? ''}"`)) return 'ListKindConflict';
  return message.startsWith(`"${singular ?? ''}"`) ? 'SingularConflict' : 'ShortNamesConflict';
}

function condition(type: string, status: string, reason: string, message: string, time: string): JsonObject {
  return { type, status, lastTransitionTime: time, reason, message };
}

function findCondition(status: JsonObject, type: string): JsonObject | undefined {
  const conditions: JsonValue | undefined = status['conditions'];
  return Array.isArray(conditions) ? conditions.filter(isObject).find((entry) => entry['type'] === type) : undefined;
}

function keepTime(next: JsonObject, before: JsonObject | undefined): JsonObject {
  if (before === undefined || before['status'] !== next['status']) return next;
  return { ...next, lastTransitionTime: before['lastTransitionTime'] };
}

/** What deletion adds to a CRD, so that its objects go first. */
export function markCrdDeleted(crd: ApiObject, time: string): ApiObject {
  const status = section(crd, 'status');
  const conditions = Array.isArray(status['conditions']) ? status['conditions'] : [];
  const message = 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon';
  const terminating = condition('Terminating', 'True', 'InstanceDeletionPending', message, time);
  return {
    ...crd,
    metadata: {
      ...crd.metadata,
      deletionTimestamp: time,
      finalizers: [...(crd.metadata.finalizers ?? []), CLEANUP_FINALIZER],
    },
    status: { ...status, conditions: [...conditions, terminating] },
  };
}
