/** Checks of `x-kubernetes-validations` when a CRD is written: what `src/kubernetes/cel` finds, in the server's words. */
import { type PlacedRule, schemaRules } from '../../kubernetes/cel/schema-rules.js';
import { RULE_REASONS, ruleTextProblems } from '../../kubernetes/cel/rule-text.js';
import { RULE_LIMIT, TOTAL_LIMIT } from '../../kubernetes/cel/rule.js';
import {
  forbiddenValue,
  invalidValue,
  requiredValue,
  type Finding,
  unsupportedValue,
} from '../../kubernetes/finding.js';
import { hasRules } from '../../kubernetes/schema/schema-search.js';
import type { SchemaNode, ValidationRule } from '../../kubernetes/schema/schema-node.js';

/** What is wrong with rules apart from their expressions. */
export function ruleTextErrors(schema: SchemaNode, place: string): Finding[] {
  return (schema['x-kubernetes-validations'] ?? []).flatMap((rule, index) =>
    ruleTextProblems(rule, schema).map(({ field, kind, detail }) => {
      const at = `${place}.x-kubernetes-validations[${index}].${field}`;
      if (kind === 'required') return requiredValue(at, detail);
      if (kind === 'unsupported') return unsupportedValue(at, rule.reason ?? '', RULE_REASONS);
      return invalidValue(at, rule[field] ?? '', detail);
    }),
  );
}

/** All findings for the expressions of a schema's rules. */
export function ruleErrors(schema: SchemaNode, place: string): Finding[] {
  if (!hasRules(schema)) return [];
  const rules = schemaRules(schema);
  const errors = rules.flatMap((rule) => expressionErrors(rule, place));
  const costs = rules.flatMap((rule) => [
    { rule, field: 'rule', cost: rule.cost },
    { rule, field: 'messageExpression', cost: rule.compiled?.messageCost ?? 0 },
  ]);
  const total = costs.reduce((sum, { cost }) => sum + cost, 0);
  if (total <= TOTAL_LIMIT) return errors;
  const dearest = costs
    .filter(({ cost }) => cost > 0)
    .sort((left, right) => right.cost - left.cost)
    .slice(0, 4);
  const why = 'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema';
  return [
    ...errors,
    ...dearest.map(({ rule, field }) => forbiddenValue(`${placeOf(rule, place)}.${field}`, why)),
    forbiddenValue(
      place,
      costWords('x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema', total, TOTAL_LIMIT),
    ),
  ];
}

function placeOf(rule: PlacedRule, root: string): string {
  return `${rule.place === '' ? root : `${root}.${rule.place}`}.x-kubernetes-validations[${rule.index}]`;
}

function expressionErrors(placed: PlacedRule, root: string): Finding[] {
  const { rule, compiled, cost, uncorrelated } = placed;
  const place = placeOf(placed, root);
  if (compiled === undefined) {
    const why = 'Internal error: failed to retrieve type information for x-kubernetes-validations';
    return [{ reason: 'InternalError', field: place.replace(/\[\d+\]$/, ''), message: why }];
  }
  const errors: Finding[] = [];
  if (cost > RULE_LIMIT)
    errors.push(forbiddenValue(`${place}.rule`, costWords('estimated rule cost', cost, RULE_LIMIT)));
  for (const { field, detail } of compiled.problems)
    errors.push(invalidValue(`${place}.${field}`, goRule(rule), detail));
  const { messageCost = 0 } = compiled;
  if (messageCost > RULE_LIMIT) {
    const why = costWords('estimated messageExpression cost', messageCost, RULE_LIMIT);
    errors.push(forbiddenValue(`${place}.messageExpression`, why));
  }
  if (compiled.usesOldSelf && uncorrelated !== undefined) {
    const where = uncorrelated === '' ? root : `${root}.${uncorrelated}`;
    const why = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${where}`;
    errors.push(invalidValue(`${place}.rule`, rule.rule, why));
  }
  if (!compiled.usesOldSelf && rule.optionalOldSelf !== undefined) {
    const why = 'may not be set if oldSelf is not used in rule';
    errors.push(invalidValue(`${place}.optionalOldSelf`, rule.optionalOldSelf, why));
  }
  return errors;
}

function costWords(name: string, cost: number, limit: number): string {
  const factor = cost / limit;
  const shown = factor > 100 ? 'more than 100' : factor < 1.5 ? factor.toFixed(6) : factor.toFixed(1);
  const advice =
    'try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared';
  return `${name} exceeds budget by factor of ${shown}x (${advice})`;
}

/** A rule as Go prints it. */
function goRule(rule: ValidationRule): Record<string, string | boolean | null> {
  return {
    Rule: rule.rule,
    Message: rule.message ?? '',
    MessageExpression: rule.messageExpression ?? '',
    Reason: rule.reason ?? null,
    FieldPath: rule.fieldPath ?? '',
    OptionalOldSelf: rule.optionalOldSelf ?? null,
  };
}
