/** Selectors that name the namespace of config/default: in a chart they mean that of the release. */
import { isList, isMap, type Json, type JsonMap, type Manifest } from '../json.js';
import { namespaceToken } from './parameters.js';

/** The label that every namespace has: its name. */
const nameLabel = 'kubernetes.io/metadata.name';

/** The object with the token for the namespace wherever a selector of namespaces names `own`. */
export function withOwnNamespace(object: Manifest, own: string): Manifest {
  const { apiVersion, kind, metadata, ...rest } = object;
  return { ...mapOf(rest, own), apiVersion, kind, metadata };
}

function mapOf(map: JsonMap, own: string): JsonMap {
  return Object.fromEntries(
    Object.entries(map).map(([key, value]) => [
      key,
      key === 'namespaceSelector' && isMap(value) ? selector(value, own) : changed(value, own),
    ]),
  );
}

function changed(value: Json, own: string): Json {
  if (isList(value)) return value.map((item) => changed(item, own));
  return isMap(value) ? mapOf(value, own) : value;
}

function selector(value: JsonMap, own: string): JsonMap {
  const rename = (name: Json): Json => (name === own ? namespaceToken : name);
  const { matchLabels, matchExpressions } = value;
  const label = isMap(matchLabels) ? matchLabels[nameLabel] : undefined;
  return {
    ...value,
    ...(isMap(matchLabels) && label !== undefined && { matchLabels: { ...matchLabels, [nameLabel]: rename(label) } }),
    ...(isList(matchExpressions) && {
      matchExpressions: matchExpressions.map((one) =>
        isMap(one) && one['key'] === nameLabel && isList(one['values'])
          ? { ...one, values: one['values'].map(rename) }
          : one,
      ),
    }),
  };
}
