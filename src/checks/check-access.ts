/** RBAC rules and webhooks that the API server would refuse, or that cannot work. */
import type { ApiModel } from '../model/model.js';
import type { Diagnostic } from '../model/diagnostic.js';
import type { RbacRule } from '../model/rbac.js';
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
export function checkRbac(rules: readonly RbacRule[]): Diagnostic[] {
  return rules.flatMap((rule) =>
    ruleProblems(rule).map(({ severity, code, message, fix }) => at(rule.origin, { severity, code, message, fix })),
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
  const unknown = rule.verbs.find((verb) => !VERBS.has(verb));
  if (unknown !== undefined)
    problems.push({
      severity: 'warning',
      code: 'rbac-verb-unknown',
      message: `"${unknown}" is not a verb of Kubernetes`,
      fix: 'use get, list, watch, create, update, patch, delete …',
    });
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
