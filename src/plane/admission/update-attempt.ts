/** An update as admission sees it. */
import type { AdmissionAttempt } from '../backend.js';
import type { ResourceRequest, WriteOptions } from '../resources/resource-request.js';
import type { ApiObject } from '../storage/api-object.js';

/** A view of an object that webhooks and policies judge and change instead of the object itself. */
export interface SeenByAdmission {
  readonly kind: AdmissionAttempt['kind'];
  from(object: ApiObject): ApiObject;
  /** The object as a changed view wants it. */
  into(object: ApiObject, view: ApiObject): ApiObject;
}

/** What admission is asked about a change. */
export function updateAttempt(
  request: ResourceRequest,
  { options, seen }: { options: WriteOptions; seen?: SeenByAdmission },
  states: { before: ApiObject; requested: ApiObject },
): AdmissionAttempt {
  const asSeen = (object: ApiObject): ApiObject => seen?.from(object) ?? object;
  return {
    operation: 'UPDATE',
    type: request.type,
    ...(seen === undefined ? {} : { kind: seen.kind }),
    subresource: request.info.subresource,
    name: request.info.name,
    namespace: request.info.namespace,
    object: asSeen(states.requested),
    oldObject: asSeen(states.before),
    user: request.user,
    isDryRun: options.isDryRun,
    warnings: request.warnings,
    options: {
      kind: 'UpdateOptions',
      apiVersion: 'meta.k8s.io/v1',
      ...(options.isDryRun ? { dryRun: ['All'] } : {}),
      fieldManager: request.info.query.get('fieldManager') ?? undefined,
      fieldValidation: request.info.query.get('fieldValidation') ?? undefined,
    },
  };
}
