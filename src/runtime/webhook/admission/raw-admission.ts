/** Admission without a kind: for rules about many kinds, for subresources and for answers of any form. */
import type { AdmissionHandler, AdmissionRequest, Verdict } from './admission.js';
import { admissionHook } from './admission-hook.js';
import { allowed, errored, fromError, fromVerdict, patched } from './admission-response.js';
import { AdmissionObjectError } from './admission-object.js';
import { checkHookPath } from '../server/hook-path.js';
import type { WebhookHost } from '../registrar.js';
import type { GVK, KindInfo } from '../../object/kind.js';

/**
 * Answers admission requests on `path` with a function. With `kinds` those of these kinds; without, all that no other
 * handler of the path is for, whatever their kind: the rules of the webhook configuration decide what comes. The body of
 * a subresource is of a kind of its own, such as `Scale` of `autoscaling/v1` for `deployments/scale`.
 * @example
 * ```ts
 * admissionHandler(manager, '/validate-scale', async ({ subResource, object }) => {
 *   const { spec } = object as { spec?: { replicas?: number } };
 *   const isTooMany = subResource === 'scale' && (spec?.replicas ?? 0) > 10;
 *   return isTooMany ? admissionResponse.denied({ deny: 'no more than 10 replicas' }) : admissionResponse.allowed();
 * });
 * ```
 */
export function admissionHandler(
  host: WebhookHost,
  path: string,
  handler: AdmissionHandler,
  options: { readonly kinds?: readonly (KindInfo | GVK)[] } = {},
): void {
  checkHookPath(path);
  const safe: AdmissionHandler = async (request, context) => {
    try {
      return await handler(request, context);
    } catch (error) {
      return error instanceof AdmissionObjectError ? errored(400, error.message) : fromError(error);
    }
  };
  const { kinds } = options;
  if (kinds?.length === 0) throw new Error(`the webhook path ${path} has an empty list of kinds; leave it out for all`);
  for (const kind of kinds ?? [undefined])
    host.webhooks.register(path, admissionHook(safe, kind && 'gvk' in kind ? kind.gvk : kind));
}

const nobody: Pick<AdmissionRequest, 'kind'> = { kind: { group: '', version: '', kind: '' } };

/**
 * Answers for `admissionHandler`.
 * @example
 * ```ts
 * const patch = [{ op: 'add', path: '/metadata/labels', value: { team: 'a' } }] as const;
 * admissionHandler(manager, '/mutate-all', async () => admissionResponse.patched(patch));
 * ```
 */
export const admissionResponse = {
  allowed,
  /** Lets the request pass with changes; `jsonPatch(old, new)` makes them. */
  patched,
  /** Refuses, as the verdict of a validator does; `request` names the object in front of causes. */
  denied: (verdict: Exclude<Verdict, void>, request: Pick<AdmissionRequest, 'name' | 'kind'> = nobody) =>
    fromVerdict(verdict, request),
  /** Refuses because something about the call itself is wrong. */
  errored,
} as const;
