/** PATCH: JSON patch, merge patch, strategic merge patch and server-side apply. */
import { stringifyExact } from '../../kubernetes/json/stringify-exact.js';
import { objectKey, type ApiObject } from '../storage/api-object.js';
import { badRequest, conflict, notFound, StatusError, unsupportedMediaType } from '../api-status.js';
import { applyConfiguration, missingManager } from '../apply/apply.js';
import { versionProblem } from '../apply/apply-versions.js';
import { applyProblem } from '../apply/apply-check.js';
import type { Backend } from '../backend.js';
import { timestamp } from '../wall-clock.js';
import { decodeMetadata } from '../decode/decode-builtin.js';
import { decodeObject } from '../decode/decode-object.js';
import { parseJson } from '../decode/exact-json.js';
import { emptyObject } from '../builtin/empty-object.js';
import { isObject, type JsonObject, type JsonValue } from '../../kubernetes/json/json-value.js';
import { jsonPatch, mergePatch, parseOperations } from '../patch/json-patch.js';
import { PatchFailure } from '../patch/patch-place.js';
import { parseYamlExact } from '../yaml.js';
import { resetFields } from './kind-strategy.js';
import { createObject, inNamespace } from './resource-create.js';
import { writeOptions, type ResourceRequest, type WriteOptions } from './resource-request.js';
import { apiVersionOf, hasSubresource } from './resource-type.js';
import { changeObject, checkedName, scopeOf, type Written } from './resource-update.js';
import { strategicMerge } from '../patch/strategic-merge.js';

const JSON_PATCH = 'application/json-patch+json';
const MERGE_PATCH = 'application/merge-patch+json';
const STRATEGIC_PATCH = 'application/strategic-merge-patch+json';
/** Server-side apply. */
export const APPLY_PATCH = 'application/apply-patch+yaml';

/** Handles PATCH of an object or one of its subresources. */
export async function patchResource(backend: Backend, request: ResourceRequest): Promise<Written> {
  const contentType = checkPatchType(request);
  const options = writeOptions(request, 'PatchOptions');
  if (contentType === APPLY_PATCH) return applyResource(backend, request, options);
  const patch = parsePatch(request.body);
  const operations = contentType === JSON_PATCH ? parseOperations(patch) : [];
  const object = await changeObject(backend, request, {
    options,
    isApply: false,
    isPatch: true,
    change: (before) => {
      const patched = patchedObject(before, contentType, patch, operations, request);
      return decodePatched(patched, request, options);
    },
  });
  return { object, isCreated: false };
}

/** The type of a patch; throws 415 for one that the kind does not have. */
export function checkPatchType({ contentType: header, type }: ResourceRequest): string {
  const contentType = (header.split(';')[0] ?? '').trim();
  const allowed = [JSON_PATCH, MERGE_PATCH, ...(type.custom === undefined ? [STRATEGIC_PATCH] : []), APPLY_PATCH];
  if (allowed.includes(contentType)) return contentType;
  if (type.custom === undefined) throw new StatusError(415, 'UnsupportedMediaType', '415: Unsupported Media Type', {});
  throw unsupportedMediaType(
    `the body of the request was in an unknown format - accepted media types include: ${allowed.join(', ')}`,
  );
}

function parsePatch(body: string): JsonValue {
  try {
    return parseJson(body);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw badRequest('invalid JSON patch');
  }
}

function patchedObject(
  before: ApiObject,
  contentType: string,
  patch: JsonValue,
  operations: ReturnType<typeof parseOperations>,
  { type }: ResourceRequest,
): JsonValue {
  if (contentType === MERGE_PATCH) return mergePatch(before, patch);
  if (contentType === STRATEGIC_PATCH) return strategicMerge(before, asObject(patch), type.schema);
  try {
    return jsonPatch(before, operations);
  } catch (error) {
    if (!(error instanceof PatchFailure)) throw error;
    throw new StatusError(422, 'Invalid', 'the server rejected our request due to an error in our request', {});
  }
}

function asObject(value: JsonValue): JsonObject {
  if (isObject(value)) return value;
  throw badRequest('invalid patch: an object is expected');
}

function decodePatched(patched: JsonValue, request: ResourceRequest, options: WriteOptions): ApiObject {
  const { type, info } = request;
  const warnings: string[] = [];
  const object = decodeObject(asObject(patched), type, {
    validation: options.fieldValidation,
    warnings,
    patchResult: stringifyExact(asObject(patched)),
  });
  for (const warning of warnings) if (!request.warnings.includes(warning)) request.warnings.push(warning);
  checkedName(object, info.name);
  return inNamespace(object, request);
}

async function applyResource(backend: Backend, request: ResourceRequest, options: WriteOptions): Promise<Written> {
  const { type, info } = request;
  if ((info.query.get('fieldManager') ?? '') === '') throw missingManager();
  const stored = backend.store.collection(type.collection).get(objectKey(scopeOf(request), info.name));
  if (stored === undefined && info.subresource !== '') throw notFound(type, info.name);
  const config = applyConfig(request);
  const writer = {
    manager: options.fieldManager,
    apiVersion: apiVersionOf(type),
    subresource: info.subresource,
    resets: resetFields(type, info.subresource),
    time: timestamp(backend.clock),
    force: options.force,
  };
  if (stored === undefined) {
    checkCreatable(config, request);
    checkedName(config, info.name);
    const empty = { ...emptyObject(type), apiVersion: config.apiVersion, kind: config.kind, metadata: {} } as ApiObject;
    const created = normalized(applyConfiguration(empty, config, type.schema, writer), type);
    request.authorizeCreate();
    const object = await createObject(backend, request, options, created, true);
    return { object, isCreated: true };
  }
  // Only a new object needs a name of its own; kube-rs leaves it out of a status.
  const named = { ...config, metadata: { ...config.metadata, name: info.name } };
  const object = await changeObject(backend, request, {
    options,
    isApply: true,
    isPatch: true,
    change: async (live) => {
      const result = applyConfiguration(live, named, type.schema, writer);
      const problem = await versionProblem(backend, type, { live, result, applier: writer.manager });
      if (problem !== undefined) throw new StatusError(500, '', problem);
      return normalized(result, type);
    },
  });
  return { object, isCreated: false };
}

function checkCreatable(config: ApiObject, { info, type }: ResourceRequest): void {
  if ((config.metadata.uid ?? '') === '') return;
  const message = `uid mismatch: the provided object specified uid ${config.metadata.uid ?? ''}, and no existing object was found`;
  throw conflict(type, info.name, message);
}

function applyConfig(request: ResourceRequest): ApiObject {
  const { type, info } = request;
  const value = applyBody(request.body);
  const { apiVersion = '', kind = '' } = value;
  if (apiVersion === '' || kind === '') {
    const shown = String(apiVersion).includes('/') ? String(apiVersion) : `/${String(apiVersion)}`;
    throw badRequest(`invalid object type: ${shown}, Kind=${String(kind)}`);
  }
  const metadata = isObject(value['metadata']) ? value['metadata'] : {};
  if (metadata['managedFields'] !== undefined) throw badRequest('metadata.managedFields must be nil');
  const { name, namespace } = { name: text(metadata['name']), namespace: text(metadata['namespace']) };
  if (name !== '' && name !== info.name) {
    throw badRequest(`the name of the object (${name}) does not match the name on the URL (${info.name})`);
  }
  const problem = applyProblem(value, type.schema);
  if (problem !== undefined) {
    const subject = `(${isObject(value['metadata'] ?? {}) ? objectKey(namespace, info.name) : '/'}; ${gvkText(type)})`;
    throw new StatusError(500, '', `failed to create typed patch object ${subject}: ${problem}`);
  }
  // Checked here, merged as it was sent: an empty list is owned although Go would drop it.
  const subject = objectKey(namespace, info.name);
  decodeObject(value, type, { validation: 'Ignore', warnings: [], applied: { subject, gvk: gvkText(type) } });
  if (type.isNamespaced && namespace !== '' && namespace !== info.namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
  const scoped = { ...metadata, name, namespace: type.isNamespaced ? info.namespace : undefined };
  const result = { ...value, metadata: scoped } as ApiObject;
  // Each endpoint applies only the part that it writes.
  if (hasSubresource(type, 'status')) {
    if (info.subresource === '') delete result['status'];
    if (info.subresource === 'status') return statusOnly(result);
  }
  return result;
}

function normalized(object: ApiObject, type: ResourceRequest['type']): ApiObject {
  if (type.custom === undefined) return decodeObject(object, type, { validation: 'Ignore', warnings: [] });
  return { ...object, metadata: decodeMetadata(object.metadata, type) };
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function statusOnly(config: ApiObject): ApiObject {
  const { apiVersion, kind, metadata, status } = config;
  const identity = { name: metadata.name, namespace: metadata.namespace, resourceVersion: metadata.resourceVersion };
  return parseJson(stringifyExact({ apiVersion, kind, metadata: identity, status })) as ApiObject;
}

function gvkText({ group, version, kind }: ResourceRequest['type']): string {
  return `${group}/${version}, Kind=${kind}`;
}

/** The configuration in a body, in JSON or YAML. */
export function applyBody(body: string): JsonObject {
  try {
    const [value = null] = body.trimStart().startsWith('{') ? [parseJson(body)] : parseYamlExact(body, 'body');
    return asObject(value as JsonValue);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw badRequest(`error decoding YAML: ${error.message}`);
  }
}
