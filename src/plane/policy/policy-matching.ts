/** Which policies concern a write, by which of their bindings, in which version and with which parameters. */
import { matchedType } from '../admission/admission-webhooks.js';
import type { AdmissionAttempt, Backend } from '../backend.js';
import { isObject, type JsonObject, type JsonValue } from '../../kubernetes/json/json-value.js';
import type { ResourceType } from '../resources/resource-type.js';
import { section, type ApiObject } from '../storage/api-object.js';
import { type Misconfigured, paramsOf } from './policy-params.js';

const GROUP = 'admissionregistration.k8s.io';
/** Policies do not judge policies, so that none locks its own author out. */
const POLICY_KINDS = new Set(
  ['validatingadmissionpolicies', 'mutatingadmissionpolicies'].flatMap((plural) => [
    plural,
    plural.replace('policies', 'policybindings'),
  ]),
);
const REVIEW_GROUPS = new Set(['authentication.k8s.io', 'authorization.k8s.io']);

/** A policy for one write, by one binding. */
export interface BoundPolicy {
  readonly policy: ApiObject;
  readonly binding: ApiObject;
  /** The version that the policy wants to see. */
  readonly type: ResourceType;
  /** The objects to run the policy with, `null` for one without parameters; or what is wrong. */
  readonly params: readonly (ApiObject | null)[] | Misconfigured;
}

/** The policies of a kind that concern a write, in the order of their names. */
export function boundPolicies(
  backend: Backend,
  attempt: AdmissionAttempt,
  plural: 'validatingadmissionpolicies' | 'mutatingadmissionpolicies',
): BoundPolicy[] {
  const { group, plural: written } = attempt.type;
  if (REVIEW_GROUPS.has(group) || (group === GROUP && POLICY_KINDS.has(written))) return [];
  const all = (name: string): readonly ApiObject[] => backend.store.collection(`${GROUP}/${name}`).snapshot().objects;
  const policies = all(plural);
  if (policies.length === 0) return [];
  const bindings = all(plural.replace('policies', 'policybindings'));
  return policies.flatMap((policy) =>
    bindings
      .filter((binding) => section(binding, 'spec')['policyName'] === policy.metadata.name)
      .flatMap((binding) => bound(backend, attempt, policy, binding)),
  );
}

function bound(backend: Backend, attempt: AdmissionAttempt, policy: ApiObject, binding: ApiObject): BoundPolicy[] {
  const [spec, own] = [section(policy, 'spec'), section(binding, 'spec')];
  const constraints = isObject(spec['matchConstraints']) ? spec['matchConstraints'] : {};
  const type = matchedType(backend, attempt, constraints, 'resourceRules');
  if (type === undefined || !isBound(backend, attempt, own)) return [];
  return [{ policy, binding, type, params: paramsOf(backend, attempt, spec, own) }];
}

/** What a binding adds to the policy's own choice. */
function isBound(backend: Backend, attempt: AdmissionAttempt, { matchResources }: JsonObject): boolean {
  if (!isObject(matchResources)) return true;
  const any = { operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*', '*/*'] };
  const hasRules = listOf(matchResources['resourceRules']).length > 0;
  const chosen = hasRules ? matchResources : { ...matchResources, resourceRules: [any] };
  return matchedType(backend, attempt, chosen, 'resourceRules') !== undefined;
}

/** The attempt with its objects in the version that a policy wants. */
export async function seenAs(
  { conversion }: Backend,
  attempt: AdmissionAttempt,
  type: ResourceType,
): Promise<AdmissionAttempt> {
  if (type === attempt.type || attempt.kind !== undefined) return attempt;
  const convert = async (object: ApiObject | undefined): Promise<ApiObject | undefined> =>
    object === undefined ? undefined : (await conversion.toVersion([object], type))[0];
  return { ...attempt, object: await convert(attempt.object), oldObject: await convert(attempt.oldObject) };
}

/** A list of a policy; absent ones are empty. */
export function listOf(value: JsonValue | undefined): JsonObject[] & JsonValue[] {
  return (Array.isArray(value) ? value : []) as JsonObject[] & JsonValue[];
}
