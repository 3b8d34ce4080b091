/** DELETE of one object or a collection: preconditions, grace, finalizers, propagation. */
import { setTimeout as delay } from 'node:timers/promises';
import { objectKey, section, type ApiObject } from '../storage/api-object.js';
import { conflict, deletedStatus, notFound, type Status } from '../api-status.js';
import type { AdmissionAttempt, Backend } from '../backend.js';
import { formatTime } from '../wall-clock.js';
import { CRDS, markCrdDeleted } from '../controllers/crd-controller.js';
import { jsonEqual } from '../../kubernetes/json/json-value.js';
import { selectObjects } from './list-selection.js';
import { checkNamespaceForDelete } from './namespace-lifecycle.js';
import { StaleObject } from '../storage/object-store.js';
import { deleteOptions, type DeleteOptions } from './delete-options.js';
import type { ResourceRequest } from './resource-request.js';
import { apiVersionOf } from './resource-type.js';
import { scopeOf } from './resource-update.js';

const ORPHAN = 'orphan';
const FOREGROUND = 'foregroundDeletion';
const ATTEMPTS = 10;
/** etcd takes this long from one write to the next. Controllers react to pods that end, and need to find them in their caches. */
const ENDING_MS = 10;

/** What the client gets: the object while it is still there, a Status when it is gone. */
export interface Deleted {
  readonly body: ApiObject | Status;
  readonly code: number;
}

/** Kinds whose last state is returned instead of a Status. */
const RETURNS_OBJECT = new Set([
  '/pods',
  '/services',
  '/serviceaccounts',
  '/persistentvolumeclaims',
  '/persistentvolumes',
  '/podtemplates',
  '/resourcequotas',
]);

/** Handles DELETE of one object. */
export async function deleteResource(backend: Backend, request: ResourceRequest): Promise<Deleted> {
  const options = deleteOptions(request);
  warnOfOrphans(request, options);
  checkNamespaceForDelete(request);
  return deleteObject(backend, request, request.info.name, options);
}

/** Handles DELETE of a collection; returns the objects as they were before. */
export async function deleteCollection(backend: Backend, request: ResourceRequest): Promise<ApiObject[]> {
  const options = deleteOptions(request);
  warnOfOrphans(request, options);
  const { objects } = backend.store.collection(request.type.collection).snapshot();
  const selected = selectObjects(objects, request);
  for (const object of selected) {
    const name = object.metadata.name ?? '';
    const scoped = { ...request, info: { ...request.info, name, namespace: object.metadata.namespace } };
    await deleteObject(backend, scoped, name, { ...options, isOneOfMany: true });
  }
  return selected;
}

/** Deletes or begins to delete; retries while others write. */
export async function deleteObject(
  backend: Backend,
  request: ResourceRequest,
  name: string,
  options: DeleteOptions,
): Promise<Deleted> {
  const { type } = request;
  const collection = backend.store.collection(type.collection);
  for (let attempt = 1; ; attempt++) {
    const stored = collection.get(objectKey(scopeOf(request), name));
    if (stored === undefined) throw notFound(type, name);
    checkPreconditions(stored, options, request);
    const [shown = stored] = await backend.conversion.fromStorage([stored], type);
    if (options.isAdmitted !== true) {
      const admitted = attemptFor(request, shown, options);
      await backend.admission.mutate(admitted);
      await backend.admission.validate(admitted);
    }
    const marked = markDeleted(backend, stored, options, request);
    const stays = staysAfterDelete(marked, request);
    if (options.isDryRun) return { body: stays ? marked : finalBody(shown, request), code: 200 };
    try {
      if (!stays) {
        // Watches see the end of a pod before it is gone.
        const isSeenEnding = request.type.plural === 'pods' && stored.metadata.deletionTimestamp === undefined;
        const last = isSeenEnding ? collection.update(stored, marked) : stored;
        if (isSeenEnding) await delay(ENDING_MS);
        const { resourceVersion } = collection.remove(last).metadata;
        const base = request.type.plural === 'pods' ? marked : shown;
        return { body: finalBody({ ...base, metadata: { ...base.metadata, resourceVersion } }, request), code: 200 };
      }
      const written = jsonEqual(marked, stored) ? stored : collection.update(stored, marked);
      const [body = written] = await backend.conversion.fromStorage([written], type);
      return { body, code: 200 };
    } catch (error) {
      if (!(error instanceof StaleObject) || attempt >= ATTEMPTS) throw error;
    }
  }
}

function checkPreconditions({ metadata }: ApiObject, { preconditions }: DeleteOptions, request: ResourceRequest): void {
  const { type, info } = request;
  const { uid, resourceVersion } = preconditions;
  const check = (what: string, given: string | undefined, known = '', reason: string): void => {
    if (given === undefined || given === known) return;
    const why = `the ${what} in the precondition (${given}) does not match the ${what} in record (${known}). The object might have been ${reason}`;
    throw conflict({ group: type.group, plural: type.kind }, info.name || (metadata.name ?? ''), why);
  };
  check('UID', uid, metadata.uid, 'deleted and then recreated');
  check('ResourceVersion', resourceVersion, metadata.resourceVersion, 'modified');
}

function markDeleted(backend: Backend, stored: ApiObject, options: DeleteOptions, request: ResourceRequest): ApiObject {
  if (request.type.collection === CRDS && stored.metadata.deletionTimestamp === undefined) {
    return markCrdDeleted(stored, formatTime(backend.clock.now()));
  }
  const finalizers = finalizersFor(
    stored.metadata.finalizers ?? [],
    isOrphanedByDefault(request, options) && stored.metadata.deletionTimestamp === undefined
      ? 'Orphan'
      : options.propagationPolicy,
  );
  const metadata = { ...stored.metadata, finalizers };
  if (finalizers.length === 0) delete (metadata as { finalizers?: string[] }).finalizers;
  const grace = graceOf(stored, options, request);
  const known = stored.metadata.deletionTimestamp;
  const isShorter = known === undefined || grace < (stored.metadata.deletionGracePeriodSeconds ?? 0);
  const marked: ApiObject = { ...stored, metadata };
  if (isShorter) {
    metadata.deletionTimestamp = formatTime(backend.clock.now() + grace * 1000);
    if (!isNamespace(request)) metadata.deletionGracePeriodSeconds = grace;
    if (stored.metadata.generation !== undefined) metadata.generation = stored.metadata.generation + 1;
  }
  if (isNamespace(request)) marked['status'] = { ...section(stored, 'status'), phase: 'Terminating' };
  return marked;
}

const JOB_WARNING =
  'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning';

function warnOfOrphans(request: ResourceRequest, options: DeleteOptions): void {
  if (isOrphanedByDefault(request, options)) request.warnings.push(JOB_WARNING);
}

/** Jobs leave their pods behind unless a policy is given. */
function isOrphanedByDefault({ type }: ResourceRequest, { propagationPolicy }: DeleteOptions): boolean {
  return propagationPolicy === undefined && type.group === 'batch' && type.plural === 'jobs';
}

function finalizersFor(finalizers: readonly string[], policy: string | undefined): string[] {
  if (policy === undefined) return [...finalizers];
  const rest = finalizers.filter((finalizer) => finalizer !== ORPHAN && finalizer !== FOREGROUND);
  if (policy === 'Orphan') return [...rest, ORPHAN];
  return policy === 'Foreground' ? [...rest, FOREGROUND] : rest;
}

function graceOf(stored: ApiObject, options: DeleteOptions, { type }: ResourceRequest): number {
  if (type.group !== '' || type.plural !== 'pods') return 0;
  const phase = section(stored, 'status')['phase'];
  const spec = section(stored, 'spec');
  if (spec['nodeName'] === undefined || phase === 'Succeeded' || phase === 'Failed') return 0;
  return options.gracePeriodSeconds ?? Number(spec['terminationGracePeriodSeconds'] ?? 30);
}

function isNamespace({ type }: ResourceRequest): boolean {
  return type.group === '' && type.plural === 'namespaces';
}

function staysAfterDelete(marked: ApiObject, request: ResourceRequest): boolean {
  if ((marked.metadata.finalizers ?? []).length > 0) return true;
  if ((marked.metadata.deletionGracePeriodSeconds ?? 0) > 0) return true;
  const finalizers = section(marked, 'spec')['finalizers'];
  return isNamespace(request) && Array.isArray(finalizers) && finalizers.length > 0;
}

function finalBody(object: ApiObject, { type }: ResourceRequest): ApiObject | Status {
  if (RETURNS_OBJECT.has(`${type.group}/${type.plural}`)) return object;
  return deletedStatus(type, object.metadata.name ?? '', object.metadata.uid);
}

function attemptFor(request: ResourceRequest, oldObject: ApiObject, options: DeleteOptions): AdmissionAttempt {
  return {
    operation: 'DELETE',
    type: request.type,
    subresource: '',
    name: options.isOneOfMany === true ? '' : (oldObject.metadata.name ?? ''),
    namespace: oldObject.metadata.namespace,
    object: undefined,
    oldObject,
    user: request.user,
    isDryRun: options.isDryRun,
    warnings: request.warnings,
    options: {
      kind: 'DeleteOptions',
      apiVersion: apiVersionOf({ group: 'meta.k8s.io', version: 'v1' }),
      propagationPolicy: options.propagationPolicy,
      gracePeriodSeconds: options.gracePeriodSeconds,
      ...(options.isDryRun ? { dryRun: ['All'] } : {}),
    },
  };
}
