/** Tables for `kubectl get`. */
import type { ApiObject } from '../storage/api-object.js';
import { ageOf } from './duration-text.js';
import { findByPath } from '../../kubernetes/json-path/find.js';
import { parseJsonPath } from '../../kubernetes/json-path/parse.js';
import { isTimestamp } from '../../kubernetes/value/timestamp.js';
import { canonicalText, type JsonObject, type JsonValue } from '../../kubernetes/json/json-value.js';
import type { PrinterColumn, ResourceType } from '../resources/resource-type.js';
import { builtinRows, columnsOfBuiltin, type BuiltinRow } from './builtin-rows.js';

const NAME_DESCRIPTION =
  'Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names';
const AGE_DESCRIPTION =
  'CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata';

/** What a table shows in addition to cells. */
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
  if (columns.length > 0) return [NAME, ...shownColumns(columns)];
  return [
    NAME,
    customColumn({ name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp', description: AGE_DESCRIPTION }),
  ];
}

/** A path that cannot be read ends the table, as in the API server. */
function shownColumns(columns: readonly PrinterColumn[]): Column[] {
  const firstBad = columns.findIndex(({ jsonPath }) => parseJsonPath(jsonPath).problem !== undefined);
  return (firstBad < 0 ? columns : columns.slice(0, firstBad)).map(customColumn);
}

function customColumn({ name, type, jsonPath, format, description, priority }: PrinterColumn): Column {
  const parsed = parseJsonPath(jsonPath);
  return {
    name,
    type,
    ...(format === undefined ? {} : { format }),
    description: description ?? `Custom resource definition column (in JSONPath format): ${jsonPath}`,
    ...(priority === undefined ? {} : { priority }),
    cell: (object, now) => customCell(findByPath(object, parsed), type, now),
  };
}

/** Of several values the first is shown. */
function customCell([first]: readonly unknown[], type: string, now: number): JsonValue {
  if (first === undefined) return null;
  switch (type) {
    case 'string':
      return plainText(first);
    case 'date':
      if (typeof first !== 'string') return null;
      if (first === '' || first === 'null') return '<unknown>';
      return isTimestamp(first) ? ageOf(first, now) : '<invalid>';
    case 'integer':
      return typeof first === 'number' ? Math.trunc(first) : null;
    case 'number':
      return typeof first === 'number' ? first : null;
    default:
      return typeof first === 'boolean' ? first : null;
  }
}

function plainText(value: unknown): string {
  if (value === null) return '<no value>';
  return typeof value === 'string' ? value : goJsonText(value as JsonValue);
}

/** As Go writes values: members in order, signs of HTML escaped. */
function goJsonText(value: JsonValue): string {
  return canonicalText(value).replaceAll(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
