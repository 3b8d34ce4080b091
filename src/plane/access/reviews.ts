/** Reviews: resources that are questions about users and rights, answered and never stored. */
import type { Authenticator } from './authenticator.js';
import type { Attributes } from './authorizer.js';
import type { Backend } from '../backend.js';
import { timestamp } from '../wall-clock.js';
import { parseBody } from '../decode/decode-object.js';
import { isObject, type JsonObject, type JsonValue } from '../../kubernetes/json/json-value.js';
import type { RbacAuthorizer } from './rbac.js';
import type { ResourceRequest } from '../resources/resource-request.js';
import { apiVersionOf, type ResourceType } from '../resources/resource-type.js';
import type { UserInfo } from './user-info.js';

/** Answers one kind of review. */
export type ReviewHandler = (backend: Backend, request: ResourceRequest) => Promise<JsonValue>;

/** The handlers of all review resources. */
export function reviewHandlers(
  authenticator: Authenticator,
  authorizer: RbacAuthorizer,
): ReadonlyMap<string, ReviewHandler> {
  const answer = (request: ResourceRequest, spec: JsonObject, status: JsonObject): JsonObject => ({
    kind: request.type.kind,
    apiVersion: apiVersionOf(request.type),
    metadata: {},
    spec,
    status,
  });
  const access = (user: UserInfo, spec: JsonObject): JsonObject => {
    const isAllowed = authorizer.isAllowed(user, attributesOf(spec));
    if (!isAllowed) return { allowed: false };
    const reason = authorizer.reasonFor(user, attributesOf(spec));
    return { allowed: true, ...(reason !== '' && { reason }) };
  };
  return new Map<string, ReviewHandler>([
    [
      'tokenreviews',
      async (_backend, request) => {
        const spec = specOf(request);
        const user = authenticator.userOf(String(spec['token'] ?? ''));
        const status: JsonObject =
          user === undefined
            ? { user: {}, error: 'invalid bearer token' }
            : { authenticated: true, user: userObject(user) };
        return answer(request, spec, status);
      },
    ],
    [
      'selfsubjectaccessreviews',
      async (_backend, request) => {
        const spec = specOf(request);
        return answer(request, spec, access(request.user, spec));
      },
    ],
    [
      'subjectaccessreviews',
      async (_backend, request) => {
        const spec = specOf(request);
        return answer(request, spec, access(subjectOf(spec), spec));
      },
    ],
    [
      'localsubjectaccessreviews',
      async (_backend, request) => {
        const spec = specOf(request);
        return answer(request, spec, access(subjectOf(spec), spec));
      },
    ],
    [
      'selfsubjectreviews',
      async (backend, request) => {
        const { spec: _spec, ...review } = answer(request, {}, { userInfo: userObject(request.user) });
        return { ...review, metadata: { creationTimestamp: timestamp(backend.clock) } };
      },
    ],
    [
      'selfsubjectrulesreviews',
      async (_backend, request) => {
        const spec = specOf(request);
        const rules = authorizer.rulesFor(request.user, String(spec['namespace'] ?? ''));
        const resourceRules = rules
          .filter((rule) => rule.resources.length > 0)
          .map(({ verbs, apiGroups, resources, resourceNames }) => ({
            verbs: [...verbs],
            apiGroups: [...apiGroups],
            resources: [...resources],
            ...(resourceNames.length === 0 ? {} : { resourceNames: [...resourceNames] }),
          }));
        const nonResourceRules = rules
          .filter((rule) => rule.nonResourceURLs.length > 0)
          .map(({ verbs, nonResourceURLs }) => ({ verbs: [...verbs], nonResourceURLs: [...nonResourceURLs] }));
        return answer(request, {}, { resourceRules, nonResourceRules, incomplete: false });
      },
    ],
  ]);
}

/** Whether a resource is only a question. */
export function isReview(type: ResourceType): boolean {
  return type.group === 'authentication.k8s.io' || type.group === 'authorization.k8s.io';
}

function specOf(request: ResourceRequest): JsonObject {
  const { spec } = parseBody(request.body, request.type.kind);
  return isObject(spec) ? spec : {};
}

function subjectOf(spec: JsonObject): UserInfo {
  const groups = Array.isArray(spec['groups']) ? spec['groups'].map(String) : [];
  return { name: String(spec['user'] ?? ''), groups };
}

function userObject({ name, uid, groups, extra }: UserInfo): JsonObject {
  return {
    username: name,
    ...(uid === undefined ? {} : { uid }),
    groups: [...groups],
    ...(extra === undefined
      ? {}
      : { extra: Object.fromEntries(Object.entries(extra).map(([key, value]) => [key, [...value]])) }),
  };
}

function attributesOf(spec: JsonObject): Attributes {
  const { resourceAttributes, nonResourceAttributes } = spec;
  if (isObject(nonResourceAttributes)) {
    return { verb: String(nonResourceAttributes['verb'] ?? ''), path: String(nonResourceAttributes['path'] ?? '') };
  }
  const attributes = isObject(resourceAttributes) ? resourceAttributes : {};
  const text = (key: string): string => String(attributes[key] ?? '');
  return {
    verb: text('verb'),
    group: text('group'),
    resource: text('resource'),
    subresource: text('subresource'),
    namespace: text('namespace'),
    name: text('name'),
  };
}
