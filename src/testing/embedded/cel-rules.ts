/** CEL rules of custom resources. */
import type { ApiObject } from './api-object.js';
import type { FieldError } from './api-status.js';
import type { SchemaNode } from './schema-node.js';

/** The rules that an object breaks. */
export function celErrors(_after: ApiObject, _before: ApiObject | undefined, _schema: SchemaNode): FieldError[] {
  return [];
}
