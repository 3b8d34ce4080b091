/** Defaults and checks of an object, whatever its kind. */
import type { ApiObject } from '../storage/api-object.js';
import type { Finding } from '../../kubernetes/finding.js';
import { withKindDefaults } from '../builtin/defaults/kinds.js';
import { Field, findings } from '../../kubernetes/field.js';
import { checksOf } from '../builtin/registry.js';
import { builtinRules } from '../builtin/builtin-rules.js';
import { withStructs } from '../builtin/builtin-struct-defaults.js';
import type { KindStrategy } from './kind-strategy.js';
import { metadataErrors, metadataUpdateErrors } from './metadata-validation.js';
import { isPathPrefix } from '../../kubernetes/value/names.js';
import { isPartOfStatus, type ResourceType } from './resource-type.js';
import { applyDefaults } from '../../kubernetes/schema/schema-default.js';
import { pruneUnknown } from '../../kubernetes/schema/schema-prune.js';
import { validateCustom } from '../schema/schema-validate-object.js';

/** The object with everything filled in that its type has defaults for. Nulls that are not allowed stay, for validation to find. */
export function withDefaults(object: ApiObject, type: ResourceType): ApiObject {
  if (type.custom !== undefined) return type.schema === undefined ? object : applyDefaults(object, type.schema);
  const filled = withKindDefaults(builtinRules(type)?.setDefaults?.(object) ?? object, type.group);
  return withStructs(filled, type.schema);
}

/** A custom object without the fields that its schema does not have; built-in kinds lose them when they are read. */
export function withoutUnknown(object: ApiObject, { custom, schema }: ResourceType): ApiObject {
  return custom === undefined ? object : pruneUnknown(object, schema).pruned;
}

/** Everything wrong with a new object. */
export async function createErrors(
  object: ApiObject,
  type: ResourceType,
  strategy: KindStrategy,
  isDryRun: boolean,
): Promise<Finding[]> {
  const errors = metadataErrors(object.metadata, { ...strategy, isNamespaced: type.isNamespaced });
  if (type.custom !== undefined) return [...errors, ...validateCustom(object, undefined, type, errors)];
  return [...errors, ...(await builtinErrors(type, { after: object, before: undefined, subresource: '', isDryRun }))];
}

/** Everything wrong with a change. */
export async function updateErrors(
  after: ApiObject,
  before: ApiObject,
  context: { type: ResourceType; strategy: KindStrategy; subresource: string; isDryRun: boolean },
): Promise<Finding[]> {
  const { type, strategy, subresource, isDryRun } = context;
  const errors = [
    ...metadataErrors(after.metadata, {
      ...strategy,
      isNamespaced: type.isNamespaced,
      ...(strategy.checksGenerateName ? {} : { generateName: isPathPrefix }),
    }),
    ...metadataUpdateErrors(after, before),
  ];
  if (type.custom !== undefined) return [...errors, ...validateCustom(after, before, type, errors)];
  return [...errors, ...(await builtinErrors(type, { after, before, subresource, isDryRun }))];
}

interface Write {
  readonly after: ApiObject;
  readonly before: ApiObject | undefined;
  readonly subresource: string;
  readonly isDryRun: boolean;
}

async function builtinErrors(type: ResourceType, write: Write): Promise<Finding[]> {
  const { after, before, subresource } = write;
  const loading = checksOf(type.group, type.kind);
  const checks = loading instanceof Promise ? await loading : loading;
  const old = before === undefined ? undefined : new Field(before, '', []);
  if (isPartOfStatus(subresource)) {
    return old === undefined ? [] : findings(after, '', (field) => checks?.status?.(field, old, subresource));
  }
  const errors = builtinRules(type)?.validate?.(after, before) ?? [];
  return [...errors, ...findings(after, '', (field) => checks?.spec?.(field, old, write))];
}
