/**
 * ResourceQuota: what a namespace may use in all. As in kube-apiserver, the status of a quota counts: a controller copies
 * the limits there and adds up what is used, admission adds what it lets in.
 */
import { section, type ApiObject } from '../../storage/api-object.js';
import type { AdmissionAttempt, Backend } from '../../backend.js';
import { refused, type AdmissionPlugin } from '../plugin.js';
import { minus, plus, resourceList, storedList, type ResourceList } from '../../builtin/resource-list.js';
import { scopesOf } from './scopes.js';
import { evaluatorOf, ZERO, type Evaluator } from './usage.js';

const QUOTAS = '/resourcequotas';

/** Whether quotas are asked about a write. */
export function isCounted({ type, operation, namespace }: AdmissionAttempt, { store }: Backend): boolean {
  if (operation === 'DELETE' || !type.isNamespaced || namespace === undefined) return false;
  return store.collection(QUOTAS).size > 0;
}

/** The plugin; the last of all, because it books what it lets in. */
export const resourceQuota: AdmissionPlugin = {
  validate: (attempt, { backend }) => {
    const evaluator = evaluatorOf(attempt.type);
    if (evaluator === undefined || attempt.object === undefined || !isHandled(attempt)) return;
    const collection = backend.store.collection(QUOTAS);
    const quotas = collection.snapshot().objects.filter(({ metadata }) => metadata.namespace === attempt.namespace);
    const booked = quotas.flatMap((quota) => booking(attempt, quota, evaluator) ?? []);
    if (attempt.isDryRun) return;
    for (const { quota, used } of booked) {
      collection.update(quota, { ...quota, status: { ...section(quota, 'status'), used: storedList(used) } });
    }
  },
};

/** Whether the operation can change what is used. */
function isHandled({ type, operation, subresource, object, oldObject }: AdmissionAttempt): boolean {
  if (type.group !== '') return subresource === '' && operation === 'CREATE';
  if (type.plural === 'persistentvolumeclaims') return subresource === '' || subresource === 'status';
  if (subresource !== '') return false;
  if (operation === 'CREATE' || type.plural === 'services') return true;
  if (type.plural !== 'pods' || object === undefined || oldObject === undefined) return false;
  const hasDeadline = (pod: ApiObject): boolean => section(pod, 'spec')['activeDeadlineSeconds'] !== undefined;
  return hasDeadline(object) !== hasDeadline(oldObject);
}

interface Booking {
  readonly quota: ApiObject;
  readonly used: ResourceList;
}

/** What a quota has used after the write; undefined when it does not matter. Throws 403 when it is too much. */
function booking(attempt: AdmissionAttempt, quota: ApiObject, evaluator: Evaluator): Booking | undefined {
  const { object, oldObject } = attempt;
  if (object === undefined || !matches(quota, object, evaluator)) return undefined;
  const name = quota.metadata.name ?? '';
  const status = section(quota, 'status');
  const [hard, used] = [resourceList(status['hard']), resourceList(status['used'])];
  const limited = [...hard.keys()].filter((resource) => evaluator.concerns(resource));
  const missing = evaluator.missing?.(limited, object);
  if (missing !== undefined) throw refused(attempt, `failed quota: ${name}: ${missing}`);
  if (limited.some((resource) => !used.has(resource))) {
    throw refused(attempt, `status unknown for quota: ${name}, resources: ${limited.toSorted().join(',')}`);
  }
  const isCountedBefore = oldObject !== undefined && matches(quota, oldObject, evaluator);
  const before: ResourceList = isCountedBefore ? evaluator.usage(oldObject) : new Map();
  const more = [...minus(evaluator.usage(object), before)].filter(([, amount]) => amount.compare(ZERO) > 0);
  if (more.length === 0) return undefined;
  const requested: ResourceList = new Map(more.filter(([resource]) => hard.has(resource)));
  const after = plus(used, requested);
  if (attempt.subresource !== 'status') checkLimits(attempt, name, { hard, used, requested, after });
  return requested.size === 0 ? undefined : { quota, used: after };
}

/** Whether a quota limits something of an object. */
export function matches(quota: ApiObject, object: ApiObject, evaluator: Evaluator): boolean {
  const hard = resourceList(section(quota, 'status')['hard']);
  if (![...hard.keys()].some((resource) => evaluator.concerns(resource))) return false;
  return scopesOf(quota).every((scope) => evaluator.matchesScope(scope, object));
}

type Amounts = Readonly<Record<'hard' | 'used' | 'requested' | 'after', ResourceList>>;

function checkLimits(attempt: AdmissionAttempt, name: string, { hard, used, requested, after }: Amounts): void {
  const exceeded = [...requested.keys()].filter((resource) => {
    const limit = hard.get(resource);
    return limit !== undefined && (after.get(resource)?.compare(limit) ?? 0) > 0;
  });
  if (exceeded.length === 0) return;
  const shown = (list: ResourceList): string =>
    exceeded
      .toSorted()
      .map((resource) => `${resource}=${list.get(resource)?.toString() ?? '0'}`)
      .join(',');
  throw refused(
    attempt,
    `exceeded quota: ${name}, requested: ${shown(requested)}, used: ${shown(used)}, limited: ${shown(hard)}`,
  );
}
