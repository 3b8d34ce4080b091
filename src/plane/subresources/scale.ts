/** The scale subresource of built-in workloads and of custom resources. */
import { section, type ApiObject } from '../storage/api-object.js';
import { internalError, methodNotAllowed } from '../api-status.js';
import { applyConfiguration, missingManager } from '../apply/apply.js';
import {
  cloneJson,
  getPath,
  isObject,
  setPath,
  type JsonObject,
  type JsonValue,
} from '../../kubernetes/json/json-value.js';
import { APPLY_PATCH, applyBody } from '../resources/resource-patch.js';
import { getResource } from '../resources/resource-read.js';
import { writeOptions, type ResourceRequest, type WriteOptions } from '../resources/resource-request.js';
import { changeObject } from '../resources/resource-update.js';
import { selectorText } from '../selectors/selector-text.js';
import { checkScale, checkScaleCanBeApplied, patchedScale, replicasOf, sentScale } from './scale-body.js';
import type { SubresourceHandler } from './subresources.js';

interface ScalePaths {
  readonly spec: readonly string[];
  readonly status: readonly string[];
  readonly selector: readonly string[] | undefined;
}

/** Answers GET, PUT and PATCH of scale. */
export const scaleHandler: SubresourceHandler = async (backend, request) => {
  const { method } = request.info;
  if (method === 'GET') return { code: 200, body: readableScale(await getResource(backend, request), request) };
  if (method !== 'PUT' && method !== 'PATCH') throw methodNotAllowed();
  const isApply = request.contentType.startsWith(APPLY_PATCH);
  const sent = method === 'PUT' ? sentScale(request) : undefined;
  const options = writeOptions(request, method === 'PUT' ? 'UpdateOptions' : 'PatchOptions');
  const object = await changeObject(backend, request, {
    options,
    isApply,
    isPatch: true,
    seen: {
      kind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
      from: (changed) => scaleOf(changed, request) as ApiObject,
      into: (changed, scale) => withReplicas(changed, scale, request),
    },
    change: (before) => {
      if (isApply) return appliedScale(before, request, options);
      const scale = sent ?? patchedScale(scaleOf(before, request), request);
      checkScale(scale, request);
      return withReplicas(before, scale, request);
    },
  });
  return { code: 200, body: scaleOf(object, request) };
};

/** A manager that applies a Scale owns the replicas of the object by this subresource. */
function appliedScale(before: ApiObject, request: ResourceRequest, options: WriteOptions): ApiObject {
  if ((request.info.query.get('fieldManager') ?? '') === '') throw missingManager();
  const scale = applyBody(request.body);
  checkScaleCanBeApplied(request);
  checkScale(scale, request);
  const { apiVersion, kind, metadata } = before;
  const config = { apiVersion, kind, metadata: { name: metadata.name }, spec: { replicas: replicasOf(scale) } };
  const writer = { manager: options.fieldManager, apiVersion, subresource: 'scale', force: options.force };
  return applyConfiguration(before, config, request.type.schema, writer);
}

function withReplicas(before: ApiObject, scale: JsonObject, request: ResourceRequest): ApiObject {
  const metadata = isObject(scale['metadata']) ? scale['metadata'] : {};
  const after = cloneJson(before);
  setPath(after, pathsOf(request).spec, replicasOf(scale));
  const { resourceVersion } = metadata;
  if (typeof resourceVersion === 'string') after.metadata.resourceVersion = resourceVersion;
  return after;
}

/** A Scale for readers: one of a custom resource that does not say how many replicas it wants cannot be read. */
function readableScale(object: ApiObject, request: ResourceRequest): JsonObject {
  const path = request.type.custom?.scale?.specPath;
  if (path !== undefined && getPath(object, pathsOf(request).spec) === undefined) {
    throw internalError(`the spec replicas field ${JSON.stringify(path)} does not exist`);
  }
  return scaleOf(object, request);
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
  return isObject(selector) ? selectorText(selector) : '';
}
