/** Defaults and checks of an object, whatever its kind. */
import type { ApiObject } from './api-object.js';
import type { FieldError } from './api-status.js';
import { builtinRules } from './builtin-rules.js';
import { withStructs } from './builtin-struct-defaults.js';
import type { KindStrategy } from './kind-strategy.js';
import { metadataErrors, metadataUpdateErrors } from './metadata-validation.js';
import type { ResourceType } from './resource-type.js';
import { applyDefaults } from './schema-default.js';
import { validateCustom } from './schema-validate-object.js';

/** The object with everything filled in that its type has defaults for. */
export function withDefaults(object: ApiObject, type: ResourceType): ApiObject {
  if (type.custom !== undefined) return type.schema === undefined ? object : applyDefaults(object, type.schema);
  const filled = builtinRules(type)?.setDefaults?.(object) ?? object;
  return withStructs(filled, type.schema);
}

/** Everything wrong with a new object. */
export function createErrors(object: ApiObject, type: ResourceType, strategy: KindStrategy): FieldError[] {
  const errors = metadataErrors(object.metadata, { isNamespaced: type.isNamespaced, name: strategy.name });
  if (type.custom !== undefined) return [...errors, ...validateCustom(object, undefined, type)];
  return [...errors, ...(builtinRules(type)?.validate?.(object, undefined) ?? [])];
}

/** Everything wrong with a change. */
export function updateErrors(
  after: ApiObject,
  before: ApiObject,
  context: { type: ResourceType; strategy: KindStrategy; subresource: string },
): FieldError[] {
  const { type, strategy, subresource } = context;
  const errors = [
    ...metadataErrors(after.metadata, { isNamespaced: type.isNamespaced, name: strategy.name }),
    ...metadataUpdateErrors(after, before),
  ];
  if (type.custom !== undefined) return [...errors, ...validateCustom(after, before, type)];
  if (subresource === 'status') return errors;
  return [...errors, ...(builtinRules(type)?.validate?.(after, before) ?? [])];
}
