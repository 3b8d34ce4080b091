/** Rows of built-in kinds, with the columns of the API server. */
import { builtinColumns, type BuiltinColumn } from '../../k8s/columns.js';
import type { ApiObject } from '../storage/api-object.js';
import type { JsonValue } from '../../kubernetes/json/json-value.js';
import { ACCESS } from './access-cells.js';
import { nameOf, numberAt, type Cells } from './cell-values.js';
import { CORE } from './core-cells.js';
import { NETWORK } from './network-cells.js';
import { podRowConditions } from './pod-cells.js';
import { defaultClass, STORAGE } from './storage-cells.js';
import { WORKLOADS } from './workload-cells.js';

const CELLS = new Map<string, Cells>(Object.entries({ ...CORE, ...WORKLOADS, ...NETWORK, ...STORAGE, ...ACCESS }));

/** One row, without its object. */
export interface BuiltinRow {
  readonly object: ApiObject;
  readonly cells: JsonValue[];
  readonly conditions?: JsonValue[];
}

/** Kinds without a printer show when they were created. */
const plain: Cells = (object) => [nameOf(object), object.metadata.creationTimestamp ?? ''];

/** The columns of a built-in resource, by group and plural. */
export function columnsOfBuiltin(id: string): readonly BuiltinColumn[] {
  return builtinColumns(id) ?? builtinColumns('rbac.authorization.k8s.io/roles') ?? [];
}

/** The rows of objects; `isList` is false for one object that was asked for by name. */
export function builtinRows(id: string, objects: readonly ApiObject[], now: number, isList: boolean): BuiltinRow[] {
  const cellsOf = CELLS.get(id) ?? plain;
  const marked = isList && id === 'storage.k8s.io/storageclasses' ? defaultClass(objects) : undefined;
  return inOrder(id, objects).map((object) => {
    const [name = '', ...rest] = cellsOf(object, now);
    const cells = object === marked ? [`${String(name)} (default)`, ...rest] : [name, ...rest];
    const conditions = id === '/pods' ? podRowConditions(object) : undefined;
    return { object, cells, ...(conditions === undefined ? {} : { conditions }) };
  });
}

/** Flow schemas are shown in the order in which they match. */
function inOrder(id: string, objects: readonly ApiObject[]): readonly ApiObject[] {
  if (id !== 'flowcontrol.apiserver.k8s.io/flowschemas') return objects;
  const precedence = (object: ApiObject): number => numberAt(object, 'spec.matchingPrecedence');
  return [...objects].sort(
    (left, right) => precedence(left) - precedence(right) || (nameOf(left) < nameOf(right) ? -1 : 1),
  );
}
