/** Which object a call is about. */
import { InvalidCallError, quoted } from '../../object/invalid-call.js';
import { parseApiVersion } from '../../../kubernetes/version/api-version.js';
import { type Kind, type KindInfo, madeBy } from '../../object/kind.js';
import type { KubeObject, ObjectKey } from '../../object/meta.js';
import type { AnyForm } from '../../object/readonly.js';
import type { KindRef, Ref } from '../client.js';
import { checkKey, checkName, checkNamespace } from './names.js';
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
  if (!apiVersion || !kind || typeof apiVersion !== 'string' || typeof kind !== 'string') {
    throw new InvalidCallError(
      'the object has no apiVersion or kind; make it with its kind, as in new Deployment({ … })',
    );
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
    // Before the mapper asks the server for a dynamic kind.
    checkKey(ref.kind, ref);
    const kind = await mapper.resolve(ref.kind, options);
    return { kind, ...keyIn(kind, ref, options.defaultNamespace) };
  }
  const object = ref as KubeObject;
  const { name, namespace } = object.metadata ?? {};
  if (object.apiVersion && object.kind) checkNameOf(object, name);
  const kind = (await kindOfObject(mapper, object, options.signal)) as unknown as Kind<T>;
  return { kind, ...keyIn(kind, { name: name as string, namespace }, options.defaultNamespace) };
}

/** Metadata of an object to create. Its name may be absent: the server generates one, or the kind has no names. */
export function checkNewMetadata(object: KubeObject): Partial<KubeObject['metadata']> {
  const { metadata = {} } = object;
  if (metadata.name !== undefined) checkNameOf(object, metadata.name);
  const { generateName } = metadata;
  if (generateName !== undefined && typeof generateName !== 'string')
    throw new InvalidCallError(`invalid metadata.generateName ${quoted(generateName)}: use a string such as "run-"`);
  return metadata;
}

/** The name of an object whose kind is not resolved yet. */
function checkNameOf({ apiVersion, kind }: KubeObject, name: unknown): void {
  const { group, version } = parseApiVersion(String(apiVersion));
  checkName({ gvk: { group, version, kind: String(kind) } }, name);
}

/** Fills in the default namespace; refuses a key that the API server would answer with a misleading 404. */
export function keyIn(kind: KindInfo, key: ObjectKey, defaultNamespace?: string): ObjectKey {
  const { name } = key;
  checkName(kind, name);
  if (kind.scope === 'Cluster') return { name };
  const namespace = namespaceIn(kind, key.namespace, defaultNamespace);
  if (namespace === undefined) {
    throw new InvalidCallError(
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
  if (namespace === undefined) return defaultNamespace;
  checkNamespace(kind, namespace);
  if (defaultNamespace !== undefined && namespace !== defaultNamespace) {
    throw new InvalidCallError(`this client works in namespace "${defaultNamespace}", not in "${namespace}"`);
  }
  return namespace;
}
