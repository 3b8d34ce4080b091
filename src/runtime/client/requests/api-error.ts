/** Answers of the API server that are not success. */
import { ConnectionError } from '../connection/connection-error.js';
import { missingMarkerHint } from './missing-marker.js';
import { waitSeconds } from './retry-after.js';

/** One reason why an object was refused, usually with the field's path. */
export interface StatusCause {
  readonly reason?: string;
  readonly message?: string;
  readonly field?: string;
}

/** `Status` of the Kubernetes API. */
export interface Status {
  readonly kind?: 'Status';
  readonly apiVersion?: string;
  readonly status?: string;
  readonly message?: string;
  readonly reason?: string;
  readonly code?: number;
  readonly details?: {
    readonly name?: string;
    readonly group?: string;
    readonly kind?: string;
    readonly uid?: string;
    readonly causes?: readonly StatusCause[];
    readonly retryAfterSeconds?: number;
  };
}

/**
 * The API server said no. `is` tells which kind of no.
 * @example
 * ```ts
 * const twice = new Guestbook({ metadata: key, spec: {} });
 * const error: unknown = await client.create(twice).catch((reason: unknown) => reason);
 * if (error instanceof ApiError) console.log(error.code, error.reason); // 409 AlreadyExists
 * ```
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status. */
  readonly code: number;
  /** `NotFound`, `Conflict`, …; empty when the server gave none. */
  readonly reason: string;
  readonly status: Status;
  readonly retryAfterSeconds: number | undefined;
  constructor(status: Status, details: { code?: number; retryAfterSeconds?: number; cause?: unknown } = {}) {
    const code = status.code ?? details.code ?? 500;
    super(status.message ?? `the API server answered ${code}`, { cause: details.cause });
    this.code = code;
    this.reason = status.reason ?? '';
    this.status = status;
    this.retryAfterSeconds = waitSeconds(details.retryAfterSeconds, status.details?.retryAfterSeconds);
  }
}

/** What the body of a failed response says, whatever it is: a Status, other JSON, or text of a proxy. */
export function apiErrorFrom(
  body: string,
  response: { status: number; retryAfterSeconds?: number; request: string; hint?: string },
): ApiError {
  const status = parseStatus(body);
  const { status: code, retryAfterSeconds, request } = response;
  const given = response.hint ?? (code === 403 ? missingMarkerHint(status?.message ?? '') : undefined);
  const hint = given === undefined ? '' : ` (${given})`;
  if (status) {
    const message = `${status.message ?? `${request} was answered with ${code}`}${hint}`;
    return new ApiError({ code, ...status, message }, { code, retryAfterSeconds });
  }
  const excerpt = body.trim().slice(0, 200);
  const message = `${request} was answered with ${code}${excerpt === '' ? '' : `: ${excerpt}`}${hint}`;
  return new ApiError({ code, message, reason: reasonsByCode[code] ?? '' }, { code, retryAfterSeconds });
}

/** Reads a `Status`; undefined when the text is none. */
export function parseStatus(body: string): Status | undefined {
  if (!body.trimStart().startsWith('{')) return undefined;
  try {
    const parsed: unknown = JSON.parse(body);
    return isStatus(parsed) ? parsed : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** True for a `Status` object. */
export function isStatus(value: unknown): value is Status {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'Status';
}

/** The kind asked for is unknown to the API server: its CRD is not installed, or the version is not served. */
export class NoKindMatchError extends Error {
  override readonly name = 'NoKindMatchError';
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  constructor(gvk: { group: string; version: string; kind: string }, server: string) {
    const apiVersion = gvk.group === '' ? gvk.version : `${gvk.group}/${gvk.version}`;
    super(
      `${server} does not know kind ${gvk.kind} of ${apiVersion}; if it is a custom resource, install its CRD first`,
    );
    this.group = gvk.group;
    this.version = gvk.version;
    this.kind = gvk.kind;
  }
}

/** The object is there, but its kind has no such subresource. */
export class NoSubresourceError extends Error {
  override readonly name = 'NoSubresourceError';
  readonly kind: string;
  readonly subresource: string;
  constructor(kind: string, subresource: string) {
    const remedy = ['status', 'scale'].includes(subresource)
      ? `; for a custom resource, add the marker +kubebuilder:subresource:${subresource} and install its CRD again`
      : '';
    super(`${kind} has no subresource "${subresource}"${remedy}`);
    this.kind = kind;
    this.subresource = subresource;
  }
}

/**
 * Tells errors apart. All of these look through `cause` and `AggregateError`, so a wrapped error is
 * still recognised. A reason counts; the HTTP code counts only when the reason is unknown to us.
 * @example
 * ```ts
 * const error: unknown = await client.get(Guestbook, { ...key, name: 'none' }).catch((reason: unknown) => reason);
 * console.log(is.notFound(error), is.conflict(error)); // true false
 * ```
 */
export const is = {
  notFound: byReason('NotFound', 404),
  alreadyExists: byReason('AlreadyExists'),
  conflict: byReason('Conflict', 409),
  invalid: byReason('Invalid', 422),
  gone: byReason('Gone', 410),
  expired: byReason('Expired'),
  forbidden: byReason('Forbidden', 403),
  unauthorized: byReason('Unauthorized', 401),
  badRequest: byReason('BadRequest', 400),
  methodNotAllowed: byReason('MethodNotAllowed', 405),
  notAcceptable: byReason('NotAcceptable', 406),
  unsupportedMediaType: byReason('UnsupportedMediaType', 415),
  timeout: byReason('Timeout', 504),
  serverTimeout: byReason('ServerTimeout'),
  internal: byReason('InternalError', 500),
  serviceUnavailable: byReason('ServiceUnavailable', 503),
  tooManyRequests: (error: unknown): error is ApiError =>
    some(error, (found) => found instanceof ApiError && (found.reason === 'TooManyRequests' || found.code === 429)),
  tooLarge: (error: unknown): error is ApiError =>
    some(
      error,
      (found) => found instanceof ApiError && (found.reason === 'RequestEntityTooLarge' || found.code === 413),
    ),
  /** The kind is not known to the API server. */
  noMatch: (error: unknown): error is NoKindMatchError => some(error, (found) => found instanceof NoKindMatchError),
  /** No response came. */
  connection: (error: unknown): error is ConnectionError => some(error, (found) => found instanceof ConnectionError),
  /** The server asks to wait before trying again. */
  suggestsDelay: (error: unknown): error is ApiError =>
    some(
      error,
      (found) => found instanceof ApiError && (found.reason === 'ServerTimeout' || (found.retryAfterSeconds ?? 0) > 0),
    ),
} as const;

/**
 * Resolves to `undefined` in place of rejecting with not found.
 * @example
 * ```ts
 * const missing = await ignoreNotFound(client.get(Guestbook, { ...key, name: 'none' }));
 * console.log(missing); // undefined
 * ```
 */
export async function ignoreNotFound<T>(promise: Promise<T>): Promise<T | undefined> {
  return promise.catch((error: unknown) => {
    if (is.notFound(error)) return undefined;
    throw error;
  });
}

/**
 * Resolves to `undefined` in place of rejecting with already exists.
 * @example
 * ```ts
 * const again = await ignoreAlreadyExists(client.create(new Guestbook({ metadata: key, spec: {} })));
 * console.log(again); // undefined
 * ```
 */
export async function ignoreAlreadyExists<T>(promise: Promise<T>): Promise<T | undefined> {
  return promise.catch((error: unknown) => {
    if (is.alreadyExists(error)) return undefined;
    throw error;
  });
}

/** The first `ApiError` inside an error and its causes. */
export function findApiError(error: unknown): ApiError | undefined {
  let result: ApiError | undefined;
  some(error, (found) => {
    if (found instanceof ApiError) result = found;
    return result !== undefined;
  });
  return result;
}

function byReason(reason: string, code?: number) {
  return (error: unknown): error is ApiError =>
    some(error, (found) => {
      if (!(found instanceof ApiError)) return false;
      if (found.reason === reason) return true;
      return code !== undefined && found.code === code && !knownReasons.has(found.reason);
    });
}

function some(error: unknown, test: (found: unknown) => boolean, depth = 0): boolean {
  if (test(error)) return true;
  if (depth > 16 || !(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.some((inner) => some(inner, test, depth + 1))) return true;
  return error.cause !== undefined && some(error.cause, test, depth + 1);
}

const reasonsByCode: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  406: 'NotAcceptable',
  409: 'Conflict',
  410: 'Gone',
  413: 'RequestEntityTooLarge',
  415: 'UnsupportedMediaType',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
};

const knownReasons = new Set([
  ...Object.values(reasonsByCode),
  'AlreadyExists',
  'Expired',
  'ServerTimeout',
  'StoreReadError',
]);
