/** Kinds that a CSV owns: what consoles show of them, from schemas, markers and the hand-written base. */
import { isMap, type Json, type JsonMap, type Manifest, valueAt } from '../json.js';
import { mapsAt, stringAt } from '../operator.js';
import { compareVersions } from './kube-version.js';

/** What markers say about a field of a kind. */
export interface FieldNote {
  readonly part: 'spec' | 'status';
  /** Below the part, with dots; `[0]` behind a list that is gone through. */
  readonly path: string;
  readonly displayName?: string;
  readonly description?: string;
  readonly xDescriptors: readonly string[];
  readonly order?: number;
}

/** What markers say about a kind. */
export interface KindNote {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly displayName?: string;
  readonly resources: readonly { readonly kind: string; readonly version: string; readonly name: string }[];
  readonly order?: number;
  readonly fields: readonly FieldNote[];
}

/** The owned CRDs, one entry for each version that is served. What `base` says wins. */
export function ownedCrds(crds: readonly Manifest[], base: readonly JsonMap[], notes: readonly KindNote[]): JsonMap[] {
  const entries = crds.flatMap((crd) =>
    mapsAt(crd, 'spec', 'versions')
      .filter(({ served }) => served !== false)
      .map((version) => ownedCrd(crd, version, base, notes)),
  );
  return entries.sort((a, b) => a.order - b.order || compareOwned(a.entry, b.entry)).map(({ entry }) => entry);
}

interface Ordered {
  readonly order: number;
  readonly entry: JsonMap;
}

function ownedCrd(crd: Manifest, version: JsonMap, base: readonly JsonMap[], notes: readonly KindNote[]): Ordered {
  const { name } = crd.metadata;
  const kind = stringAt(crd, 'spec', 'names', 'kind') ?? '';
  const group = stringAt(crd, 'spec', 'group') ?? '';
  const versionName = String(version['name']);
  const schema = valueAt(version, 'schema', 'openAPIV3Schema');
  const note = notes.find((one) => one.group === group && one.version === versionName && one.kind === kind);
  const had = base.find((one) => one['name'] === name && one['version'] === versionName && one['kind'] === kind) ?? {};
  const resources = had['resources'] ?? note?.resources.map((one) => ({ ...one }));
  const description = stringAt(had, 'description') ?? stringAt(schema, 'description');
  const entry: JsonMap = {
    ...had,
    ...(description !== undefined && { description }),
    displayName: stringAt(had, 'displayName') ?? note?.displayName ?? displayName(kind),
    kind,
    name,
    ...(resources !== undefined && !(Array.isArray(resources) && resources.length === 0) && { resources }),
    ...descriptors('spec', schema, had, note),
    ...descriptors('status', schema, had, note),
    version: versionName,
  };
  return { order: note?.order ?? Number.MAX_SAFE_INTEGER, entry };
}

/** Every field of the part, and deeper ones that a marker names. */
function descriptors(
  part: 'spec' | 'status',
  schema: Json | undefined,
  had: JsonMap,
  note: KindNote | undefined,
): JsonMap {
  const key = `${part}Descriptors`;
  const byPath = new Map<string, { order: number; descriptor: JsonMap }>();
  const fields = valueAt(schema, 'properties', part, 'properties');
  for (const [name, field] of Object.entries(isMap(fields) ? fields : {}))
    byPath.set(name, { order: Number.MAX_SAFE_INTEGER, descriptor: described(name, stringAt(field, 'description')) });
  for (const field of note?.fields.filter((one) => one.part === part) ?? []) {
    const known = byPath.get(field.path)?.descriptor;
    const description = field.description ?? stringAt(known, 'description');
    const descriptor = {
      ...described(field.path, description, field.displayName),
      ...(field.xDescriptors.length > 0 && { 'x-descriptors': [...field.xDescriptors] }),
    };
    byPath.set(field.path, { order: field.order ?? Number.MAX_SAFE_INTEGER, descriptor });
  }
  for (const own of mapsAt(had, key)) {
    const path = String(own['path']);
    const known = byPath.get(path) ?? { order: Number.MAX_SAFE_INTEGER, descriptor: {} };
    byPath.set(path, { order: known.order, descriptor: { ...known.descriptor, ...own } });
  }
  const list = [...byPath]
    .sort(([a, one], [b, other]) => one.order - other.order || (a < b ? -1 : 1))
    .map(([, { descriptor }]) => descriptor);
  return list.length === 0 ? {} : { [key]: list };
}

function described(path: string, description: string | undefined, name?: string): JsonMap {
  const last = path.slice(path.lastIndexOf('.') + 1).replace(/\[0\]$/, '');
  return { ...(description !== undefined && { description }), displayName: name ?? displayName(last), path };
}

/** Words of a name, as a heading: `podSelector` → `Pod Selector`, `HTTPRoute` → `HTTP Route`. */
export function displayName(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_-]+/);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}

/** By name and kind; newer versions come first. */
function compareOwned(a: JsonMap, b: JsonMap): number {
  const keyOf = ({ name, kind }: JsonMap): string => `${String(name)} ${String(kind)}`;
  if (keyOf(a) !== keyOf(b)) return keyOf(a) < keyOf(b) ? -1 : 1;
  return compareVersions(String(b['version']), String(a['version']));
}
