/**
 * OwnerReferencesPermissionEnforcement: who blocks the deletion of an owner must be allowed to set its finalizers. Clusters
 * such as OpenShift have it on, others do not; operators under test are held to it, so that their role is enough anywhere.
 */
import { forbidden } from '../api-status.js';
import type { Authorizer } from './authorizer.js';
import type { Admission, AdmissionAttempt } from '../backend.js';
import { isObject, type JsonObject, type JsonValue } from '../../kubernetes/json/json-value.js';
import type { ResourceRegistry } from '../resources/resource-registry.js';

/** What the check needs to know. */
export interface OwnerPermissions {
  readonly authorizer: Authorizer;
  readonly registry: ResourceRegistry;
  readonly isChecked: (userName: string) => boolean;
}

/** Adds the check to an admission; what it needs may be made later. */
export function withOwnerPermissions(admission: Admission, permissions: () => OwnerPermissions): Admission {
  return {
    mutate: (attempt) => admission.mutate(attempt),
    validate: async (attempt) => {
      const parts = permissions();
      if (parts.isChecked(attempt.user.name)) checkOwners(attempt, parts);
      await admission.validate(attempt);
    },
  };
}

function checkOwners(attempt: AdmissionAttempt, { authorizer, registry }: OwnerPermissions): void {
  const before = new Set(blockingOwners(attempt.oldObject?.metadata.ownerReferences).map(({ uid }) => uid));
  for (const { apiVersion, kind, uid } of blockingOwners(attempt.object?.metadata.ownerReferences)) {
    if (before.has(uid)) continue;
    const [version = '', group = ''] = String(apiVersion).split('/').reverse();
    const type = registry.all().find((one) => one.group === group && one.version === version && one.kind === kind);
    if (type === undefined) continue;
    const namespace = type.isNamespaced ? attempt.namespace : undefined;
    const right = { verb: 'update', group, resource: type.plural, subresource: 'finalizers' };
    if (authorizer.uses(attempt.user, { ...right, ...(namespace === undefined ? {} : { namespace }) })) continue;
    const where = namespace === undefined ? 'at the cluster scope' : `in the namespace "${namespace}"`;
    const why = `User "${attempt.user.name}" cannot update resource "${type.plural}/finalizers" in API group "${group}" ${where}`;
    throw forbidden(
      attempt.type,
      attempt.name,
      `cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on: ${why}, <nil>`,
    );
  }
}

function blockingOwners(references: unknown): JsonObject[] {
  const list = Array.isArray(references) ? (references as JsonValue[]) : [];
  return list.filter(isObject).filter((owner) => owner['blockOwnerDeletion'] === true);
}
