/** Tables for `kubectl get`. */
import type { ApiObject } from './api-object.js';
import { ageOf } from './duration-text.js';
import { findByPath } from './json-path.js';
import type { JsonObject, JsonValue } from './json.js';
import { builtinColumns, type Column } from './table-builtin.js';
import type { PrinterColumn, ResourceType } from './resource-type.js';

const NAME_DESCRIPTION =
  'Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names';
const AGE_DESCRIPTION =
  'CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata';

/** What a table shows besides cells. */
export interface TableView {
  readonly now: number;
  readonly includesHeaders?: boolean;
  readonly includeObject?: string;
}

/** Objects as a `meta.k8s.io/v1` Table. */
export function tableOf(
  objects: readonly ApiObject[],
  type: ResourceType,
  metadata: JsonObject,
  { now, includesHeaders = true, includeObject = 'Metadata' }: TableView,
): JsonObject {
  const columns = columnsOf(type);
  return {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata,
    columnDefinitions: includesHeaders ? columns.map(definition) : null,
    rows: objects.map((object) => ({
      cells: columns.map((column) => column.cell(object, now)),
      ...objectPart(object, includeObject),
    })),
  };
}

function objectPart(object: ApiObject, include: string): JsonObject {
  if (include === 'None') return {};
  if (include === 'Object') return { object };
  const metadata = object.metadata as JsonObject;
  return { object: { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata } };
}

function definition({ name, type, format = '', description = '', priority = 0 }: Column): JsonObject {
  return { name, type, format, description, priority };
}

function columnsOf(type: ResourceType): readonly Column[] {
  const name: Column = {
    name: 'Name',
    type: 'string',
    format: 'name',
    description: NAME_DESCRIPTION,
    cell: ({ metadata }) => metadata.name ?? '',
  };
  if (type.custom === undefined) {
    const age: Column = { name: 'Age', type: 'string', description: AGE_DESCRIPTION, cell: createdAgo };
    const own = builtinColumns(type);
    if (own === undefined) {
      const created: Column = { name: 'Created At', type: 'date', description: AGE_DESCRIPTION, cell: createdAt };
      return [name, created];
    }
    return [name, ...own.beforeAge, age, ...own.afterAge];
  }
  const columns = type.custom.columns;
  if (columns.length > 0) return [name, ...columns.map(customColumn)];
  return [
    name,
    customColumn({ name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp', description: AGE_DESCRIPTION }),
  ];
}

function createdAgo({ metadata }: ApiObject, now: number): string {
  return metadata.creationTimestamp === undefined ? '<unknown>' : ageOf(metadata.creationTimestamp, now);
}

function createdAt({ metadata }: ApiObject): string {
  return metadata.creationTimestamp ?? '';
}

function customColumn({ name, type, jsonPath, format, description, priority }: PrinterColumn): Column {
  return {
    name,
    type,
    ...(format === undefined ? {} : { format }),
    description: description ?? `Custom resource definition column (in JSONPath format): ${jsonPath}`,
    ...(priority === undefined ? {} : { priority }),
    cell: (object, now) => customCell(findByPath(object, jsonPath), type, now),
  };
}

function customCell(found: readonly JsonValue[], type: string, now: number): JsonValue {
  const [first] = found;
  if (first === undefined) return null;
  switch (type) {
    case 'string':
      if (found.length > 1) return `[${found.map(plainText).join(' ')}]`.slice(1, -1);
      return plainText(first);
    case 'date':
      return typeof first === 'string' ? ageOf(first, now) : '<invalid>';
    case 'integer':
      return typeof first === 'number' ? Math.trunc(first) : null;
    case 'number':
      return typeof first === 'number' ? first : null;
    default:
      return typeof first === 'boolean' ? first : null;
  }
}

function plainText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
