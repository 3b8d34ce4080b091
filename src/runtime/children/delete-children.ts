/** What happens to the children of an object that is being deleted. */
import type { AnyObject } from '../object/readonly.js';
import { isFar } from './marker.js';
import { deleteOurs } from './prune-children.js';
import { type ChildrenPass, existingChildren } from './run-children.js';

/**
 * Deletes the children that the garbage collector cannot delete; with `isOrdered` all of them, the last child first, each gone
 * before the next. True when the owner may go.
 */
export async function deleteChildren(pass: ChildrenPass, isOrdered: boolean): Promise<boolean> {
  const { parent, steps, client, kinds } = pass;
  const propagation = isOrdered ? 'Foreground' : 'Background';
  const deleting = { client, kinds: kinds.map(({ kind }) => kind), propagation } as const;
  const existing = await existingChildren(pass);
  const names = steps.map(({ name }) => name).toReversed();
  // What earlier versions made is gone before anything that this version orders.
  const unknown = [...existing.keys()].filter((name) => !names.includes(name));
  for (const name of [...unknown, ...names]) {
    let isGone = true;
    for (const object of (existing.get(name) ?? []).filter((one) => isOrdered || isFarChild(one, pass)))
      if ((await deleteOurs(object, parent, deleting)) === 'terminating') isGone = false;
    if (isOrdered && !isGone) return false;
  }
  return true;
}

function isFarChild({ metadata }: AnyObject, { parent }: ChildrenPass): boolean {
  return isFar(parent.owner, metadata.namespace);
}
