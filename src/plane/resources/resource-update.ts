/** PUT, and the loop that every change of a stored object goes through. */
import { keyOf, objectKey, type ApiObject } from '../storage/api-object.js';
import { invalidValue } from '../../kubernetes/finding.js';
import { badRequest, conflict, invalid, notFound, staleWrite } from '../api-status.js';
import { withComparedManagers } from '../apply/apply-versions.js';
import { sentManagers, trackUpdate } from '../apply/apply.js';
import { updateAttempt, type SeenByAdmission } from '../admission/update-attempt.js';
import type { Backend } from '../backend.js';
import { withUnsetTimes } from '../builtin/status/unset-times.js';
import { builtinRules, type Others } from '../builtin/builtin-rules.js';
import { storedGroup } from '../definitions/event-conversion.js';
import { checkEscalation } from '../access/escalation.js';
import { withOldTimes } from '../change/no-change.js';
import { timestamp } from '../wall-clock.js';
import { decodeObject, parseBody } from '../decode/decode-object.js';
import { jsonEqual } from '../../kubernetes/json/json-value.js';
import { resetFields, strategyOf, type KindStrategy } from './kind-strategy.js';
import { prepareForStatusUpdate, prepareForUpdate, withGeneration } from './object-preparation.js';
import { updateErrors, withDefaults, withoutUnknown } from './object-rules.js';
import { StaleObject } from '../storage/object-store.js';
import { createObject, inNamespace, othersOf } from './resource-create.js';
import { writeOptions, type ResourceRequest, type WriteOptions } from './resource-request.js';
import { warningsOf } from '../builtin/warnings.js';
import { apiVersionOf, isPartOfStatus } from './resource-type.js';
import { checkSize } from './size-limit.js';

const ATTEMPTS = 10;

/** An object, and whether the request made it. */
export interface Written {
  readonly object: ApiObject;
  readonly isCreated: boolean;
}

/** Handles PUT of an object or its status. */
export async function updateResource(backend: Backend, request: ResourceRequest): Promise<Written> {
  const { type, info } = request;
  const options = writeOptions(request, 'UpdateOptions');
  const decoded = inNamespace(
    decodeObject(parseBody(request.body, type.kind), type, {
      validation: options.fieldValidation,
      warnings: request.warnings,
    }),
    request,
  );
  const given = checkedName(decoded, info.name);
  const strategy = strategyOf(type);
  const exists = backend.store.collection(type.collection).get(objectKey(scopeOf(request), info.name)) !== undefined;
  if (!exists && strategy.createsOnUpdate && info.subresource === '') {
    request.authorizeCreate();
    return { object: await createObject(backend, request, options, given), isCreated: true };
  }
  const object = await changeObject(backend, request, { options, isApply: false, change: () => given });
  return { object, isCreated: false };
}

/** The object of a request; throws 400 unless it has the name of the path. */
export function checkedName(object: ApiObject, name: string): ApiObject {
  const given = object.metadata.name ?? '';
  if (given === '') {
    throw badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`);
  }
  if (given !== name) {
    throw badRequest(`the name of the object (${given}) does not match the name on the URL (${name})`);
  }
  return object;
}

/** The namespace that a request's object lives in. */
export function scopeOf({ type, info }: ResourceRequest): string | undefined {
  return type.isNamespaced ? info.namespace : undefined;
}

/** What to do with a stored object. */
export interface Change {
  readonly options: WriteOptions;
  /** Apply settles managedFields itself. */
  readonly isApply: boolean;
  /** A patch conflicts only with what it reads itself. */
  readonly isPatch?: boolean;
  /** How admission sees the object, when it is another kind, such as a Scale. */
  readonly seen?: SeenByAdmission;
  /** Called again with newer state when the object changed meanwhile. */
  change(before: ApiObject): ApiObject | Promise<ApiObject>;
}

/** Reads, changes, checks and stores; retries while others write, unless a version was given. */
export async function changeObject(backend: Backend, request: ResourceRequest, change: Change): Promise<ApiObject> {
  const { type, info } = request;
  const collection = backend.store.collection(type.collection);
  for (let attempt = 1; ; attempt++) {
    const stored = collection.get(objectKey(scopeOf(request), info.name));
    if (stored === undefined) throw notFound(type, info.name);
    const [before = stored] = await backend.conversion.fromStorage([stored], type);
    const requested = await change.change(before);
    checkVersion(requested, before, request, change);
    const after = await settle(backend, request, change, { before, requested });
    // A custom object may be stored in another form than it is shown in; only the stored one counts.
    if (type.custom === undefined && jsonEqual(after, before)) return before;
    if (change.options.isDryRun) return after;
    try {
      return await storeChange(backend, request, { stored, after });
    } catch (error) {
      if (!(error instanceof StaleObject)) throw error;
      const isConditional = (requested.metadata.resourceVersion ?? '') !== '' && !change.isPatch;
      if (isConditional || attempt >= ATTEMPTS) throw staleWrite(type, info.name);
    }
  }
}

function checkVersion(requested: ApiObject, before: ApiObject, request: ResourceRequest, change: Change): void {
  const { type, info } = request;
  const { uid, resourceVersion = '' } = requested.metadata;
  if (uid !== undefined && uid !== '' && uid !== before.metadata.uid) {
    if (change.isPatch === true)
      throw invalid(type, info.name, [invalidValue('metadata.uid', uid, 'field is immutable')]);
    const key = `/registry/${type.group === '' || type.custom === undefined ? '' : `${type.group}/`}${type.plural}/${keyOf(before)}`;
    throw conflict(
      type,
      info.name,
      `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: ${uid}, UID in object meta: ${before.metadata.uid ?? ''}`,
    );
  }
  if (resourceVersion === '' || resourceVersion === '0') {
    // A patch starts with the version that is stored; only one that removes it gets here.
    if (change.isApply || strategyOf(type).allowsUnconditionalUpdate) return;
    const finding = {
      reason: 'FieldValueInvalid',
      field: 'metadata.resourceVersion',
      message: 'Invalid value: 0: must be specified for an update',
    };
    throw invalid({ group: type.group, kind: type.plural }, info.name, [finding]);
  }
  if (resourceVersion !== before.metadata.resourceVersion) throw staleWrite(type, info.name);
}

interface States {
  readonly before: ApiObject;
  readonly requested: ApiObject;
}

async function settle(
  backend: Backend,
  request: ResourceRequest,
  change: Change,
  { before, requested }: States,
): Promise<ApiObject> {
  const { type, info } = request;
  const strategy = strategyOf(type);
  const others = othersOf(backend, type);
  const normalize = (object: ApiObject): ApiObject =>
    prepared(request, strategy, { object, before, others, now: timestamp(backend.clock) });
  let after = normalize(requested);
  if (!change.isApply) {
    const tracked = trackUpdate(before, after, type.schema, {
      manager: change.options.fieldManager,
      apiVersion: apiVersionOf(type),
      subresource: info.subresource,
      resets: resetFields(type, info.subresource),
      // Scaling is tracked without a time.
      ...(info.subresource === 'scale' ? {} : { time: timestamp(backend.clock) }),
    });
    const sentBefore = { ...before, metadata: { ...before.metadata, managedFields: sentManagers(requested, before) } };
    after = await withComparedManagers(backend, type, sentBefore, tracked);
  }
  after = withVersion(after, before);
  const sent = withManagersOf(after, withDefaults(requested, type));
  const attempt = updateAttempt(request, change, { before, requested: sent });
  const mutated = await backend.admission.mutate(attempt);
  if (mutated !== undefined && mutated !== attempt.object) {
    const changed = change.seen === undefined ? mutated : change.seen.into(sent, mutated);
    // The status subresource takes nothing but the version from metadata.
    const uid = isPartOfStatus(info.subresource) ? before.metadata.uid : changed.metadata.uid;
    const identity = { ...changed, metadata: { ...changed.metadata, uid } };
    checkVersion(identity, before, request, { ...change, isPatch: true, isApply: true });
    after = withVersion(normalize(inNamespace(changed, request)), before);
  }
  checkEscalation(backend.authorizer(), request, after, before);
  const errors = await updateErrors(after, before, {
    type,
    strategy,
    subresource: info.subresource,
    isDryRun: change.options.isDryRun,
  });
  if (errors.length > 0) throw invalid({ group: storedGroup(type), kind: type.kind }, info.name, errors);
  await backend.admission.validate({ ...attempt, object: change.seen?.from(after) ?? after });
  const clashes = change.options.isDryRun ? [] : (builtinRules(type)?.taken?.(after, others) ?? []);
  if (clashes.length > 0) throw invalid(type, info.name, clashes);
  if (!isPartOfStatus(info.subresource)) request.warnings.push(...warningsOf(type, after, before));
  return withOldTimes(mutated === attempt.object ? after : withoutUnknown(after, type), before);
}

interface Normalized {
  readonly object: ApiObject;
  readonly before: ApiObject;
  readonly others: Others;
  readonly now: string;
}

function prepared(request: ResourceRequest, strategy: KindStrategy, states: Normalized): ApiObject {
  const { type, info } = request;
  const { object, before, others, now } = states;
  if (isPartOfStatus(info.subresource)) {
    const status = prepareForStatusUpdate(object, before, type.custom !== undefined);
    const write = { subresource: info.subresource, now };
    const completed = builtinRules(type)?.prepareStatus?.(status, before, write) ?? status;
    return withUnsetTimes(withDefaults(completed, type), type);
  }
  const defaulted = withDefaults(object, type);
  const kept = prepareForUpdate(defaulted, before, strategy);
  return withGeneration(builtinRules(type)?.prepareUpdate?.(kept, before, others) ?? kept, before, strategy);
}

/** The object as it was sent, with the managers that the server has found. */
function withManagersOf({ metadata: { managedFields } }: ApiObject, sent: ApiObject): ApiObject {
  const { managedFields: _sent, ...metadata } = sent.metadata;
  return { ...sent, metadata: { ...metadata, ...(managedFields === undefined ? {} : { managedFields }) } };
}

function withVersion(object: ApiObject, before: ApiObject): ApiObject {
  const { resourceVersion } = before.metadata;
  return { ...object, metadata: { ...object.metadata, resourceVersion } };
}

async function storeChange(
  backend: Backend,
  { type, body }: ResourceRequest,
  { stored, after }: { stored: ApiObject; after: ApiObject },
): Promise<ApiObject> {
  const collection = backend.store.collection(type.collection);
  const { deletionTimestamp, deletionGracePeriodSeconds = 0, finalizers = [] } = after.metadata;
  const isGone = deletionTimestamp !== undefined && deletionGracePeriodSeconds === 0 && finalizers.length === 0;
  if (isGone && !hasSpecFinalizers(after)) {
    collection.remove(stored);
    return after;
  }
  // Two forms of one object, such as those of events, may be stored alike.
  const kept = withOldTimes(await backend.conversion.toStorage(after, type), stored);
  checkSize(kept, type, body);
  const written = jsonEqual(kept, stored) ? stored : collection.update(stored, kept);
  const [shown = written] = await backend.conversion.fromStorage([written], type);
  return shown;
}

function hasSpecFinalizers(object: ApiObject): boolean {
  if (object.kind !== 'Namespace' || object.apiVersion !== 'v1') return false;
  const spec = object['spec'];
  const finalizers = typeof spec === 'object' && spec !== null && !Array.isArray(spec) ? spec['finalizers'] : undefined;
  return Array.isArray(finalizers) && finalizers.length > 0;
}
