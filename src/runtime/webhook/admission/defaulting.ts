/** Runs defaulters and turns what they changed into a patch. */
import { jsonPatch } from '../../object/json-patch.js';
import { parseExact } from '../../../kubernetes/json/parse-exact.js';
import { stringifyExact } from '../../../kubernetes/json/stringify-exact.js';
import type { Kind } from '../../object/kind.js';
import type { KubeObject } from '../../object/meta.js';
import type { AdmissionHandler, Defaulter } from './admission.js';
import { AdmissionObjectError, objectOf } from './admission-object.js';
import { allowed, errored, fromError, patched } from './admission-response.js';
import { isRecord } from '../../object/json.js';
import { jsonProblem } from '../../object/json-body.js';

/**
 * Answers with the difference between the object as it was sent and as the defaulters left it, so
 * that fields unknown to the type `T` stay. Defaulters run in order on the same draft.
 */
export function defaultingHandler<T extends KubeObject>(
  kind: Kind<T>,
  defaulters: readonly Defaulter<T>[],
): AdmissionHandler {
  return async (request, context) => {
    if (request.operation === 'DELETE' || request.operation === 'CONNECT') return allowed();
    try {
      const raw = objectOf(kind, request.object, 'object');
      const draft = objectOf(kind, jsonCopy(raw), 'object');
      for (const defaulter of defaulters) await defaulter.default(draft, context);
      // A NaN would become null in the patch, and the API server would store it.
      const problem = jsonProblem(draft);
      if (problem !== undefined) return errored(500, `the defaulter set a value that cannot be stored: ${problem}`);
      const result: unknown = jsonCopy(draft);
      if (!isRecord(result)) return errored(500, 'the defaulter left something that is not an object');
      return patched(jsonPatch(raw, result));
    } catch (error) {
      if (error instanceof AdmissionObjectError) return errored(400, error.message);
      return fromError(error);
    }
  };
}

/** A copy by way of JSON text: nothing in it is `undefined`. */
function jsonCopy(value: object): unknown {
  return parseExact(stringifyExact(value));
}
