/** Children of one object: created, applied and listed without taking over what belongs to others. */
import { dynamicKind, type Kind, madeBy } from '../../object/kind.js';
import { InvalidCallError } from '../../object/invalid-call.js';
import type { KubeObject } from '../../object/meta.js';
import { owners } from '../../object/owners.js';
import type { AnyForm, AnyObject, Stored, Written } from '../../object/readonly.js';
import { parseApiVersion } from '../../../kubernetes/version/api-version.js';
import type { ApplyInput, Client, Reader } from '../client.js';
import type { OwnedApplyOptions, OwnedClient, OwnedListOptions } from '../owned-contract.js';
import { applyCarefully } from './careful-apply.js';
import { ownedBody } from './owned-body.js';

/** Lists what an owner controls, by whatever means a client has. */
export type OwnedLister = <T extends KubeObject>(
  kind: Kind<T>,
  options?: OwnedListOptions,
) => Promise<readonly Stored<T>[]>;

/** True for objects that `owner` controls: by uid, as another object may have had its name before. */
export function controls(owner: AnyObject, object: AnyObject): boolean {
  return owners.controllerOf(object)?.uid === owner.metadata.uid;
}

/** Lists all objects in the namespace of the owner, for clients without a cache. */
function listOwned(client: Reader, owner: AnyObject): OwnedLister {
  return async (kind, options) => {
    const { namespace } = owner.metadata;
    const { items } = await client.list(kind, { ...options, ...(namespace ? { namespace } : {}) });
    return items.filter((item) => controls(owner, item));
  };
}

/** The client of the children of `owner`, which must have been read or created. */
export function ownedClient(
  client: Client,
  owner: AnyObject,
  list: OwnedLister = listOwned(client, owner),
): OwnedClient {
  const uid = owner?.metadata?.uid;
  if (!uid) throw new InvalidCallError('the owner has no uid: pass an object that was read or created');
  const own = client.with({ owner });
  return {
    list,
    create: (object, options) => own.create(object, options),
    apply: <T extends KubeObject>(
      first: Kind<T> | ApplyInput<T> | AnyForm<T>,
      second?: ApplyInput<T> | OwnedApplyOptions,
      third?: OwnedApplyOptions,
    ) => {
      const { kind, desired, options } = applied<T>(first, second, third);
      return applyChild<T>({ client, owner, kind, desired, options });
    },
  };
}

interface ChildApply<T extends KubeObject> {
  readonly client: Client;
  readonly owner: AnyObject;
  readonly kind: Kind<T>;
  readonly desired: KubeObject;
  readonly options: OwnedApplyOptions;
}

/** Applies the child unless an object of its name exists that the owner does not control. */
async function applyChild<T extends KubeObject>(apply: ChildApply<T>): Promise<Written<T>> {
  const { client, kind, owner } = apply;
  const { adopt = false, ...options } = apply.options;
  const { name = '', namespace = owner.metadata.namespace } = apply.desired.metadata;
  if (name === '') throw new InvalidCallError(`a child of kind ${apply.desired.kind} has no name`);
  // The owner reference of a cluster-scoped child is refused with a reason of its own.
  const isPlaced = namespace && (kind.isDynamic || kind.scope === 'Namespaced');
  const key = { name, ...(isPlaced ? { namespace } : {}) };
  const desired = ownedBody(apply.desired, owner, isPlaced ? namespace : undefined);
  const isOurs = (existing: AnyObject): boolean => controls(owner, existing);
  return applyCarefully<T>({ client, owner, kind, key, desired, isOurs, mayAdopt: () => adopt, options });
}

/** The arguments of both forms of `apply`: an object with its kind inside, or a kind and the rest. */
function applied<T extends KubeObject>(
  first: Kind<T> | ApplyInput<T> | AnyForm<T>,
  second: ApplyInput<T> | OwnedApplyOptions | undefined,
  third: OwnedApplyOptions | undefined,
): { kind: Kind<T>; desired: KubeObject; options: OwnedApplyOptions } {
  if (typeof first === 'function') {
    const desired = { ...(second as KubeObject), apiVersion: first.apiVersion, kind: first.gvk.kind };
    return { kind: first, desired, options: third ?? {} };
  }
  const desired = first as unknown as KubeObject;
  return { kind: kindOf<T>(desired), desired, options: (second ?? {}) as OwnedApplyOptions };
}

function kindOf<T extends KubeObject>(object: KubeObject): Kind<T> {
  const made = madeBy(object);
  if (made) return made as unknown as Kind<T>;
  return dynamicKind<T>({ ...parseApiVersion(object.apiVersion), kind: object.kind });
}
