/** Watches the kinds of children, and finds children and owners by the uid of the owner. */
import type { Cache } from '../cache/cache.js';
import { childKinds } from '../children/child-step.js';
import { OWNER_LABEL } from '../children/marker.js';
import type { Clock } from '../clock.js';
import type { ControllerBuilder } from '../controller/builder.js';
import type { Reader } from '../client/client.js';
import type { Kind } from '../object/kind.js';
import type { KubeObject } from '../object/meta.js';
import { owners } from '../object/owners.js';
import type { AnyObject } from '../object/readonly.js';
import { parseApiVersion } from '../../kubernetes/version/api-version.js';
import { installationSource } from './child-installation.js';
import type { Definition } from './definition.js';
import type { ToReconcile } from './chain.js';
import { mapBothStates, requestsOf } from './watch-map.js';

const UID_INDEX = 'kbts.dev/uid';
const OWNER_INDEX = 'kbts.dev/owner-uid';

type Indexes = Pick<Cache, 'index' | 'informer' | 'list'>;

/** Where children are watched. */
interface ChildPlace {
  readonly cache: Indexes;
  readonly clock: Clock | undefined;
  readonly cluster: string | undefined;
  /** The scope of the reconciled kind. */
  readonly scope: () => Kind['scope'];
}

/** A changed child reconciles its owner, also one in another namespace, to which no owner reference leads. */
export function watchChildren(
  builder: ControllerBuilder<KubeObject>,
  { kind, children, prunes }: Definition,
  { cache, clock, cluster, scope }: ChildPlace,
): void {
  const kinds = childKinds(children, prunes);
  if (kinds.length > 0) ensureIndex(cache, kind, UID_INDEX, ({ metadata }) => metadata.uid);
  for (const child of kinds) {
    ensureIndex(cache, child.kind, OWNER_INDEX, ownerUid);
    const ownersOf = requestsOf((object, context) => ownersIn(object, kind, context.reader), scope);
    const optional = child.optional || cluster !== undefined;
    const settings = cluster === undefined ? { optional } : { optional, cluster };
    builder.watches(child.kind, mapBothStates(ownersOf, cluster), settings);
    if (child.optional) builder.source(installationSource({ child: child.kind, owner: kind, cache, cluster, clock }));
  }
}

/** The controller of an object, and the owner that its label has: of children elsewhere, and of those that are kept. */
async function ownersIn(object: AnyObject, owner: Kind, reader: Reader): Promise<readonly ToReconcile[]> {
  const controller = owners.controllerOf(object);
  const { gvk } = owner;
  const isOfKind = controller?.kind === gvk.kind && parseApiVersion(controller.apiVersion).group === gvk.group;
  const found: ToReconcile[] = isOfKind ? [controller.name] : [];
  const value = ownerUid(object);
  if (value === undefined || value === controller?.uid) return found;
  const { items } = await reader.list(owner, { index: { name: UID_INDEX, value } });
  return [...found, ...items];
}

/** Objects with the label of an owner, wherever they are. */
export async function labeledObjects(reader: Reader, kind: Kind, ownerUid: string): Promise<readonly AnyObject[]> {
  return (await reader.list(kind, { index: { name: OWNER_INDEX, value: ownerUid } })).items;
}

function ownerUid({ metadata }: AnyObject): string | undefined {
  return metadata.labels?.[OWNER_LABEL];
}

const indexed = new WeakMap<Indexes, Set<string>>();

/** Indexes cannot be removed, and several controllers may want the same one. */
function ensureIndex(
  cache: Indexes,
  kind: Kind,
  name: string,
  valueOf: (object: AnyObject) => string | undefined,
): void {
  const known = indexed.get(cache) ?? new Set<string>();
  indexed.set(cache, known);
  const key = `${name} ${kind.projection ?? ''} ${kind.apiVersion} ${kind.gvk.kind}`;
  if (known.has(key)) return;
  known.add(key);
  cache.index(kind, name, (object) => {
    const value = valueOf(object);
    return value === undefined ? [] : [value];
  });
}
