/** Which object a call is about. */
import { type Kind, type KindInfo, madeBy, parseApiVersion } from '../../object/kind.js';
import type { KubeObject, ObjectKey } from '../../object/meta.js';
import type { AnyForm } from '../../object/readonly.js';
import type { KindRef, Ref } from '../client.js';
import type { RestMapper } from './rest-mapper.js';

/** A kind with its plural and scope, and a name with its namespace. */
export interface Target<T extends KubeObject> {
  readonly kind: Kind<T>;
  readonly name: string;
  readonly namespace?: string;
}

/** True for `{ kind: Pod, name, namespace }`, false for an object. */
function isKindRef<T extends KubeObject>(ref: Ref<T>): ref is KindRef<T> {
  return typeof ref.kind === 'function';
}

/** The kind of an object: the descriptor that made it, a descriptor used before, or what discovery says. */
export async function kindOfObject<T extends KubeObject>(
  mapper: RestMapper,
  object: AnyForm<T>,
  signal?: AbortSignal,
): Promise<Kind<T>> {
  const { apiVersion, kind } = object as KubeObject;
  if (!apiVersion || !kind) {
    throw new TypeError('the object has no apiVersion or kind; make it with its kind, as in new Deployment({ … })');
  }
  const maker = madeBy(object);
  const found =
    maker && maker.apiVersion === apiVersion && maker.gvk.kind === kind
      ? await mapper.resolve(maker, { signal })
      : await mapper.kindFor({ ...parseApiVersion(apiVersion), kind }, { signal });
  return found as unknown as Kind<T>;
}

/** Kind, name and namespace of a reference. */
export async function targetOf<T extends KubeObject>(
  mapper: RestMapper,
  ref: Ref<T>,
  options: { defaultNamespace?: string; signal?: AbortSignal },
): Promise<Target<T>> {
  if (isKindRef(ref)) {
    const kind = await mapper.resolve(ref.kind, options);
    return { kind, ...keyIn(kind, ref, options.defaultNamespace) };
  }
  const object = ref as KubeObject;
  const kind = (await kindOfObject(mapper, object, options.signal)) as unknown as Kind<T>;
  const { name, namespace } = object.metadata ?? {};
  if (name === undefined || name === '') throw new TypeError(`this ${kind.gvk.kind} has no metadata.name`);
  return { kind, ...keyIn(kind, { name, namespace }, options.defaultNamespace) };
}

/** Fills in the default namespace; refuses a key that the API server would answer with a misleading 404. */
export function keyIn(kind: KindInfo, key: ObjectKey, defaultNamespace?: string): ObjectKey {
  const { name } = key;
  if (kind.scope === 'Cluster') return { name };
  const namespace = namespaceIn(kind, key.namespace, defaultNamespace);
  if (namespace === undefined) {
    throw new TypeError(
      `${kind.gvk.kind} "${name}" lives in a namespace; give one: { namespace: '…', name: '${name}' }`,
    );
  }
  return { name, namespace };
}

/** The namespace of a call; a client that is bound to a namespace refuses any other. */
export function namespaceIn(
  kind: KindInfo,
  namespace: string | undefined,
  defaultNamespace: string | undefined,
): string | undefined {
  if (kind.scope === 'Cluster') return undefined;
  if (!namespace) return defaultNamespace;
  if (defaultNamespace !== undefined && namespace !== defaultNamespace) {
    throw new TypeError(`this client works in namespace "${defaultNamespace}", not in "${namespace}"`);
  }
  return namespace;
}
