/** Deletes what has lost its owners; orphans or deletes dependents first when the owner's finalizers say so. */
import type { ApiObject, OwnerReference } from '../storage/api-object.js';
import type { Backend } from '../backend.js';
import type { StoreEvent } from '../storage/object-store.js';
import { parseApiVersion } from '../../kubernetes/version/api-version.js';
import type { ResourceType } from '../resources/resource-type.js';
import type { BuiltinController } from './controller-loop.js';
import { InternalClient } from './internal-client.js';

const ORPHAN = 'orphan';
const FOREGROUND = 'foregroundDeletion';

interface Located {
  readonly object: ApiObject;
  readonly collection: string;
}

/** Garbage collection by owner references. Keys are uids. */
export function garbageCollector(backend: Backend): BuiltinController {
  const collector = new Collector(backend);
  return {
    name: 'garbage-collector',
    keysFor: (collection, event) => collector.observe(collection, event),
    reconcile: (uid) => collector.reconcile(uid),
  };
}

class Collector {
  private readonly client: InternalClient;
  private readonly backend: Backend;
  private readonly objects = new Map<string, Located>();
  private readonly dependents = new Map<string, Set<string>>();

  constructor(backend: Backend) {
    this.backend = backend;
    this.client = new InternalClient(backend);
    for (const collection of backend.store.collectionNames()) {
      for (const object of backend.store.collection(collection).snapshot().objects) this.remember(object, collection);
    }
  }

  observe(collection: string, { type, object, previous }: StoreEvent): string[] {
    const uid = object.metadata.uid ?? '';
    const owners = [...ownersOf(object), ...(previous === undefined ? [] : ownersOf(previous))].map(
      (owner) => owner.uid,
    );
    if (type === 'DELETED') {
      this.objects.delete(uid);
      const orphaned = [...(this.dependents.get(uid) ?? [])];
      for (const owner of owners) this.dependents.get(owner)?.delete(uid);
      return [...orphaned, ...owners];
    }
    this.remember(object, collection);
    const isDeleting = object.metadata.deletionTimestamp !== undefined;
    if (owners.length === 0 && !isDeleting) return [];
    return [uid, ...owners];
  }

  private remember(object: ApiObject, collection: string): void {
    const uid = object.metadata.uid ?? '';
    this.objects.set(uid, { object, collection });
    for (const { uid: owner } of ownersOf(object)) {
      const known = this.dependents.get(owner) ?? new Set<string>();
      this.dependents.set(owner, known.add(uid));
    }
  }

  async reconcile(uid: string): Promise<void> {
    const located = this.objects.get(uid);
    if (located === undefined) return;
    const type = this.typeOf(located);
    if (type === undefined) return;
    const { finalizers = [], deletionTimestamp } = located.object.metadata;
    if (deletionTimestamp !== undefined) {
      if (finalizers.includes(ORPHAN)) await this.orphanDependents(located.object, type);
      else if (finalizers.includes(FOREGROUND)) await this.deleteDependents(located.object, type);
    }
    await this.collect(uid, type);
  }

  /** Deletes an object when all its owners are gone; drops references to single ones that are. */
  private async collect(uid: string, type: ResourceType): Promise<void> {
    const object = this.objects.get(uid)?.object;
    if (object === undefined || object.metadata.deletionTimestamp !== undefined) return;
    const owners = ownersOf(object);
    const living = owners.filter((owner) => this.isAlive(owner, object));
    if (owners.length === 0 || living.length === owners.length) return;
    if (living.length > 0) await this.client.patch(object, type, { metadata: { ownerReferences: living } });
    else await this.client.remove(object, type, { propagationPolicy: 'Background' });
  }

  private isAlive(owner: OwnerReference, dependent: ApiObject): boolean {
    const located = this.objects.get(owner.uid);
    if (located === undefined) return false;
    const { namespace } = located.object.metadata;
    return namespace === undefined || namespace === dependent.metadata.namespace;
  }

  private async orphanDependents(owner: ApiObject, type: ResourceType): Promise<void> {
    for (const { object, dependentType } of this.dependentsOf(owner)) {
      const rest = ownersOf(object).filter((reference) => reference.uid !== owner.metadata.uid);
      await this.client.patch(object, dependentType, {
        metadata: { ownerReferences: rest.length === 0 ? null : rest },
      });
    }
    await this.dropFinalizer(owner, type, ORPHAN);
  }

  private async deleteDependents(owner: ApiObject, type: ResourceType): Promise<void> {
    const dependents = this.dependentsOf(owner);
    for (const { object, dependentType } of dependents) {
      if (object.metadata.deletionTimestamp !== undefined) continue;
      await this.client.remove(object, dependentType, { propagationPolicy: 'Foreground' });
    }
    const isBlocked = this.dependentsOf(owner).some(({ object }) =>
      ownersOf(object).some(
        (reference) => reference.uid === owner.metadata.uid && reference.blockOwnerDeletion === true,
      ),
    );
    if (!isBlocked) await this.dropFinalizer(owner, type, FOREGROUND);
  }

  private async dropFinalizer(object: ApiObject, type: ResourceType, finalizer: string): Promise<void> {
    const current = this.client.get(type, object.metadata.namespace, object.metadata.name ?? '');
    const finalizers = (current?.metadata.finalizers ?? []).filter((name) => name !== finalizer);
    await this.client.patch(object, type, { metadata: { finalizers: finalizers.length === 0 ? null : finalizers } });
  }

  private dependentsOf(owner: ApiObject): { object: ApiObject; dependentType: ResourceType }[] {
    return [...(this.dependents.get(owner.metadata.uid ?? '') ?? [])].flatMap((uid) => {
      const located = this.objects.get(uid);
      const dependentType = located === undefined ? undefined : this.typeOf(located);
      if (located === undefined || dependentType === undefined) return [];
      const isStillOwned = ownersOf(located.object).some((reference) => reference.uid === owner.metadata.uid);
      return isStillOwned ? [{ object: located.object, dependentType }] : [];
    });
  }

  private typeOf({ object }: Located): ResourceType | undefined {
    const { group, version } = parseApiVersion(object.apiVersion);
    return this.backend.registry.findKind(group, version, object.kind);
  }
}

function ownersOf(object: ApiObject): readonly OwnerReference[] {
  return object.metadata.ownerReferences ?? [];
}
