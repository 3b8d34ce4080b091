/** Checks of `x-kubernetes-validations` when a CRD is written. */
import { invalidValue, requiredValue, type FieldError } from './api-status.js';
import { compileProblem } from './cel-compile.js';
import type { SchemaNode, ValidationRule } from './schema-node.js';

/** All findings for the rules of a schema. */
export function ruleErrors(schema: SchemaNode, place: string): FieldError[] {
  const errors: FieldError[] = [];
  (schema['x-kubernetes-validations'] ?? []).forEach((rule, index) => {
    errors.push(...ruleProblems(rule, schema, `${place}.x-kubernetes-validations[${index}]`));
  });
  for (const [key, child] of Object.entries(schema.properties ?? {})) {
    errors.push(...ruleErrors(child, `${place}.properties[${key}]`));
  }
  if (schema.items !== undefined) errors.push(...ruleErrors(schema.items, `${place}.items`));
  if (typeof schema.additionalProperties === 'object') {
    errors.push(...ruleErrors(schema.additionalProperties, `${place}.additionalProperties`));
  }
  return errors;
}

function ruleProblems(rule: ValidationRule, schema: SchemaNode, place: string): FieldError[] {
  if ((rule.rule ?? '').trim() === '') return [requiredValue(`${place}.rule`, 'rule is not specified')];
  const errors: FieldError[] = [];
  if (rule.message !== undefined && /[\r\n]/.test(rule.message)) {
    errors.push(invalidValue(`${place}.message`, rule.message, 'must not contain line breaks'));
  }
  const problem = compileProblem(rule.rule, schema, 'bool');
  if (problem !== undefined) errors.push(invalidValue(`${place}.rule`, goRule(rule), problem));
  if (rule.messageExpression !== undefined) {
    const messageProblem = compileProblem(rule.messageExpression, schema, 'string');
    if (messageProblem !== undefined)
      errors.push(invalidValue(`${place}.messageExpression`, goRule(rule), messageProblem));
  }
  return errors;
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
