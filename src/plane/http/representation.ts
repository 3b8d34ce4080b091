/** How objects are shown: as they are, as metadata only, or as a table. */
import type { ApiObject } from '../storage/api-object.js';
import type { JsonObject, JsonValue } from '../../kubernetes/json/json-value.js';
import type { ObjectList } from '../resources/resource-read.js';
import { apiVersionOf, type ResourceType } from '../resources/resource-type.js';
import { tableOf } from '../table/table.js';

/** What the client accepts, the first that the server can do. */
export type View = 'object' | 'metadata' | 'table';

/** Reads an Accept header. */
export function viewOf(accept: string): View {
  for (const part of accept.split(',')) {
    const parameters = part.split(';').map((text) => text.trim());
    const as = parameters.find((text) => text.startsWith('as='))?.slice(3);
    if (as === undefined) return 'object';
    if (as === 'Table') return 'table';
    if (as.startsWith('PartialObjectMetadata')) return 'metadata';
  }
  return 'object';
}

/** One object as the client wants it. */
export function showObject(
  object: ApiObject,
  view: View,
  type: ResourceType,
  now: number,
  options: TableOptions = {},
): JsonValue {
  if (view === 'metadata') return partial(object);
  if (view === 'table')
    return tableOf(
      [object],
      type,
      { resourceVersion: object.metadata.resourceVersion },
      { now, isList: false, ...options },
    );
  return object;
}

/** Options of tables. */
export interface TableOptions {
  readonly includesHeaders?: boolean;
  readonly includeObject?: string;
}

/** A list as the client wants it. */
export function showList(
  list: ObjectList,
  view: View,
  type: ResourceType,
  now: number,
  options: TableOptions = {},
): JsonValue {
  const metadata: JsonObject = {
    resourceVersion: list.resourceVersion,
    ...continuation(list, type, view),
    ...(list.remainingItemCount === undefined ? {} : { remainingItemCount: list.remainingItemCount }),
  };
  if (view === 'table') return tableOf(list.items, type, metadata, { now, ...options });
  if (view === 'metadata') {
    // Go sends an empty list as null.
    const items = list.items.length === 0 ? null : list.items.map(partial);
    return { kind: 'PartialObjectMetadataList', apiVersion: 'meta.k8s.io/v1', metadata, items };
  }
  // Built-in lists do not repeat the kind in each item.
  const items = type.custom === undefined ? list.items.map(withoutTypeMeta) : [...list.items];
  return { kind: type.listKind, apiVersion: apiVersionOf(type), metadata, items };
}

/** Lists of whole custom objects say that nothing follows, all others say nothing. */
function continuation({ continueToken }: ObjectList, type: ResourceType, view: View): JsonObject {
  if (continueToken !== undefined) return { continue: continueToken };
  return type.custom === undefined || view !== 'object' ? {} : { continue: '' };
}

function withoutTypeMeta(object: ApiObject): JsonObject {
  const { apiVersion: _apiVersion, kind: _kind, ...rest } = object;
  return rest;
}

function partial({ metadata }: ApiObject): JsonObject {
  return { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: metadata };
}
