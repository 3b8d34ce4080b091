/** What a write of scale asks for: a Scale, whatever the scaled object is. */
import { badRequest, invalid, StatusError } from '../api-status.js';
import { DecodeFailure } from '../decode/decode-failure.js';
import { parseBody } from '../decode/decode-object.js';
import { stringifyExact } from '../../kubernetes/json/stringify-exact.js';
import { invalidValue } from '../../kubernetes/finding.js';
import { isObject, type JsonObject, type JsonValue } from '../../kubernetes/json/json-value.js';
import { jsonPatch, mergePatch, parseOperations } from '../patch/json-patch.js';
import { checkPatchType } from '../resources/resource-patch.js';
import type { ResourceRequest } from '../resources/resource-request.js';
import { checkedName } from '../resources/resource-update.js';
import type { ApiObject } from '../storage/api-object.js';

/** The Scale in the body of a PUT; throws 400. */
export function sentScale(request: ResourceRequest): JsonObject {
  const scale = parseBody(request.body, 'Scale');
  checkKind(scale);
  checkReplicas(scale, request);
  const metadata = isObject(scale['metadata']) ? scale['metadata'] : {};
  checkedName({ ...scale, metadata } as unknown as ApiObject, request.info.name);
  return scale;
}

function checkKind({ kind = 'Scale', apiVersion = 'autoscaling/v1' }: JsonObject): void {
  if (kind === 'Scale' || kind === '') return;
  const known = `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)}`;
  throw badRequest(
    `${String(kind)} in version "v1" cannot be handled as a Scale: ${known} in scheme "pkg/runtime/scheme.go:111"`,
  );
}

/** The current Scale after a patch. */
export function patchedScale(current: JsonObject, request: ResourceRequest): JsonObject {
  const type = checkPatchType(request);
  const patch = JSON.parse(request.body) as JsonValue;
  const scale =
    type === 'application/json-patch+json' ? jsonPatch(current, parseOperations(patch)) : mergePatch(current, patch);
  if (!isObject(scale)) throw badRequest('invalid patch: an object is expected');
  checkReplicas(scale, request);
  return scale;
}

/** The replicas of a Scale; none means 0. */
export function replicasOf({ spec }: JsonObject): JsonValue {
  return isObject(spec) ? (spec['replicas'] ?? 0) : 0;
}

/** Replicas are a number of the type Scale, whatever the schema of the scaled object says. */
function checkReplicas(scale: JsonObject, { info, type }: ResourceRequest): void {
  const replicas = replicasOf(scale);
  if (Number.isInteger(replicas)) return;
  if (info.method === 'PUT' && type.custom !== undefined) {
    throw badRequest('no kind is registered for the type v1.Scale in scheme "pkg/runtime/scheme.go:111"');
  }
  const given = typeof replicas === 'number' ? `number ${replicas}` : typeWord(replicas);
  const where = 'Go struct field ScaleSpec.spec.replicas of type int32';
  const failure = new DecodeFailure('Scale', 'v1', `json: cannot unmarshal ${given} into ${where}`);
  throw info.method === 'PUT' ? failure.asBadRequest() : failure.asInvalidPatch(stringifyExact(scale));
}

function typeWord(value: JsonValue): string {
  if (typeof value === 'boolean') return 'bool';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Workloads check a Scale before they are scaled; the schemas of custom resources check the result. */
export function checkScale(scale: JsonObject, { info, type }: ResourceRequest): void {
  const replicas = replicasOf(scale);
  if (type.custom !== undefined || typeof replicas !== 'number' || replicas >= 0) return;
  const finding = invalidValue('spec.replicas', replicas, 'must be greater than or equal to 0');
  throw invalid({ group: 'autoscaling', kind: 'Scale' }, info.name, [finding]);
}

/** Custom resources cannot be scaled by apply: the API server cannot convert a Scale to their group. */
export function checkScaleCanBeApplied({ info, type }: ResourceRequest): void {
  if (type.custom === undefined) return;
  const subject = `(${info.namespace === undefined ? '' : info.namespace}/${info.name}; autoscaling/v1, Kind=Scale)`;
  const why = 'request to convert CR to an invalid group/version: autoscaling/v1';
  throw new StatusError(500, '', `failed to convert new object ${subject} to proper version: ${why}`);
}
