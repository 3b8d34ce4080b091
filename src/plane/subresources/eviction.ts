/** Evictions: deletions that disruption budgets may refuse. */
import { section, type ApiObject } from '../storage/api-object.js';
import { internalError, methodNotAllowed, StatusError } from '../api-status.js';
import type { Backend } from '../backend.js';
import { formatTime } from '../wall-clock.js';
import { parseBody } from '../decode/decode-object.js';
import { isObject, type JsonObject, type JsonValue } from '../../kubernetes/json/json-value.js';
import { matchesLabels, selectorOf } from '../selectors/label-selector.js';
import { deleteObject } from '../resources/resource-delete.js';
import { podOf, SUCCESS } from './pod-subresources.js';
import type { SubresourceHandler } from './subresources.js';

const BUDGETS = 'policy/poddisruptionbudgets';

/** Evicts a pod, unless a disruption budget forbids it. */
export const evictionHandler: SubresourceHandler = async (backend, request) => {
  if (request.info.method !== 'POST') throw methodNotAllowed();
  const pod = podOf(backend, request);
  const { deleteOptions } = parseBody(request.body, 'Eviction');
  const options = isObject(deleteOptions) ? deleteOptions : {};
  const { gracePeriodSeconds: grace, dryRun, preconditions } = options;
  const isDryRun = request.info.query.has('dryRun') || (Array.isArray(dryRun) && dryRun.includes('All'));
  const budget = isCounted(pod) ? budgetOf(backend, pod) : undefined;
  if (budget !== undefined && !isUnhealthyAndFree(pod, budget)) spend(backend, pod, budget, isDryRun);
  await deleteObject(backend, request, request.info.name, {
    preconditions: isObject(preconditions) ? preconditions : {},
    isDryRun,
    isAdmitted: true,
    ...(typeof grace === 'number' ? { gracePeriodSeconds: grace } : {}),
  });
  return { code: 201, body: SUCCESS };
};

/** Pods that do not run, or end already, are not protected. */
function isCounted(pod: ApiObject): boolean {
  const phase = section(pod, 'status')['phase'];
  return pod.metadata.deletionTimestamp === undefined && !['Succeeded', 'Failed', 'Pending'].includes(String(phase));
}

function budgetOf({ store }: Backend, pod: ApiObject): ApiObject | undefined {
  const matching = store
    .collection(BUDGETS)
    .snapshot()
    .objects.filter((budget) => {
      const { selector } = section(budget, 'spec');
      const isHere = budget.metadata.namespace === pod.metadata.namespace;
      return isHere && isObject(selector) && matchesLabels(selectorOf(selector), pod.metadata.labels);
    });
  if (matching.length > 1)
    throw new StatusError(
      500,
      '',
      'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
    );
  return matching[0];
}

const count = (status: JsonObject, name: string): number => Number(status[name] ?? 0);

/** Pods that are not ready may go when the budget says so, or when enough others are healthy. */
function isUnhealthyAndFree(pod: ApiObject, budget: ApiObject): boolean {
  const conditions: JsonValue = section(pod, 'status')['conditions'] ?? [];
  const isReady =
    Array.isArray(conditions) &&
    conditions.some((item) => isObject(item) && item['type'] === 'Ready' && item['status'] === 'True');
  if (isReady) return false;
  if (section(budget, 'spec')['unhealthyPodEvictionPolicy'] === 'AlwaysAllow') return true;
  const status = section(budget, 'status');
  const desired = count(status, 'desiredHealthy');
  return desired > 0 && count(status, 'currentHealthy') >= desired;
}

function spend({ store, clock }: Backend, pod: ApiObject, budget: ApiObject, isDryRun: boolean): void {
  const status = section(budget, 'status');
  const name = budget.metadata.name ?? '';
  if (count(status, 'observedGeneration') < (budget.metadata.generation ?? 0)) {
    throw tooMany(`The disruption budget ${name} is still being processed by the server.`, 10);
  }
  const allowed = count(status, 'disruptionsAllowed');
  if (allowed < 0) throw internalError('pdb disruptions allowed is negative');
  if (allowed === 0) {
    const [desired, current] = [count(status, 'desiredHealthy'), count(status, 'currentHealthy')];
    throw tooMany(`The disruption budget ${name} needs ${desired} healthy pods and has ${current} currently`);
  }
  if (isDryRun) return;
  const disrupted = isObject(status['disruptedPods']) ? status['disruptedPods'] : {};
  const disruptedPods = { ...disrupted, [pod.metadata.name ?? '']: formatTime(clock.now()) };
  store.collection(BUDGETS).update(budget, {
    ...budget,
    status: {
      ...status,
      ...(allowed === 1 && { conditions: [exhausted(budget, formatTime(clock.now()))] }),
      disruptionsAllowed: allowed - 1,
      disruptedPods,
    },
  });
}

/** The condition of a budget that allows no further disruption. */
function exhausted({ metadata }: ApiObject, lastTransitionTime: string): JsonObject {
  const about = { observedGeneration: metadata.generation ?? 0, lastTransitionTime };
  return { type: 'DisruptionAllowed', status: 'False', reason: 'InsufficientPods', message: '', ...about };
}

function tooMany(why: string, retryAfterSeconds?: number): StatusError {
  return new StatusError(429, 'TooManyRequests', "Cannot evict pod as it would violate the pod's disruption budget.", {
    causes: [{ reason: 'DisruptionBudget', message: why }],
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}
