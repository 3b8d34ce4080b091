/** Tables for `kubectl get`. */
import type { ApiObject } from '../storage/api-object.js';
import { ageOf } from './duration-text.js';
import { findByPath } from '../selectors/json-path.js';
import type { JsonObject, JsonValue } from '../json.js';
import type { PrinterColumn, ResourceType } from '../resources/resource-type.js';
import { builtinRows, columnsOfBuiltin, type BuiltinRow } from './builtin-rows.js';

const NAME_DESCRIPTION =
  'Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names';
const AGE_DESCRIPTION =
  'CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata';

/** What a table shows besides cells. */
export interface TableView {
  readonly now: number;
  readonly includesHeaders?: boolean;
  readonly includeObject?: string;
  /** False for one object that was asked for by name. */
  readonly isList?: boolean;
}

/** One column of a custom resource. */
interface Column {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  readonly priority?: number;
  cell(object: ApiObject, now: number): JsonValue;
}

/** Objects as a `meta.k8s.io/v1` Table. */
export function tableOf(
  objects: readonly ApiObject[],
  type: ResourceType,
  metadata: JsonObject,
  { now, includesHeaders = true, includeObject = 'Metadata', isList = true }: TableView,
): JsonObject {
  const { definitions, rows } =
    type.custom === undefined
      ? builtinTable(`${type.group}/${type.plural}`, objects, now, isList)
      : customTable(objects, customColumns(type.custom.columns), now);
  return {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata,
    columnDefinitions: includesHeaders ? [...definitions] : null,
    rows: rows.map(({ object, ...row }) => ({ ...row, ...objectPart(object, includeObject) })),
  };
}

/** The table of a Scale, which is a kind of its own. */
export function scaleTable(scale: ApiObject, view: TableView): JsonObject {
  const { definitions, rows } = builtinTable('autoscaling/scale', [scale], view.now, false);
  return {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata: { resourceVersion: scale.metadata.resourceVersion },
    columnDefinitions: view.includesHeaders === false ? null : [...definitions],
    rows: rows.map(({ object, ...row }) => ({ ...row, ...objectPart(object, view.includeObject ?? 'Metadata') })),
  };
}

interface Rows {
  readonly definitions: readonly JsonObject[];
  readonly rows: readonly BuiltinRow[];
}

function builtinTable(id: string, objects: readonly ApiObject[], now: number, isList: boolean): Rows {
  const definitions = columnsOfBuiltin(id).map((column) => ({ ...column }));
  return { definitions, rows: builtinRows(id, objects, now, isList) };
}

function customTable(objects: readonly ApiObject[], columns: readonly Column[], now: number): Rows {
  return {
    definitions: columns.map(definition),
    rows: objects.map((object) => ({ object, cells: columns.map((column) => column.cell(object, now)) })),
  };
}

function objectPart(object: ApiObject, include: string): JsonObject {
  if (include === 'None') return { object: null };
  if (include === 'Object') return { object };
  const metadata = object.metadata as JsonObject;
  return { object: { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata } };
}

function definition({ name, type, format = '', description = '', priority = 0 }: Column): JsonObject {
  return { name, type, format, description, priority };
}

const NAME: Column = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description: NAME_DESCRIPTION,
  cell: ({ metadata }) => metadata.name ?? '',
};

function customColumns(columns: readonly PrinterColumn[]): readonly Column[] {
  if (columns.length > 0) return [NAME, ...columns.map(customColumn)];
  return [
    NAME,
    customColumn({ name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp', description: AGE_DESCRIPTION }),
  ];
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
