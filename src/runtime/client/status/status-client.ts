/** `client.status`: writes of a status, on top of the plain subresource. */
import { createHash } from 'node:crypto';
import { type ConditionInput, conditions } from '../../object/conditions.js';
import type { Condition, KubeObject } from '../../object/meta.js';
import { lacksStatus, refusePartial } from '../../object/partial.js';
import type { DeepReadonly } from '../../object/readonly.js';
import type { SubresourceClient } from '../client.js';
import type { WriteOptions } from '../requests/call-options.js';
import { refuseAtomicConditions } from './condition-owners.js';
import type { StatusClient } from './status-contract.js';

/** What the API server accepts. */
const LONGEST_FIELD_MANAGER = 128;

type AnyObject = DeepReadonly<KubeObject & { status?: { conditions?: Condition[] } }>;

/** Adds the calls that know what a status is. `inner` sends; `fieldManagerOf` says in whose name. */
export function statusClient(
  inner: SubresourceClient,
  fieldManagerOf: (options: WriteOptions) => string,
): StatusClient {
  return {
    get: (target, options) => inner.get(target, options),
    update: (target, body, options) => inner.update(target, body, options),
    patch: (target, patch, options) => inner.patch(target, patch, options),
    apply: (target, desired, options) => inner.apply(target, desired, options),
    setCondition: (object, given, options = {}) => {
      // Whatever a kind declares of its conditions, they are conditions.
      const condition = given as unknown as ConditionInput<Condition>;
      const fieldManager = managerOf(fieldManagerOf(options), condition.type);
      return setCondition(inner, object, condition, { ...options, fieldManager });
    },
    report: (object, status, options = {}) => report(inner, object as AnyObject, status, options),
  };
}

async function setCondition(
  inner: SubresourceClient,
  object: AnyObject,
  condition: ConditionInput<Condition>,
  options: WriteOptions,
): Promise<boolean> {
  if (lacksStatus(object)) refusePartial(object, 'status.setCondition');
  const list = [...(object.status?.conditions ?? [])];
  if (!conditions.set(list, observed(object, condition))) return false;
  const own = list.filter(({ type }) => type === condition.type);
  await applyStatus(inner, object, { conditions: own }, options);
  return true;
}

async function report<B extends object>(
  inner: SubresourceClient,
  object: AnyObject,
  status: { readonly conditions?: unknown },
  options: WriteOptions,
): Promise<B> {
  if (lacksStatus(object)) refusePartial(object, 'status.report');
  const { conditions: given } = status;
  if (!Array.isArray(given)) return applyStatus(inner, object, status, options);
  const list = [...(object.status?.conditions ?? [])];
  for (const condition of given as ConditionInput<Condition>[]) conditions.set(list, observed(object, condition));
  const reported = given.flatMap(({ type }: Condition) => conditions.get(list, type) ?? []);
  return applyStatus(inner, object, { ...status, conditions: reported }, options);
}

/** By force: the fields of a status belong to the controller that works them out, whoever wrote them before. */
async function applyStatus<B extends object>(
  inner: SubresourceClient,
  object: AnyObject,
  status: { readonly conditions?: readonly DeepReadonly<Condition>[] } | object,
  options: WriteOptions,
): Promise<B> {
  const send = (extra: { readonly dryRun?: boolean }): Promise<B> =>
    inner.apply<B>(object, { status }, { ...options, ...extra, force: true });
  const own = 'conditions' in status ? status.conditions : undefined;
  if (own) await refuseAtomicConditions(object, own, () => send({ dryRun: true }));
  return send({});
}

function observed(object: AnyObject, condition: ConditionInput<Condition>): ConditionInput<Condition> {
  const { generation } = object.metadata;
  return generation === undefined ? condition : { observedGeneration: generation, ...condition };
}

/** One manager for each type: an apply of one condition would take away the others of the same manager. */
function managerOf(fieldManager: string, type: string): string {
  const name = `${fieldManager}:${type}`;
  if (name.length <= LONGEST_FIELD_MANAGER) return name;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 16);
  return `${name.slice(0, LONGEST_FIELD_MANAGER - digest.length - 1)}:${digest}`;
}
