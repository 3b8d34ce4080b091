/** RBAC rules and webhooks that the API server would refuse, or that cannot work. */
import { findings } from '../kubernetes/field.js';
import type { JsonObject } from '../kubernetes/json/json-value.js';
import { policyRule } from '../kubernetes/rbac/role-rules.js';
import { nearest } from '../markers/suggest.js';
import type { ApiModel } from '../model/model.js';
import type { Diagnostic } from '../model/diagnostic.js';
import type { RbacRule } from '../model/rbac.js';
import { resourceProblems } from './check-resources.js';
import { at, type Problem } from './report.js';

const VERBS = new Set([
  'get',
  'list',
  'watch',
  'create',
  'update',
  'patch',
  'delete',
  'deletecollection',
  '*',
  'use',
  'bind',
  'escalate',
  'impersonate',
  'approve',
  'sign',
  'attest',
  'post',
  'put',
  'head',
  'options',
  'connect',
  'proxy',
  'request-serviceaccounts-token-audience',
]);

/** All problems of RBAC markers. */
export function checkRbac({ rbac, kinds }: Pick<ApiModel, 'rbac' | 'kinds'>): Diagnostic[] {
  const groups = new Set(kinds.map(({ group }) => group));
  return rbac.flatMap((rule) =>
    [...ruleProblems(rule), ...(rule.groups.some((group) => groups.has(group)) ? [] : resourceProblems(rule))].map(
      ({ severity, code, message, fix }) => at(rule.origin, { severity, code, message, fix }),
    ),
  );
}

/** How to fix what the API server rejects in a rule, by the field that it names. */
const REJECTED: Readonly<Record<string, Pick<Problem, 'message' | 'fix'>>> = {
  verbs: { message: 'the rule allows no verb', fix: 'add verbs, such as verbs=get;list;watch' },
  resources: { message: 'the rule has neither resources nor urls', fix: 'add resources=… or urls=…' },
  apiGroups: { message: 'the rule has no API group', fix: 'add groups=…; the core group is groups=""' },
};

/** The rules of the API server, in the words of markers. */
function rejections({ groups, resources, resourceNames, urls, verbs, namespace }: RbacRule): Problem[] {
  const emitted = { apiGroups: groups, resources, resourceNames, nonResourceURLs: urls, verbs };
  const found = findings(emitted as unknown as JsonObject, '', (field) => {
    policyRule(field, { isNamespaced: namespace !== '' });
  });
  // Without resources, the missing group is not worth a second message.
  const isBare = found.some(({ field }) => field === 'resources');
  return found
    .filter(({ field }) => !isBare || field !== 'apiGroups')
    .map(({ field, message }) => ({
      severity: 'error',
      code: 'rbac-invalid',
      ...(REJECTED[field] ?? urlProblem(message)),
    }));
}

function urlProblem(message: string): Pick<Problem, 'message' | 'fix'> {
  return message.includes('namespaced')
    ? { message: 'urls cannot be part of a Role', fix: 'remove namespace=…' }
    : { message: 'a rule cannot cover both resources and urls', fix: 'write two markers' };
}

function ruleProblems(rule: RbacRule): Problem[] {
  const problems = [...rejections(rule), ...rule.verbs.filter((verb) => !isVerb(verb)).map(unknownVerb)];
  const unnamed = rule.verbs.find((verb) => verb === 'create' || verb === 'deletecollection');
  if (unnamed !== undefined && rule.resourceNames.length > 0) {
    problems.push({
      severity: 'warning',
      code: 'rbac-names-useless',
      message: `"${unnamed}" cannot be limited by resourceNames: the request carries no name`,
      fix: 'write a rule of its own for that verb',
    });
  }
  return problems;
}

/** Impersonation may be limited, as by `impersonate-on:user-info:list`. */
function isVerb(verb: string): boolean {
  return VERBS.has(verb) || /^impersonate(?:-on)?:/.test(verb);
}

/** What people write for the verbs that they mean. */
const MEANT: Readonly<Record<string, string>> = {
  read: 'get;list;watch',
  view: 'get;list;watch',
  write: 'create;update;patch;delete',
  edit: 'update;patch',
  modify: 'update;patch',
  apply: 'create;patch',
  remove: 'delete',
  all: '*',
};

function unknownVerb(verb: string): Problem {
  const near = MEANT[verb.toLowerCase()] ?? nearest(verb, VERBS, 2);
  return {
    severity: 'warning',
    code: 'rbac-verb-unknown',
    message: `"${verb}" is not a verb of Kubernetes`,
    fix: near === undefined ? 'use get, list, watch, create, update, patch, delete …' : `did you mean ${near}?`,
  };
}

/** All problems of webhook markers that show only when all are known. */
export function checkWebhooks({
  webhooks,
  webhookConfigurations,
}: Pick<ApiModel, 'webhooks' | 'webhookConfigurations'>): Diagnostic[] {
  const found: Diagnostic[] = [];
  const names = new Set<string>();
  for (const { name, isMutating, origin } of webhooks) {
    const key = `${isMutating} ${name}`;
    if (names.has(key))
      found.push(
        at(origin, {
          severity: 'error',
          code: 'webhook-duplicate',
          message: `there are two webhooks "${name}"`,
          fix: 'give each webhook its own name',
        }),
      );
    names.add(key);
    if (!/^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?){2,}$/.test(name)) {
      found.push(
        at(origin, {
          severity: 'error',
          code: 'webhook-name-invalid',
          message: `"${name}" is not a name for webhooks`,
          fix: 'use a domain name with at least three segments, such as mguestbook-v1.kb.io',
        }),
      );
    }
  }
  const configured = new Map<boolean, string>();
  for (const { isMutating, name, origin } of webhookConfigurations) {
    const other = configured.get(isMutating);
    if (other !== undefined && other !== name) {
      found.push(
        at(origin, {
          severity: 'error',
          code: 'webhook-configuration-duplicate',
          message: `the ${isMutating ? 'mutating' : 'validating'} configuration has two names, "${other}" and "${name}"`,
          fix: 'keep one',
        }),
      );
    }
    configured.set(isMutating, name);
  }
  return found;
}
