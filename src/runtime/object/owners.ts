/** Owner references: who is deleted with whom, and who reconciles what. */
import { parseApiVersion } from '../../kubernetes/version/api-version.js';
import type { KubeObject, OwnerReference } from './meta.js';
import type { AnyObject, DeepReadonly } from './readonly.js';

/** The object already has a controller, and it is not this one. */
export class AlreadyOwnedError extends Error {
  override readonly name = 'AlreadyOwnedError';
  readonly owner: OwnerReference;
  constructor(object: KubeObject, owner: OwnerReference) {
    super(
      `${describe(object)} is already controlled by ${owner.kind} ${owner.name}; an object has one controller only`,
    );
    this.owner = owner;
  }
}

/**
 * An object of this name exists, and the owner does not control it. Nothing was written.
 * @example
 * ```ts
 * const map = new ConfigMap({ metadata: { namespace: 'default', name: 'foreign' } });
 * await client.create(map);
 * const error: unknown = await client.owned(guestbook).apply(map).catch((reason: unknown) => reason);
 * console.log(error instanceof NotOwnedError); // true
 * ```
 */
export class NotOwnedError extends Error {
  override readonly name = 'NotOwnedError';
  /** The object that controls it; undefined when none does. */
  readonly controller: DeepReadonly<OwnerReference> | undefined;

  constructor(existing: AnyObject, owner: AnyObject, controller: DeepReadonly<OwnerReference> | undefined) {
    const holder = controller ? `is controlled by ${controller.kind} ${controller.name}` : 'has no controller';
    const fix = controller ? '' : ', delete it, or take it over with { adopt: true }';
    super(
      `${describe(existing)} exists and ${holder}, so ${describe(owner)} does not change it: use another name${fix}`,
    );
    this.controller = controller;
  }
}

type Owner = KubeObject | DeepReadonly<KubeObject>;

/**
 * Edit and read owner references. Edits change the object given; writing it is the caller's business.
 * @example
 * ```ts
 * const settings = new ConfigMap({ metadata: { namespace: 'default', name: 'settings' } });
 * owners.setController(guestbook, settings);
 * console.log(owners.controllerOf(settings)?.name); // welcome
 * ```
 */
export const owners = {
  /**
   * Makes `owner` the controller of `object`: it is deleted with it, and a controller that `owns` the kind is notified of
   * its changes. Throws an `AlreadyOwnedError` when another object is the controller.
   */
  setController(owner: Owner, object: KubeObject, options: { readonly blockOwnerDeletion?: boolean } = {}): void {
    const { blockOwnerDeletion = true } = options;
    const reference = { ...referenceTo(owner, object), controller: true, blockOwnerDeletion };
    const current = owners.controllerOf(object);
    if (current && !isSame(current, reference)) throw new AlreadyOwnedError(object, { ...current });
    upsert(object, reference);
  },

  /** Makes `owner` an owner of `object`: it is deleted when all its owners are gone. */
  set(owner: Owner, object: KubeObject): void {
    upsert(object, referenceTo(owner, object));
  },

  /** Removes `owner`; false when it was not an owner. */
  remove(owner: Owner, object: KubeObject): boolean {
    const references = object.metadata.ownerReferences ?? [];
    const kept = references.filter((reference) => !isSame(reference, identityOf(owner)));
    if (kept.length === references.length) return false;
    if (kept.length === 0) delete object.metadata.ownerReferences;
    else object.metadata.ownerReferences = kept;
    return true;
  },

  /** True when `owner` is among the owners of `object`. */
  has(owner: Owner, object: Owner): boolean {
    return object.metadata.ownerReferences?.some((reference) => isSame(reference, identityOf(owner))) ?? false;
  },

  /** The controller of `object`. */
  controllerOf(object: Owner): DeepReadonly<OwnerReference> | undefined {
    return object.metadata.ownerReferences?.find((reference) => reference.controller);
  },
} as const;

function referenceTo(owner: Owner, object: KubeObject): OwnerReference {
  const { uid, namespace } = owner.metadata;
  if (!uid) throw new TypeError(`${describe(owner)} has no uid yet; an owner must exist: read or create it first`);
  if (namespace !== undefined && namespace !== object.metadata.namespace) {
    const reason =
      object.metadata.namespace === undefined
        ? 'which has no namespace: set its metadata.namespace, or use a cluster-scoped owner'
        : 'which lives in another namespace';
    throw new TypeError(`${describe(owner)} cannot own ${describe(object)}, ${reason}`);
  }
  return { ...identityOf(owner), uid };
}

function identityOf({ apiVersion, kind, metadata }: Owner): Omit<OwnerReference, 'uid'> {
  return { apiVersion, kind, name: metadata.name ?? '' };
}

/** Same group, kind and name: versions change over time, and a uid does when the owner is created again. */
function isSame(left: Omit<OwnerReference, 'uid'>, right: Omit<OwnerReference, 'uid'>): boolean {
  return (
    left.kind === right.kind &&
    left.name === right.name &&
    parseApiVersion(left.apiVersion).group === parseApiVersion(right.apiVersion).group
  );
}

function upsert(object: KubeObject, reference: OwnerReference): void {
  const references = object.metadata.ownerReferences ?? [];
  const index = references.findIndex((existing) => isSame(existing, reference));
  object.metadata.ownerReferences =
    index < 0 ? [...references, reference] : references.map((existing, at) => (at === index ? reference : existing));
}

function describe({ kind, metadata }: Owner): string {
  return `${kind} ${[metadata.namespace, metadata.name].filter(Boolean).join('/')}`;
}
