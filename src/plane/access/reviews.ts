/** Reviews: resources that are questions about users and rights, answered and never stored. */
import { API_AUDIENCE, type Authenticator } from './authenticator.js';
import type { Attributes } from './authorizer.js';
import { invalid } from '../api-status.js';
import type { Backend } from '../backend.js';
import { invalidValue, type Finding } from '../../kubernetes/finding.js';
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
        return answer(request, spec, tokenStatus(authenticator, spec));
      },
    ],
    [
      'selfsubjectaccessreviews',
      async (_backend, request) => {
        const spec = specOf(request);
        checkAttributes(spec);
        return answer(request, spec, access(request.user, spec));
      },
    ],
    [
      'subjectaccessreviews',
      async (_backend, request) => {
        const spec = specOf(request);
        checkAttributes(spec, subjectOf(spec));
        return answer(request, spec, access(subjectOf(spec), spec));
      },
    ],
    [
      'localsubjectaccessreviews',
      async (_backend, request) => {
        const spec = specOf(request);
        checkAttributes(spec, subjectOf(spec));
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

/** Whose token it is, if it is for one of the audiences that the question names. */
function tokenStatus(authenticator: Authenticator, spec: JsonObject): JsonObject {
  const bearer = authenticator.bearerOf(String(spec['token'] ?? ''));
  if (bearer === undefined) return { user: {}, error: 'invalid bearer token' };
  const asked = Array.isArray(spec['audiences']) && spec['audiences'].length > 0 ? spec['audiences'] : [API_AUDIENCE];
  const audiences = bearer.audiences.filter((audience) => asked.includes(audience));
  if (audiences.length > 0) return { authenticated: true, user: userObject(bearer.user), audiences };
  const [own, other] = [bearer.audiences, asked].map((list) => `[${list.map((it) => JSON.stringify(it)).join(' ')}]`);
  return {
    user: {},
    error: `[invalid bearer token, token audiences ${own} is invalid for the target audiences ${other}]`,
  };
}

/** Throws 422 unless a review asks one thing, about somebody. */
function checkAttributes({ resourceAttributes, nonResourceAttributes }: JsonObject, subject?: UserInfo): void {
  const findings: Finding[] = [];
  if (isObject(resourceAttributes) === isObject(nonResourceAttributes)) {
    const what = 'exactly one of nonResourceAttributes or resourceAttributes must be specified';
    const { path: Path, verb: Verb } = isObject(nonResourceAttributes) ? nonResourceAttributes : {};
    const given = isObject(nonResourceAttributes) ? { Path, Verb } : null;
    findings.push(invalidValue('spec', given, what));
  }
  if (subject !== undefined && subject.name === '' && subject.groups.length === 0) {
    findings.push(invalidValue('spec.user', '', 'at least one of user or group must be specified'));
  }
  if (findings.length > 0) throw invalid({ group: 'authorization.k8s.io', kind: '' }, '', findings);
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
