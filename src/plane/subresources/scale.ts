/** The scale subresource of built-in workloads and of custom resources. */
import { section, type ApiObject } from '../storage/api-object.js';
import { badRequest, methodNotAllowed } from '../api-status.js';
import { DecodeFailure } from '../decode/decode-failure.js';
import { stringifyExact } from '../../kubernetes/json/stringify-exact.js';
import { parseBody } from '../decode/decode-object.js';
import {
  cloneJson,
  getPath,
  isObject,
  setPath,
  type JsonObject,
  type JsonValue,
} from '../../kubernetes/json/json-value.js';
import { jsonPatch, mergePatch, parseOperations } from '../patch/json-patch.js';
import { getResource } from '../resources/resource-read.js';
import { writeOptions, type ResourceRequest } from '../resources/resource-request.js';
import { changeObject } from '../resources/resource-update.js';
import type { SubresourceHandler } from './subresources.js';

interface ScalePaths {
  readonly spec: readonly string[];
  readonly status: readonly string[];
  readonly selector: readonly string[] | undefined;
}

/** Answers GET, PUT and PATCH of scale. */
export const scaleHandler: SubresourceHandler = async (backend, request) => {
  const { method } = request.info;
  if (method === 'GET') return { code: 200, body: scaleOf(await getResource(backend, request), request) };
  if (method !== 'PUT' && method !== 'PATCH') throw methodNotAllowed();
  const options = writeOptions(request, method === 'PUT' ? 'UpdateOptions' : 'PatchOptions');
  const object = await changeObject(backend, request, {
    options,
    isApply: false,
    isPatch: true,
    seen: {
      kind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
      from: (changed) => scaleOf(changed, request) as ApiObject,
      into: (changed, scale) => withReplicas(changed, scale, request),
    },
    change: (before) => withReplicas(before, wantedScale(before, request), request),
  });
  return { code: 200, body: scaleOf(object, request) };
};

function wantedScale(before: ApiObject, request: ResourceRequest): JsonObject {
  if (request.info.method === 'PUT') return parseBody(request.body, 'Scale');
  const current = scaleOf(before, request);
  const patch = JSON.parse(request.body) as JsonValue;
  const isOperations = request.contentType.startsWith('application/json-patch+json');
  const scale = isOperations ? jsonPatch(current, parseOperations(patch)) : mergePatch(current, patch);
  if (!isObject(scale)) throw badRequest('invalid patch: an object is expected');
  return scale;
}

function withReplicas(before: ApiObject, scale: JsonObject, request: ResourceRequest): ApiObject {
  const spec = isObject(scale['spec']) ? scale['spec'] : {};
  const metadata = isObject(scale['metadata']) ? scale['metadata'] : {};
  checkReplicas(scale, spec['replicas'] ?? 0, request);
  const after = cloneJson(before);
  setPath(after, pathsOf(request).spec, spec['replicas'] ?? 0);
  const { resourceVersion } = metadata;
  if (typeof resourceVersion === 'string') after.metadata.resourceVersion = resourceVersion;
  return after;
}

/** Replicas are a number of the type Scale, whatever the schema of the scaled object says. */
function checkReplicas(scale: JsonObject, replicas: JsonValue, { info }: ResourceRequest): void {
  if (Number.isInteger(replicas)) return;
  const given = typeof replicas === 'number' ? `number ${replicas}` : typeWord(replicas);
  const where = 'Go struct field ScaleSpec.spec.replicas of type int32';
  const failure = new DecodeFailure('Scale', 'v1', `json: cannot unmarshal ${given} into ${where}`);
  throw info.method === 'PUT' ? failure.asBadRequest() : failure.asInvalidPatch(stringifyExact(scale));
}

function typeWord(value: JsonValue): string {
  if (typeof value === 'boolean') return 'bool';
  return Array.isArray(value) ? 'array' : typeof value;
}

function pathsOf({ type }: ResourceRequest): ScalePaths {
  const custom = type.custom?.scale;
  const split = (path: string): string[] => path.split('.').filter((part) => part !== '');
  if (custom === undefined) return { spec: ['spec', 'replicas'], status: ['status', 'replicas'], selector: undefined };
  return {
    spec: split(custom.specPath),
    status: split(custom.statusPath),
    selector: custom.selectorPath === undefined ? undefined : split(custom.selectorPath),
  };
}

function scaleOf(object: ApiObject, request: ResourceRequest): JsonObject {
  const paths = pathsOf(request);
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const replicas = getPath(object, paths.spec) ?? 0;
  const selector = paths.selector === undefined ? builtinSelector(object, request) : getPath(object, paths.selector);
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: replicas === 0 ? {} : { replicas },
    status: {
      replicas: getPath(object, paths.status) ?? 0,
      ...(selector === undefined || selector === '' ? {} : { selector }),
    },
  };
}

/** The selector in its text form. */
function builtinSelector(object: ApiObject, { type }: ResourceRequest): JsonValue | undefined {
  if (type.custom !== undefined) return undefined;
  const selector = section(object, 'spec')['selector'];
  const labels = isObject(selector) && isObject(selector['matchLabels']) ? selector['matchLabels'] : {};
  return Object.entries(labels)
    .map(([key, value]) => `${key}=${String(value)}`)
    .sort()
    .join(',');
}
