/** Objects that belong to the owner that a client was given. */
import type { KubeObject } from '../../object/meta.js';
import { owners } from '../../object/owners.js';
import type { ClientDefaults } from '../client.js';

/** Where a new object goes that names no namespace: children live with their owner. */
export function placeOf({ namespace, owner }: ClientDefaults): string | undefined {
  return namespace ?? owner?.metadata.namespace;
}

/** The object with `owner` as its controller, in a copy. One that has a controller already keeps it. */
export function ownedBody<T extends object>(
  object: T,
  owner: ClientDefaults['owner'],
  namespace: string | undefined,
): T {
  if (!owner) return object;
  const { metadata = {}, ...rest } = object as Partial<KubeObject>;
  const place = namespace === undefined ? {} : { namespace };
  const owned = { ...rest, metadata: { ...metadata, ...place } } as KubeObject;
  if (owners.controllerOf(owned)) return object;
  owners.setController(owner, owned);
  return owned as unknown as T;
}
