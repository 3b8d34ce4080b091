/** POST of a new object, and creation by PUT or apply. */
import { keyOf, type ApiObject } from '../storage/api-object.js';
import { alreadyExists, badRequest, invalid, StatusError } from '../api-status.js';
import { trackUpdate } from '../apply/apply.js';
import type { AdmissionAttempt, Backend } from '../backend.js';
import { builtinRules, type Others } from '../builtin/builtin-rules.js';
import { timestamp } from '../wall-clock.js';
import { decodeObject, parseBody } from '../decode/decode-object.js';
import { emptyObject } from '../builtin/empty-object.js';
import { resetFields, strategyOf } from './kind-strategy.js';
import { checkNamespaceForCreate } from './namespace-lifecycle.js';
import { prepareForCreate, withName } from './object-preparation.js';
import { createErrors, withDefaults } from './object-rules.js';
import { refuseMutatingPolicies } from '../policy/mutating-policies.js';
import { writeOptions, type ResourceRequest, type WriteOptions } from './resource-request.js';
import { apiVersionOf } from './resource-type.js';

/** Handles POST to a collection. */
export async function createResource(backend: Backend, request: ResourceRequest): Promise<ApiObject> {
  const options = writeOptions(request, 'CreateOptions');
  const decoded = decodeObject(parseBody(request.body, request.type.kind), request.type, {
    validation: options.fieldValidation,
    warnings: request.warnings,
  });
  const object = withName(inNamespace(decoded, request), strategyOf(request.type));
  // A dry run never gets as far as the store, which is what minds.
  if (!options.isDryRun && object.metadata.resourceVersion !== undefined && object.metadata.resourceVersion !== '') {
    throw new StatusError(500, '', 'resourceVersion should not be set on objects to be created');
  }
  const created = await createObject(backend, request, options, object);
  const { resourceVersion } = object.metadata;
  if (!options.isDryRun || resourceVersion === undefined) return created;
  return { ...created, metadata: { ...created.metadata, resourceVersion } };
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
  refuseMutatingPolicies(type);
  checkNamespaceForCreate(backend, request, object);
  let prepared = prepareForCreate(object, strategy, backend.clock);
  prepared = withDefaults(prepared, type);
  if (!isApplied) prepared = tracked(backend, request, options, prepared);
  // What the server itself sets belongs to nobody.
  const collection = backend.store.collection(type.collection);
  prepared = builtinRules(type)?.prepareCreate?.(prepared, othersOf(backend, type), request.user) ?? prepared;

  const attempt = attemptFor(request, options, prepared);
  const mutated = (await backend.admission.mutate(attempt)) ?? prepared;
  const complete = mutated === prepared ? prepared : settled(mutated, type);
  const errors = await createErrors(complete, type, strategy, options.isDryRun);
  if (errors.length > 0)
    throw invalid({ group: type.group, kind: complete.kind }, complete.metadata.name ?? '', errors);
  await backend.admission.validate({ ...attempt, object: complete });

  const name = complete.metadata.name ?? '';
  if (options.isDryRun) {
    if (collection.get(keyOf(complete)) !== undefined) throw alreadyExists(type, name);
    return complete;
  }
  const clashes = builtinRules(type)?.taken?.(complete, othersOf(backend, type)) ?? [];
  if (clashes.length > 0) throw invalid(type, name, clashes);
  const last = builtinRules(type)?.asStored?.(complete) ?? complete;
  const stored = collection.create(await backend.conversion.toStorage(last, type));
  if (stored === undefined) throw taken(type, object, name);
  const [shown] = await backend.conversion.toVersion([stored], type);
  return shown ?? stored;
}

function settled(mutated: ApiObject, type: ResourceRequest['type']): ApiObject {
  const defaulted = withDefaults(mutated, type);
  return builtinRules(type)?.settle?.(defaulted) ?? defaulted;
}

/** Looks into the store for rules that depend on other objects. */
export function othersOf(backend: Backend, type: ResourceRequest['type']): Others {
  return (name = type.collection) => backend.store.collection(name).snapshot().objects;
}

function taken(type: ResourceRequest['type'], object: ApiObject, name: string): StatusError {
  const error = alreadyExists(type, name);
  if (object.metadata.generateName === undefined || object.metadata.generateName === '') return error;
  return new StatusError(409, 'AlreadyExists', error.message, error.status.details);
}

function tracked(backend: Backend, request: ResourceRequest, options: WriteOptions, object: ApiObject): ApiObject {
  const { type } = request;
  return trackUpdate(emptyObject(type), object, type.schema, {
    manager: options.fieldManager,
    apiVersion: apiVersionOf(type),
    subresource: '',
    resets: resetFields(type, ''),
    time: timestamp(backend.clock),
  });
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
