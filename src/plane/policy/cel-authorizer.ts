/** The `authorizer` of policies and match conditions: asks whether somebody may do something. */
import type { Attributes, Authorizer } from '../access/authorizer.js';
import type { AdmissionAttempt } from '../backend.js';
import type { UserInfo } from '../access/user-info.js';

/** A value of CEL that brings its own functions; each gets the value first. */
interface CelObject {
  readonly celMethods: Readonly<Record<string, (target: CelObject, ...args: string[]) => unknown>>;
}

/** Both variables, by name. */
export function authorizerVariables(authorizer: Authorizer, attempt: AdmissionAttempt): Record<string, CelObject> {
  const { type, subresource, name, namespace, user } = attempt;
  const request = { group: type.group, resource: type.plural, subresource, name, namespace: namespace ?? '' };
  return {
    authorizer: whoIsAsked(authorizer, user),
    'authorizer.requestResource': resourceCheck(authorizer, user, request),
  };
}

function whoIsAsked(authorizer: Authorizer, user: UserInfo): CelObject {
  return {
    celMethods: {
      path: (_target, path) => pathCheck(authorizer, user, path ?? ''),
      group: (_target, group) => groupCheck(authorizer, user, group ?? ''),
      serviceAccount: (_target, namespace = '', name = '') => whoIsAsked(authorizer, accountOf(namespace, name)),
    },
  };
}

function accountOf(namespace: string, name: string): UserInfo {
  return {
    name: `system:serviceaccount:${namespace}:${name}`,
    groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'],
  };
}

function pathCheck(authorizer: Authorizer, user: UserInfo, path: string): CelObject {
  return { celMethods: { check: (_target, verb = '') => decision(authorizer, user, { verb, path }) } };
}

function groupCheck(authorizer: Authorizer, user: UserInfo, group: string): CelObject {
  return { celMethods: { resource: (_target, resource = '') => resourceCheck(authorizer, user, { group, resource }) } };
}

/** Selectors make no difference: RBAC does not look at them. */
function resourceCheck(authorizer: Authorizer, user: UserInfo, asked: Omit<Attributes, 'verb'>): CelObject {
  const withMore = (more: Partial<Attributes>): CelObject => resourceCheck(authorizer, user, { ...asked, ...more });
  return {
    celMethods: {
      subresource: (_target, subresource = '') => withMore({ subresource }),
      namespace: (_target, namespace = '') => withMore({ namespace }),
      name: (_target, name = '') => withMore({ name }),
      fieldSelector: (target) => target,
      labelSelector: (target) => target,
      check: (_target, verb = '') => decision(authorizer, user, { ...asked, verb }),
    },
  };
}

function decision(authorizer: Authorizer, user: UserInfo, attributes: Attributes): CelObject {
  const isAllowed = authorizer.isAllowed(user, attributes);
  return {
    celMethods: {
      allowed: () => isAllowed,
      reason: () => (isAllowed ? authorizer.reasonFor(user, attributes) : ''),
      errored: () => false,
      error: () => '',
    },
  };
}
