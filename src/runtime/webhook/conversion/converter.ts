/** Converts objects among the versions of one kind, through a hub version. */
import type { Kind } from '../../object/kind.js';
import type { KubeObject, ObjectMeta } from '../../object/meta.js';
import { mutable } from '../../object/readonly.js';

/** What a conversion returns. `apiVersion` and `kind` are filled in; metadata left out is kept as it is. */
export type Converted<T extends KubeObject> = Omit<T, 'apiVersion' | 'kind' | 'metadata'> & {
  apiVersion?: string;
  kind?: string;
  metadata?: ObjectMeta;
};

/** Converts between the hub and one other version. Arguments are copies and may be changed. */
export interface Converter<Hub extends KubeObject, Spoke extends KubeObject> {
  readonly spoke: Kind<Spoke>;
  toHub(spoke: Spoke): Converted<Hub>;
  fromHub(hub: Hub): Converted<Spoke>;
}

/** Converts one object to another version of its kind, or throws an error that says why not. */
export type ConvertObject = (object: KubeObject, apiVersion: string) => KubeObject;

interface Spoke {
  toHub(object: KubeObject): object;
  fromHub(object: KubeObject): object;
}

/** Conversion of the kind `hub` among its version and those of `converters`. */
export function hubConversion<Hub extends KubeObject, Spokes extends KubeObject[]>(
  hub: Kind<Hub>,
  converters: { readonly [I in keyof Spokes]: Converter<Hub, Spokes[I]> },
): ConvertObject {
  const spokes = new Map<string, Spoke>();
  for (const converter of converters) addSpoke(spokes, hub, converter);
  const spokeOf = (apiVersion: string): Spoke => {
    const spoke = spokes.get(apiVersion);
    if (spoke) return spoke;
    const known = [hub.apiVersion, ...spokes.keys()].join(', ');
    throw new Error(`${hub.gvk.kind} has no conversion for ${apiVersion}, only for ${known}`);
  };
  return (object, apiVersion) => {
    if (object.apiVersion === apiVersion) throw new Error(`the object is already of ${apiVersion}`);
    const atHub =
      object.apiVersion === hub.apiVersion
        ? mutable<KubeObject>(object)
        : stamp(spokeOf(object.apiVersion).toHub(mutable(object)), hub.apiVersion, object);
    if (apiVersion === hub.apiVersion) return atHub;
    return stamp(spokeOf(apiVersion).fromHub(atHub), apiVersion, object);
  };
}

function addSpoke<Hub extends KubeObject, S extends KubeObject>(
  spokes: Map<string, Spoke>,
  hub: Kind<Hub>,
  converter: Converter<Hub, S>,
): void {
  const { gvk, apiVersion } = converter.spoke;
  if (gvk.group !== hub.gvk.group || gvk.kind !== hub.gvk.kind)
    throw new Error(`${apiVersion} ${gvk.kind} is not a version of ${hub.gvk.kind} of group "${hub.gvk.group}"`);
  if (apiVersion === hub.apiVersion) throw new Error(`${apiVersion} is the hub and cannot be a spoke as well`);
  if (spokes.has(apiVersion)) throw new Error(`${apiVersion} ${gvk.kind} has two converters`);
  spokes.set(apiVersion, {
    // The map is keyed by apiVersion, so each converter only sees objects of its own version.
    toHub: (object) => converter.toHub(object as S),
    fromHub: (object) => converter.fromHub(object as Hub),
  });
}

/** Gives a converted object its identity. Only labels and annotations may differ from the source's metadata. */
function stamp(converted: unknown, apiVersion: string, source: KubeObject): KubeObject {
  if (typeof converted !== 'object' || converted === null)
    throw new Error(`the conversion to ${apiVersion} returned nothing`);
  const given = 'metadata' in converted ? (converted.metadata as ObjectMeta | undefined) : undefined;
  const metadata: ObjectMeta = { ...source.metadata };
  if (given) {
    checkIdentity(given, source.metadata, apiVersion);
    setOrDelete(metadata, 'labels', given.labels);
    setOrDelete(metadata, 'annotations', given.annotations);
  }
  return { ...converted, apiVersion, kind: source.kind, metadata };
}

function checkIdentity(given: ObjectMeta, source: ObjectMeta, apiVersion: string): void {
  for (const field of ['name', 'namespace', 'uid'] as const) {
    if (given[field] === source[field]) continue;
    throw new Error(
      `the conversion to ${apiVersion} changed metadata.${field} from "${source[field] ?? ''}" to ` +
        `"${given[field] ?? ''}": it may change labels and annotations only`,
    );
  }
}

function setOrDelete(
  metadata: ObjectMeta,
  field: 'labels' | 'annotations',
  value: Record<string, string> | undefined,
): void {
  if (value === undefined) delete metadata[field];
  else metadata[field] = value;
}
