/** Finds children that are written and not watched: a change to one of them would reconcile nothing. */
import { parseApiVersion } from '../../../kubernetes/version/api-version.js';
import type { Logger } from '../../log/logger.js';
import type { KindInfo } from '../../object/kind.js';
import type { AnyObject } from '../../object/readonly.js';
import type { OwnedClient } from '../owned-contract.js';

/** Is told the kind of every child that was written. */
export type ChildListener = (apiVersion: string, kind: string) => void;

/** A source of changes, and the kind whose changes they are. */
interface Watching {
  readonly watched?: KindInfo | undefined;
}

/** Reports each kind once. Undefined for a source without a kind, which may bring changes of any. */
export function unwatchedChildren(sources: readonly Watching[], log: Logger): ChildListener | undefined {
  const known = new Set<string>();
  for (const { watched } of sources) {
    if (!watched) return undefined;
    known.add(keyOf(watched.gvk.group, watched.gvk.kind));
  }
  return (apiVersion, kind) => {
    const key = keyOf(parseApiVersion(apiVersion).group, kind);
    if (known.has(key)) return;
    known.add(key);
    const message = `writes children of a kind that it does not watch, so their changes reconcile nothing; add .owns(${kind}) or .watches(${kind}, …)`;
    log.error(message, { apiVersion, kind });
  };
}

/** The same client, which tells the kind of each child that was written. */
export function toldChildren(own: OwnedClient, onChild: ChildListener): OwnedClient {
  const told = async <T extends AnyObject>(written: Promise<T>): Promise<T> => {
    const { apiVersion, kind } = await written;
    onChild(apiVersion, kind);
    return written;
  };
  return {
    list: own.list,
    create: (object, options) => told(own.create(object, options)),
    apply: (...given: readonly unknown[]) =>
      told((own.apply as (...same: readonly unknown[]) => Promise<never>)(...given)),
  };
}

function keyOf(group: string, kind: string): string {
  return `${group}/${kind}`;
}
