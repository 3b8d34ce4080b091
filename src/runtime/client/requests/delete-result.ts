/** What a delete sends, and what its answer means. */
import { InvalidCallError, quoted } from '../../object/invalid-call.js';
import { isRecord } from '../../object/json.js';
import type { KindInfo } from '../../object/kind.js';
import type { KubeObject } from '../../object/meta.js';
import { isStatus } from './api-error.js';
import type { ClientDefaults, DeleteOptions, DeleteResult } from '../client.js';
import { stamp } from './projection.js';
import { isDryRun } from './write-options.js';

/** `DeleteOptions` of the API. */
export function deleteBody(options: DeleteOptions, defaults: ClientDefaults): object {
  return {
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    gracePeriodSeconds: checkGracePeriod(options.gracePeriodSeconds),
    preconditions: 'preconditions' in options ? checkPreconditions(options.preconditions) : undefined,
    propagationPolicy: checkPropagation(options.propagation),
    dryRun: isDryRun(options, defaults) ? ['All'] : undefined,
  };
}

/** JSON has no `NaN`: the server would use the default of the kind, which may be to kill at once. */
function checkGracePeriod(seconds: unknown): unknown {
  if (seconds === undefined || (Number.isSafeInteger(seconds) && Number(seconds) >= 0)) return seconds;
  throw new InvalidCallError(`invalid gracePeriodSeconds ${quoted(seconds)}: use a whole number, or omit it`);
}

/** The server treats `null` and `''` as absent: dependents would be deleted that were meant to stay. */
function checkPropagation(policy: unknown): unknown {
  if (policy === undefined || policy === 'Foreground' || policy === 'Background' || policy === 'Orphan') return policy;
  throw new InvalidCallError(`invalid propagation ${quoted(policy)}: use "Foreground", "Background" or "Orphan"`);
}

/** Throws for a precondition that is present but has no value: without it the delete would be unconditional. */
export function checkPreconditions(given: unknown): object {
  if (!isRecord(given) || Object.keys(given).length === 0)
    throw new InvalidCallError(
      `invalid preconditions ${quoted(given)}: set uid or resourceVersion, or omit the option`,
    );
  for (const [name, value] of Object.entries(given)) {
    if ((name === 'uid' || name === 'resourceVersion') && typeof value === 'string' && value !== '') continue;
    throw new InvalidCallError(
      `invalid precondition "${name}": ${quoted(value)} is not a uid or resourceVersion to compare`,
    );
  }
  return given;
}

/** Any success is a success, whatever the body: a Status, the last state of the object, or nothing. */
export function deleteResult<T extends KubeObject>(kind: KindInfo, answer: unknown): DeleteResult<T> {
  if (typeof answer !== 'object' || answer === null) return { state: 'deleted' };
  if (isStatus(answer)) return { state: 'deleted', uid: answer.details?.uid };
  const object = stamp(kind, answer) as T;
  return isTerminating(object) ? { state: 'terminating', object } : { state: 'deleted', uid: object.metadata.uid };
}

function isTerminating(object: KubeObject): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0, finalizers = [] } = object.metadata ?? {};
  if (deletionTimestamp === undefined) return false;
  const { spec } = object as { spec?: { finalizers?: readonly string[] } };
  // Namespaces keep their finalizers in spec.
  return finalizers.length > 0 || deletionGracePeriodSeconds > 0 || (spec?.finalizers?.length ?? 0) > 0;
}
