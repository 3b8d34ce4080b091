/** Reads and writes `AdmissionReview`, in v1 and in v1beta1, which has the same shape. */
import { parseExact } from '../../../kubernetes/json/parse-exact.js';
import type { GVK } from '../../object/kind.js';
import type { AdmissionOperation, AdmissionRequest, AdmissionResponse, GroupVersionResource } from './admission.js';
import { isRecord } from '../../object/json.js';

/** A review that could be read. */
export interface ReadReview {
  readonly apiVersion: string;
  readonly request: AdmissionRequest;
}

/** Why a review could not be read; `uid` and `apiVersion` are there when they were readable. */
export class ReviewError extends Error {
  override readonly name = 'ReviewError';
  readonly apiVersion: string | undefined;
  readonly uid: string | undefined;

  constructor(message: string, known: { apiVersion?: string; uid?: string; cause?: unknown } = {}) {
    super(message, { cause: known.cause });
    this.apiVersion = known.apiVersion;
    this.uid = known.uid;
  }
}

const apiVersions: readonly string[] = ['admission.k8s.io/v1', 'admission.k8s.io/v1beta1'];
const operations: ReadonlySet<unknown> = new Set(['CREATE', 'UPDATE', 'DELETE', 'CONNECT']);

/** Reads the body of an admission call, or throws a `ReviewError`. */
export function parseAdmissionReview(body: Buffer, contentType: string | undefined): ReadReview {
  if (body.length === 0) throw new ReviewError('request body is empty');
  if (contentType !== 'application/json')
    throw new ReviewError(`contentType=${contentType ?? ''}, expected application/json`);
  const review = parseJson(body);
  if (!isRecord(review) || review['kind'] !== 'AdmissionReview')
    throw new ReviewError('the body is not an AdmissionReview');
  const { apiVersion, request } = review;
  if (typeof apiVersion !== 'string' || !apiVersions.includes(apiVersion))
    throw new ReviewError(`AdmissionReview of ${String(apiVersion)} is not supported, only ${apiVersions.join(', ')}`);
  return { apiVersion, request: readRequest(request, apiVersion) };
}

/** The body that answers a review. */
export function admissionReviewJson(
  response: AdmissionResponse,
  { apiVersion = 'admission.k8s.io/v1', uid = '' }: { apiVersion?: string; uid?: string },
): string {
  return JSON.stringify({ kind: 'AdmissionReview', apiVersion, response: { uid, ...response } });
}

function parseJson(body: Buffer): unknown {
  try {
    return parseExact(body.toString('utf8'));
  } catch (cause) {
    throw new ReviewError('the body is not JSON', { cause });
  }
}

function readRequest(request: unknown, apiVersion: string): AdmissionRequest {
  if (!isRecord(request)) throw new ReviewError('the AdmissionReview has no request', { apiVersion });
  const uid = typeof request['uid'] === 'string' ? request['uid'] : undefined;
  const fail = (message: string): never => {
    throw new ReviewError(message, { apiVersion, uid });
  };
  if (uid === undefined || uid === '') return fail('request.uid is missing');
  const { operation, userInfo } = request;
  const kind = readKind(request['kind']);
  if (!kind) return fail('request.kind is missing');
  if (!isOperation(operation)) return fail(`unknown operation ${JSON.stringify(operation)}`);
  return {
    ...optionalParts(request),
    uid,
    kind,
    resource: readResource(request['resource']) ?? { group: '', version: '', resource: '' },
    operation,
    userInfo: isRecord(userInfo) ? userInfo : {},
  };
}

function optionalParts(request: Record<string, unknown>): Partial<AdmissionRequest> {
  const { name, namespace, subResource, requestSubResource, dryRun, object, oldObject, options } = request;
  return {
    requestKind: readKind(request['requestKind']),
    requestResource: readResource(request['requestResource']),
    ...(typeof requestSubResource === 'string' && requestSubResource !== '' && { requestSubResource }),
    ...(typeof name === 'string' && { name }),
    ...(typeof namespace === 'string' && { namespace }),
    ...(typeof subResource === 'string' && subResource !== '' && { subResource }),
    ...(dryRun === true && { dryRun }),
    // Kubernetes writes null for an absent raw object.
    ...(object !== null && object !== undefined && { object }),
    ...(oldObject !== null && oldObject !== undefined && { oldObject }),
    ...(options !== null && options !== undefined && { options }),
  };
}

function readKind(value: unknown): GVK | undefined {
  if (!isRecord(value) || typeof value['kind'] !== 'string') return undefined;
  return { group: text(value['group']), version: text(value['version']), kind: value['kind'] };
}

function readResource(value: unknown): GroupVersionResource | undefined {
  if (!isRecord(value)) return undefined;
  return { group: text(value['group']), version: text(value['version']), resource: text(value['resource']) };
}

function isOperation(value: unknown): value is AdmissionOperation {
  return operations.has(value);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
