/** What the server sets on CertificateSigningRequests: who asked, and when something was decided. */
import { section, type ApiObject } from '../../storage/api-object.js';
import { isObject, type JsonObject, type JsonValue } from '../../../kubernetes/json/json-value.js';
import type { KindRules } from '../builtin-rules.js';
import type { UserInfo } from '../../access/user-info.js';

/** Rules of CertificateSigningRequest: what was asked for stays, decisions come through subresources. */
export const signingRequestRules: KindRules = {
  prepareCreate: (object, _others, user) => ({ ...object, spec: asked(section(object, 'spec'), user), status: {} }),
  prepareUpdate: (after, before) => ({ ...after, spec: before['spec'] }),
  prepareStatus: (after, before, { subresource, now }) => {
    const then = conditionsOf(before);
    const given = conditionsOf(after);
    if (subresource === 'approval') {
      const status = { ...section(before, 'status') };
      delete status['conditions'];
      return { ...after, status: withConditions(status, timed(given, then, now)) };
    }
    const kept = ['Approved', 'Denied'].reduce((list, type) => withOld(list, then, type), given);
    return { ...after, status: withConditions(section(after, 'status'), timed(kept, then, now)) };
  },
};

function asked(spec: JsonObject, { name, uid, groups, extra }: UserInfo): JsonObject {
  const { username: _username, uid: _uid, groups: _groups, extra: _extra, ...rest } = spec;
  return {
    ...rest,
    username: name,
    ...(uid === undefined ? {} : { uid }),
    groups: [...groups],
    ...(extra === undefined ? {} : { extra: JSON.parse(JSON.stringify(extra)) as JsonObject }),
  };
}

function conditionsOf(object: ApiObject): JsonObject[] {
  const { conditions } = section(object, 'status');
  return Array.isArray(conditions) ? conditions.filter(isObject) : [];
}

function withConditions(status: JsonObject, conditions: readonly JsonObject[]): JsonObject {
  return conditions.length === 0 ? status : { ...status, conditions: [...conditions] as JsonValue[] };
}

/** Conditions of a type as they were, unless some came or went. */
function withOld(given: JsonObject[], then: readonly JsonObject[], type: string): JsonObject[] {
  const old = then.filter((condition) => condition['type'] === type);
  if (given.filter((condition) => condition['type'] === type).length !== old.length) return given;
  let index = 0;
  return given.map((condition) => (condition['type'] === type ? (old[index++] ?? condition) : condition));
}

function timed(given: readonly JsonObject[], then: readonly JsonObject[], now: string): JsonObject[] {
  return given.map((condition) => {
    const known = then.find(
      (old) =>
        old['type'] === condition['type'] && old['status'] === condition['status'] && isSet(old['lastTransitionTime']),
    );
    return {
      ...condition,
      lastUpdateTime: isSet(condition['lastUpdateTime']) ? condition['lastUpdateTime'] : now,
      lastTransitionTime: isSet(condition['lastTransitionTime'])
        ? condition['lastTransitionTime']
        : (known?.['lastTransitionTime'] ?? now),
    };
  });
}

const isSet = (value: JsonValue | undefined): boolean => value !== undefined && value !== null;
