/** POST of a new object, and creation by PUT or apply. */
import { keyOf, type ApiObject } from '../storage/api-object.js';
import { alreadyExists, badRequest, invalid, StatusError } from '../api-status.js';
import { trackUpdate } from '../apply/apply.js';
import type { AdmissionAttempt, Backend } from '../backend.js';
import { builtinRules, type Others } from '../builtin/builtin-rules.js';
import { withStructs } from '../builtin/builtin-struct-defaults.js';
import { timestamp } from '../wall-clock.js';
import { decodeObject, parseBody } from '../decode/decode-object.js';
import { emptyObject } from '../builtin/empty-object.js';
import { resetFields, strategyOf } from './kind-strategy.js';
import { storedGroup } from '../definitions/event-conversion.js';
import { checkEscalation } from '../access/escalation.js';
import { checkNamespaceForCreate } from './namespace-lifecycle.js';
import { prepareForCreate, withName, withoutSystemFields } from './object-preparation.js';
import { createErrors, withDefaults, withoutUnknown } from './object-rules.js';
import { writeOptions, type ResourceRequest, type WriteOptions } from './resource-request.js';
import { warningsOf } from '../builtin/warnings.js';
import { apiVersionOf } from './resource-type.js';
import { checkSize } from './size-limit.js';

/** Handles POST to a collection. */
export async function createResource(backend: Backend, request: ResourceRequest): Promise<ApiObject> {
  const options = writeOptions(request, 'CreateOptions');
  const decoded = decodeObject(parseBody(request.body, request.type.kind), request.type, {
    validation: options.fieldValidation,
    warnings: request.warnings,
  });
  const object = inNamespace(decoded, request);
  return createObject(backend, request, options, object);
}

/** The object in the namespace of the request; throws 400 when it names another one. */
export function inNamespace(object: ApiObject, { info, type }: ResourceRequest): ApiObject {
  const { namespace } = object.metadata;
  if (!type.isNamespaced) {
    if (namespace === undefined) return object;
    const { namespace: _namespace, ...metadata } = object.metadata;
    return { ...object, metadata };
  }
  if (namespace !== undefined && namespace !== '' && namespace !== info.namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
  return { ...object, metadata: { ...object.metadata, namespace: info.namespace } };
}

/** Stores a new object; `isApplied` says that managedFields are settled already. */
export async function createObject(
  backend: Backend,
  request: ResourceRequest,
  options: WriteOptions,
  object: ApiObject,
  isApplied = false,
): Promise<ApiObject> {
  const { type } = request;
  const strategy = strategyOf(type);
  checkNamespaceForCreate(backend, request, object);
  const rules = builtinRules(type);
  const others = othersOf(backend, type);
  let sent = withDefaults(withoutSystemFields(object), type);
  if (!isApplied) sent = tracked(backend, request, options, sent);
  sent = rules?.admit?.(sent, others) ?? sent;

  const attempt = attemptFor(request, options, sent);
  const answered = (await backend.admission.mutate(attempt)) ?? sent;
  // Plugins see again what webhooks have changed.
  const mutated = answered === sent ? sent : (rules?.admit?.(answered, others) ?? answered);
  checkEscalation(backend.authorizer(), request, mutated);
  const complete = completed(backend, request, mutated);
  const errors = await createErrors(complete, type, strategy, options.isDryRun);
  if (errors.length > 0)
    throw invalid({ group: storedGroup(type), kind: complete.kind }, complete.metadata.name ?? '', errors);
  const name = complete.metadata.name ?? '';
  await backend.admission.validate({ ...attempt, name, object: complete });
  request.warnings.push(...warningsOf(type, complete));

  const collection = backend.store.collection(type.collection);
  const last = mutated === sent ? complete : withoutUnknown(complete, type);
  const { resourceVersion = '' } = mutated.metadata;
  if (options.isDryRun) {
    if (collection.get(keyOf(complete)) !== undefined) throw taken(backend, type, complete);
    return resourceVersion === '' ? last : { ...last, metadata: { ...last.metadata, resourceVersion } };
  }
  // A dry run never gets as far as the store, which minds.
  if (resourceVersion !== '' && request.info.method === 'POST')
    throw new StatusError(500, '', 'resourceVersion should not be set on objects to be created');
  const clashes = rules?.taken?.(complete, others) ?? [];
  if (clashes.length > 0) throw invalid(type, name, clashes);
  const kept = await backend.conversion.toStorage(rules?.asStored?.(last) ?? last, type);
  checkSize(kept, type, request.body);
  const stored = collection.create(kept);
  if (stored === undefined) throw taken(backend, type, complete);
  const [shown] = await backend.conversion.fromStorage([stored], type);
  return shown ?? stored;
}

/** What the server sets on a new object, whatever the sender and webhooks have set. */
function completed(backend: Backend, request: ResourceRequest, object: ApiObject): ApiObject {
  const { type, user } = request;
  const strategy = strategyOf(type);
  const named = withName(inNamespace(object, request), strategy);
  const prepared = withStructs(
    prepareForCreate(named, strategy, backend.clock),
    type.custom === undefined ? type.schema : undefined,
  );
  return builtinRules(type)?.prepareCreate?.(prepared, othersOf(backend, type), user) ?? prepared;
}

/** Looks into the store for rules that depend on other objects. */
export function othersOf(backend: Backend, type: ResourceRequest['type']): Others {
  return (name = type.collection) => backend.store.collection(name).snapshot().objects;
}

/** 409 for a name that another object has; it says when that one is about to go. */
function taken(backend: Backend, type: ResourceRequest['type'], object: ApiObject): StatusError {
  const error = alreadyExists(type, object.metadata.name ?? '');
  const other = backend.store.collection(type.collection).get(keyOf(object));
  if (other?.metadata.deletionTimestamp === undefined) return error;
  return new StatusError(409, 'AlreadyExists', `object is being deleted: ${error.message}`, error.status.details);
}

/** The object with its managers. Fields that the server drops have none. */
function tracked(backend: Backend, request: ResourceRequest, options: WriteOptions, object: ApiObject): ApiObject {
  const { type } = request;
  const kept = prepareForCreate(object, strategyOf(type), backend.clock);
  const { managedFields } = trackUpdate(emptyObject(type), kept, type.schema, {
    manager: options.fieldManager,
    apiVersion: apiVersionOf(type),
    subresource: '',
    resets: resetFields(type, ''),
    time: timestamp(backend.clock),
  }).metadata;
  const { managedFields: _sent, ...metadata } = object.metadata;
  return { ...object, metadata: { ...metadata, ...(managedFields === undefined ? {} : { managedFields }) } };
}

function attemptFor(request: ResourceRequest, options: WriteOptions, object: ApiObject): AdmissionAttempt {
  return {
    operation: 'CREATE',
    type: request.type,
    subresource: '',
    name: object.metadata.name ?? '',
    namespace: request.info.namespace,
    object,
    oldObject: undefined,
    user: request.user,
    isDryRun: options.isDryRun,
    warnings: request.warnings,
    options: {
      kind: 'CreateOptions',
      apiVersion: 'meta.k8s.io/v1',
      ...(options.isDryRun ? { dryRun: ['All'] } : {}),
      fieldManager: request.info.query.get('fieldManager') ?? undefined,
      fieldValidation: request.info.query.get('fieldValidation') ?? undefined,
    },
  };
}
