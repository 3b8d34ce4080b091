/** An index of all kinds by the object that controls them, made for each kind when it is first asked for. */
import type { OwnedLister } from '../client/writes/owned-client.js';
import type { OwnedListOptions, Reader } from '../client/client.js';
import type { Kind } from '../object/kind.js';
import type { KubeObject } from '../object/meta.js';
import { owners } from '../object/owners.js';
import type { AnyObject, Stored } from '../object/readonly.js';
import type { Cache } from './cache.js';

const CONTROLLER_INDEX = 'kbts.dev/controller-uid';
const indexed = new WeakMap<Pick<Cache, 'index'>, Set<string>>();

/** Lists what an owner controls from a cache. */
export function listOwnedFromCache(reader: Reader, cache: Pick<Cache, 'index'>, owner: AnyObject): OwnedLister {
  return async <T extends KubeObject>(kind: Kind<T>, options?: OwnedListOptions): Promise<readonly Stored<T>[]> => {
    ensureIndex(cache, kind as unknown as Kind);
    const { namespace, uid = '' } = owner.metadata;
    const index = { name: CONTROLLER_INDEX, value: uid };
    const { items } = await reader.list(kind, { ...options, ...(namespace ? { namespace } : {}), index });
    return items;
  };
}

function ensureIndex(cache: Pick<Cache, 'index'>, kind: Kind): void {
  const kinds = indexed.get(cache) ?? new Set<string>();
  indexed.set(cache, kinds);
  const { group, kind: name } = kind.gvk;
  const key = `${group}/${name}`;
  if (kinds.has(key)) return;
  kinds.add(key);
  cache.index(kind, CONTROLLER_INDEX, (object) => {
    const uid = owners.controllerOf(object)?.uid;
    return uid === undefined ? [] : [uid];
  });
}
