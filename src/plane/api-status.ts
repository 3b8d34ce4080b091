/** Errors as the API server words them: Status objects with reason, details and causes. */
import type { Finding } from '../kubernetes/finding.js';
import type { JsonObject } from '../kubernetes/json/json-value.js';

/** One entry of `details.causes`. */
export type StatusCause = { reason?: string; message?: string; field?: string };

/** `details` of a Status. */
export type StatusDetails = {
  name?: string;
  group?: string;
  kind?: string;
  uid?: string;
  causes?: StatusCause[];
  retryAfterSeconds?: number;
};

/** A `v1.Status`. */
export type Status = {
  kind: 'Status';
  apiVersion: 'v1';
  metadata: JsonObject;
  status: 'Success' | 'Failure';
  message?: string;
  reason?: string;
  details?: StatusDetails;
  code?: number;
};

/** What an error is about. */
export type ResourceName = { readonly group: string; readonly plural: string };

/** A request that failed in a way the client may see. */
export class StatusError extends Error {
  override readonly name = 'StatusError';
  readonly status: Status;
  constructor(code: number, reason: string, message: string, details?: StatusDetails) {
    super(message);
    this.status = {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message,
      ...(reason === '' ? {} : { reason }),
      ...(details === undefined ? {} : { details }),
      code,
    };
  }
}

/** `deployments.apps`, or `pods` for the core group. */
function groupResource({ group, plural }: ResourceName): string {
  return group === '' ? plural : `${plural}.${group}`;
}

function detailsOf(resource: ResourceName, name: string): StatusDetails {
  return {
    ...(name === '' ? {} : { name }),
    ...(resource.group === '' ? {} : { group: resource.group }),
    ...(resource.plural === '' ? {} : { kind: resource.plural }),
  };
}

/** 404 for an object. */
export function notFound(resource: ResourceName, name: string): StatusError {
  const message = `${groupResource(resource)} "${name}" not found`;
  return new StatusError(404, 'NotFound', message, detailsOf(resource, name));
}

/** 409 for an object that exists. */
export function alreadyExists(resource: ResourceName, name: string): StatusError {
  const message = `${groupResource(resource)} "${name}" already exists`;
  return new StatusError(409, 'AlreadyExists', message, detailsOf(resource, name));
}

/** 409 for a write based on old data. */
export function conflict(resource: ResourceName, name: string, why: string): StatusError {
  const message = `Operation cannot be fulfilled on ${groupResource(resource)} "${name}": ${why}`;
  return new StatusError(409, 'Conflict', message, detailsOf(resource, name));
}

/** The usual conflict: the object changed since it was read. */
export function staleWrite(resource: ResourceName, name: string): StatusError {
  return conflict(
    resource,
    name,
    'the object has been modified; please apply your changes to the latest version and try again',
  );
}

/** 403 with the server's wording. */
export function forbidden(resource: ResourceName, name: string, why: string): StatusError {
  const subject = name === '' ? `${groupResource(resource)} is` : `${groupResource(resource)} "${name}" is`;
  return new StatusError(403, 'Forbidden', `${subject} forbidden: ${why}`, detailsOf(resource, name));
}

/** 400. */
export function badRequest(message: string): StatusError {
  return new StatusError(400, 'BadRequest', message);
}

/** 401. */
export function unauthorized(): StatusError {
  return new StatusError(401, 'Unauthorized', 'Unauthorized');
}

/** 405 for an HTTP method that a path does not have. */
export function methodNotAllowed(): StatusError {
  return new StatusError(
    405,
    'MethodNotAllowed',
    'the server does not allow this method on the requested resource',
    {},
  );
}

/** 405 for a verb that a custom resource does not have. */
export function verbNotSupported(resource: ResourceName, verb: string): StatusError {
  const message = `${verb} is not supported on resources of kind "${groupResource(resource)}"`;
  return new StatusError(405, 'MethodNotAllowed', message, detailsOf(resource, ''));
}

/** 404 for a path that no resource serves. */
export function noSuchPath(): StatusError {
  return new StatusError(404, 'NotFound', 'the server could not find the requested resource', {});
}

/** 410 for data that is no longer kept. */
export function expired(message: string): StatusError {
  return new StatusError(410, 'Expired', message);
}

/** 415 for a body that cannot be read. */
export function unsupportedMediaType(message: string): StatusError {
  return new StatusError(415, 'UnsupportedMediaType', message);
}

/** 500. */
export function internalError(message: string, causes?: StatusCause[]): StatusError {
  return new StatusError(500, 'InternalError', `Internal error occurred: ${message}`, {
    causes: causes ?? [{ message }],
  });
}

/** 422 with all findings. */
export function invalid(kind: { group: string; kind: string }, name: string, errors: readonly Finding[]): StatusError {
  const texts = [...new Set(errors.map((error) => `${error.field}: ${error.message}`))];
  const subject = kind.group === '' ? kind.kind : `${kind.kind}.${kind.group}`;
  const list = texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`;
  const message = errors.length === 0 ? `${subject} "${name}" is invalid` : `${subject} "${name}" is invalid: ${list}`;
  return new StatusError(422, 'Invalid', message, {
    ...(name === '' ? {} : { name }),
    ...(kind.group === '' ? {} : { group: kind.group }),
    ...(kind.kind === '' ? {} : { kind: kind.kind }),
    causes: errors.map(({ reason, message: text, field }) => ({ reason, message: text, field })),
  });
}

/** The body of a successful deletion. */
export function deletedStatus(resource: ResourceName, name: string, uid: string | undefined): Status {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Success',
    details: { ...detailsOf(resource, name), ...(uid === undefined ? {} : { uid }) },
  };
}
