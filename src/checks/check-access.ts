/** RBAC rules and webhooks that the API server would refuse, or that cannot work. */
import { nearest } from '../markers/suggest.js';
import type { ApiModel } from '../model/model.js';
import type { Diagnostic } from '../model/diagnostic.js';
import type { RbacRule } from '../model/rbac.js';
import { resourceProblems } from './check-resources.js';
import { at, type Finding } from './report.js';

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

type Problem = Finding;

function ruleProblems(rule: RbacRule): Problem[] {
  const problems: Problem[] = [];
  if (rule.verbs.length === 0)
    problems.push({
      severity: 'error',
      code: 'rbac-invalid',
      message: 'the rule allows no verb',
      fix: 'name verbs, such as verbs=get;list;watch',
    });
  problems.push(...rule.verbs.filter((verb) => !isVerb(verb)).map(unknownVerb));
  if (rule.resources.length === 0 && rule.urls.length === 0)
    problems.push({
      severity: 'error',
      code: 'rbac-invalid',
      message: 'the rule names neither resources nor urls',
      fix: 'add resources=… or urls=…',
    });
  if (rule.resources.length > 0 && rule.urls.length > 0)
    problems.push({
      severity: 'error',
      code: 'rbac-invalid',
      message: 'a rule cannot be about resources and urls at once',
      fix: 'write two markers',
    });
  if (rule.resources.length > 0 && rule.groups.length === 0)
    problems.push({
      severity: 'error',
      code: 'rbac-invalid',
      message: 'the rule names no API group',
      fix: 'add groups=…; the core group is groups=""',
    });
  if (rule.urls.length > 0 && rule.namespace !== '')
    problems.push({
      severity: 'error',
      code: 'rbac-invalid',
      message: 'urls cannot be part of a Role',
      fix: 'remove namespace=…',
    });
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
