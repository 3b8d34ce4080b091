/** Names of resources are those of the kind, whichever of its versions says them. */
import type { KindVersion } from '../../model/api.js';
import type { ApiModel } from '../../model/model.js';

/**
 * A version without `+kubebuilder:resource` takes names and scope from one that has it, the stored version first, as
 * controller-gen does. Versions that contradict each other stay as they are: a check reports them.
 */
export function withSharedNames(model: ApiModel): ApiModel {
  const named = new Map<string, KindVersion>();
  for (const kind of model.kinds) {
    if (!kind.markers.has('resource')) continue;
    const key = keyOf(kind);
    if (!named.has(key) || kind.isStorage) named.set(key, kind);
  }
  if (named.size === 0) return model;
  const kinds = model.kinds.map((kind) => {
    const source = kind.markers.has('resource') ? undefined : named.get(keyOf(kind));
    const marker = source?.markers.get('resource');
    if (source === undefined || marker === undefined) return kind;
    return { ...kind, names: source.names, markers: new Map([...kind.markers, ['resource', marker]]) };
  });
  return { ...model, kinds };
}

function keyOf({ group, kind }: KindVersion): string {
  return `${kind}.${group}`;
}
