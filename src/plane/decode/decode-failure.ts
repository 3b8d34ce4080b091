/** A body that cannot be read as its kind: 400 when sent, 422 when a patch made it so. */
import { badRequest, StatusError } from '../api-status.js';

/** Why a value is not of the kind. */
export class DecodeFailure extends Error {
  override readonly name = 'DecodeFailure';
  readonly kind: string;
  readonly version: string;
  constructor(kind: string, version: string, why: string) {
    super(why);
    this.kind = kind;
    this.version = version;
  }

  /** The answer to a body that was sent. */
  asBadRequest(): StatusError {
    const { kind, version, message } = this;
    return badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${message}`);
  }

  /** The answer to an apply: Go merges first, and reads times and quantities of the result. */
  asFailedConversion(subject: string, gvk: string): StatusError {
    const why = `unable to convert unstructured object to ${gvk}: ${this.message}`;
    return new StatusError(500, '', `failed to convert new object (${subject}; ${gvk}) to proper version: ${why}`);
  }

  /** The answer to a patch whose result is this text. */
  asInvalidPatch(result: string): StatusError {
    const finding = `Invalid value: ${JSON.stringify(result)}: ${this.message}`;
    return new StatusError(422, 'Invalid', ` "" is invalid: patch: ${finding}`, {
      causes: [{ reason: 'FieldValueInvalid', message: finding, field: 'patch' }],
    });
  }
}
