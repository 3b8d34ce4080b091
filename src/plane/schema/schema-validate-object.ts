/** Everything that a custom object is checked for: schema, list types, embedded resources, scale, CEL rules. */
import type { ApiObject } from '../storage/api-object.js';
import { invalidValue, type Finding } from '../../kubernetes/finding.js';
import { oneResource } from '../../kubernetes/crd/embedded-resource.js';
import { celErrors } from '../../kubernetes/schema/cel-rules.js';
import { getPath, isObject, type JsonValue } from '../../kubernetes/json/json-value.js';
import { goType, goValue } from '../apply/go-text.js';
import type { ResourceType } from '../resources/resource-type.js';
import { duplicateErrors } from '../../kubernetes/schema/schema-list-types.js';
import { memberSchema, type SchemaNode } from '../../kubernetes/schema/schema-node.js';
import { ratchet } from './schema-ratchet.js';
import { hasEmbedded, hasRules } from '../../kubernetes/schema/schema-search.js';
import { validateValue } from '../../kubernetes/schema/schema-validate.js';

/** With one of these, rules might not even be evaluable. */
const BLOCKING = new Set([
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
]);
const UNCHECKED =
  'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation';

/** All findings for a custom object after those of its metadata; unchanged parts of an update may keep old mistakes. */
export function validateCustom(
  after: ApiObject,
  before: ApiObject | undefined,
  type: ResourceType,
  ofMetadata: readonly Finding[] = [],
): Finding[] {
  const { schema } = type;
  if (schema === undefined) return [];
  if (after.kind !== type.kind) return [invalidValue('kind', after.kind, `must be ${type.kind}`)];
  const found = [
    ...validateValue(after, schema),
    ...duplicateErrors(after, schema),
    ...embeddedErrors(after, schema, ''),
    ...scaleErrors(after, type),
  ];
  const errors = before === undefined ? found : ratchet(found, after, before);
  if (!hasRules(schema)) return errors;
  if ([...ofMetadata, ...errors].some(({ reason }) => BLOCKING.has(reason))) {
    return [...errors, { reason: 'FieldValueInvalid', field: '<nil>', message: `Invalid value: null: ${UNCHECKED}` }];
  }
  return [...errors, ...celErrors(after, before, schema)];
}

function embeddedErrors(value: JsonValue | undefined, schema: SchemaNode | undefined, path: string): Finding[] {
  if (value === undefined || schema === undefined || !hasEmbedded(schema)) return [];
  if (Array.isArray(value))
    return value.flatMap((item, index) => embeddedErrors(item, schema.items, `${path}[${index}]`));
  if (!isObject(value)) return [];
  const errors: Finding[] = [];
  if (schema['x-kubernetes-embedded-resource'] === true) {
    errors.push(...oneResource(value, path));
  }
  for (const key of Object.keys(value)) {
    const child = memberSchema(schema, key);
    if (child !== undefined) errors.push(...embeddedErrors(value[key], child, path === '' ? key : `${path}.${key}`));
  }
  return errors;
}

function scaleErrors(object: ApiObject, type: ResourceType): Finding[] {
  const scale = type.custom?.scale;
  if (scale === undefined) return [];
  return [scale.specPath, scale.statusPath].flatMap((path) => {
    const replicas = getPath(
      object,
      path.split('.').filter((part) => part !== ''),
    );
    const message = replicas === undefined ? undefined : replicasProblem(replicas, path);
    return message === undefined ? [] : [{ reason: 'FieldValueInvalid', field: path, message }];
  });
}

function replicasProblem(replicas: JsonValue, path: string): string | undefined {
  if (!Number.isInteger(replicas)) {
    return `Invalid value: 0: ${path} accessor error: ${goValue(replicas)} is of the type ${goType(replicas)}, expected int64`;
  }
  return Number(replicas) < 0 ? `Invalid value: ${Number(replicas)}: should be a non-negative integer` : undefined;
}
