/** Managers that wrote a custom object in another version: the API server compares the object in their versions. */
import { readManagers, withoutManagers } from './apply-managers.js';
import { applyProblem } from './apply-check.js';
import type { ApiObject } from '../storage/api-object.js';
import type { Backend } from '../backend.js';
import { apiVersionOf, type ResourceType } from '../resources/resource-type.js';

/** The states of a write, in the version of the request. */
export interface VersionedWrite {
  readonly live: ApiObject;
  readonly result: ApiObject;
  /** The manager that applies; absent for other writes. */
  readonly applier?: string;
}

/** Why an apply fails on the versions of earlier managers, in the words of the API server; undefined when it does not. */
export async function versionProblem(
  backend: Backend,
  type: ResourceType,
  { live, result, applier }: VersionedWrite,
): Promise<string | undefined> {
  const managers = [...readManagers(live.metadata.managedFields).values()];
  const others = managers.filter(({ entry }) => entry.apiVersion !== apiVersionOf(type));
  if (type.custom === undefined || others.length === 0) return undefined;
  for (const { entry } of others) {
    const problem = await problemAt(backend, type, live, entry.apiVersion ?? '');
    if (problem !== undefined) return problem;
  }
  for (const { entry } of others) {
    const problem = await problemAt(backend, type, result, entry.apiVersion ?? '');
    if (problem === undefined) continue;
    const isOwn = entry.manager === applier && entry.operation === 'Apply';
    return isOwn
      ? `failed to prune fields: failed to convert merged object to last applied version: ${problem}`
      : `failed to convert new object: ${problem}`;
  }
  return undefined;
}

/**
 * The result of a plain write. When it cannot be compared in the versions of earlier managers, they stay as they were.
 * `live` has the managers that the request was sent with, so that tools can move them to another version.
 */
export async function withComparedManagers(
  backend: Backend,
  type: ResourceType,
  live: ApiObject,
  result: ApiObject,
): Promise<ApiObject> {
  if ((await versionProblem(backend, type, { live, result })) === undefined) return result;
  const { managedFields } = live.metadata;
  return { ...result, metadata: { ...result.metadata, ...(managedFields && { managedFields }) } };
}

/** Converted without pruning: a field that the other version does not declare is an error. */
async function problemAt(
  { conversion }: Backend,
  type: ResourceType,
  object: ApiObject,
  apiVersion: string,
): Promise<string | undefined> {
  const schemas = type.custom?.schemas ?? new Map();
  const version = [...schemas.keys()].find((name) => apiVersionOf({ group: type.group, version: name }) === apiVersion);
  if (version === undefined) return `request to convert CR to an invalid group/version: ${apiVersion}`;
  const target = { ...type, version, schema: schemas.get(version) };
  const [converted = object] = await conversion.toVersion([withoutManagers(object)], target);
  return applyProblem(converted, target.schema, { mayRepeat: true });
}
