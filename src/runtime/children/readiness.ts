/** Whether an object has reached the state that its spec asks for, by the rules of kstatus. */
import { parseApiVersion } from '../../kubernetes/version/api-version.js';
import type { AnyObject } from '../object/readonly.js';
import { type Fields, kindRules, type Readiness, ready, unready } from './kind-readiness.js';

/**
 * True when an object exists and has reached the state that its spec asks for, by the rules of kstatus (which `kubectl` plugins
 * and GitOps tools share). A kind without rules is ready unless its conditions say otherwise.
 * @example
 * ```ts
 * const map = await client.create(new ConfigMap({ metadata: { namespace: 'default', name: 'ready' } }));
 * console.log(isReady(map), isReady(undefined)); // true false
 * ```
 */
export function isReady(object: AnyObject | undefined): boolean {
  return object !== undefined && readinessOf(object).isReady;
}

/** The same with the reason, in words. */
export function readinessOf(object: AnyObject): Readiness {
  const { metadata } = object;
  if (metadata.deletionTimestamp !== undefined) return unready('it is being deleted');
  const { spec = {}, status = {} } = object as { readonly spec?: Fields; readonly status?: Fields };
  const observed = status['observedGeneration'];
  if (observed !== undefined && metadata.generation !== undefined && Number(observed) !== Number(metadata.generation))
    return unready(`generation ${Number(metadata.generation)} has not been observed yet`);
  if (isTrue(status, 'Reconciling')) return unready(messageOf(status, 'Reconciling', 'it is being reconciled'));
  if (isTrue(status, 'Stalled')) return unready(messageOf(status, 'Stalled', 'it is stalled'));
  const rule = kindRules[`${parseApiVersion(object.apiVersion).group}/${object.kind}`];
  return rule
    ? rule({ hasGeneration: metadata.generation !== undefined, spec, status, conditions: conditionsOf(status) })
    : byReadyCondition(status);
}

function byReadyCondition(status: Fields): Readiness {
  const found = conditionsOf(status).find(({ type }) => type === 'Ready');
  if (!found || found.status === 'True') return ready;
  return unready(found.message || 'its condition Ready is not True');
}

interface Found {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

function conditionsOf(status: Fields): readonly Found[] {
  const { conditions } = status;
  return Array.isArray(conditions) ? (conditions as readonly Found[]) : [];
}

function isTrue(status: Fields, type: string): boolean {
  return conditionsOf(status).some((one) => one.type === type && one.status === 'True');
}

function messageOf(status: Fields, type: string, otherwise: string): string {
  return conditionsOf(status).find((one) => one.type === type)?.message || otherwise;
}
