/** Runs validators. */
import type { Kind } from '../../object/kind.js';
import type { KubeObject } from '../../object/meta.js';
import type { AdmissionContext, AdmissionHandler, AdmissionRequest, Validator, Verdict } from './admission.js';
import { AdmissionObjectError, objectOf } from './admission-object.js';
import { allowed, errored, fromError, fromVerdict } from './admission-response.js';

/** A validator with its options. */
export interface ValidatorEntry<T extends KubeObject> {
  readonly validator: Validator<T>;
  /** Whether updates of objects that are being deleted pass unseen, so that finalizers can always be removed. */
  readonly skipsDeleting: boolean;
}

/** Asks the validators in order; the first denial is the answer. */
export function validatingHandler<T extends KubeObject>(
  kind: Kind<T>,
  entries: readonly ValidatorEntry<T>[],
): AdmissionHandler {
  return async (request, context) => {
    try {
      for (const entry of entries) {
        const verdict = await judge(kind, entry, request, context);
        if (verdict !== undefined) return fromVerdict(verdict, request);
      }
      return allowed();
    } catch (error) {
      if (error instanceof AdmissionObjectError) return errored(400, error.message);
      return fromError(error);
    }
  };
}

async function judge<T extends KubeObject>(
  kind: Kind<T>,
  { validator, skipsDeleting }: ValidatorEntry<T>,
  request: AdmissionRequest,
  context: AdmissionContext,
): Promise<Verdict> {
  switch (request.operation) {
    case 'CREATE':
      return validator.create?.(objectOf(kind, request.object, 'object'), context);
    case 'UPDATE': {
      const object = objectOf(kind, request.object, 'object');
      const old = objectOf(kind, request.oldObject, 'oldObject');
      if (skipsDeleting && object.metadata.deletionTimestamp !== undefined) return undefined;
      return validator.update?.(old, object, context);
    }
    case 'DELETE':
      return validator.delete?.(objectOf(kind, request.oldObject, 'oldObject'), context);
    case 'CONNECT':
      return undefined;
  }
}
