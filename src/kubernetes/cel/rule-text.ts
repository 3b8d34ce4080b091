/** What is wrong with a rule apart from its expressions: message, reason, field path. */
import type { RuleText, Structural } from '../schema/structural.js';
import { isFieldPath } from './field-path.js';

/** Reasons that a rule may give. */
export const RULE_REASONS: readonly string[] = [
  'FieldValueDuplicate',
  'FieldValueForbidden',
  'FieldValueInvalid',
  'FieldValueRequired',
];

/** One finding. */
export interface RuleTextProblem {
  readonly field: 'rule' | 'message' | 'messageExpression' | 'reason' | 'fieldPath';
  readonly kind: 'required' | 'invalid' | 'unsupported';
  /** In the words of the API server. */
  readonly detail: string;
}

/** All findings, in the order of the API server. Without a schema, the field path is not followed. */
export function ruleTextProblems(rule: RuleText, schema: Structural | undefined): RuleTextProblem[] {
  const { messageExpression = '', reason, fieldPath = '' } = rule;
  const problems: RuleTextProblem[] = [];
  const add = (field: RuleTextProblem['field'], kind: RuleTextProblem['kind'], detail: string): void =>
    void problems.push({ field, kind, detail });
  problems.push(...messageProblems(rule));
  if (messageExpression !== '' && messageExpression.trim() === '')
    add('messageExpression', 'required', 'messageExpression must be non-empty if specified');
  if (reason !== undefined && !RULE_REASONS.includes(reason)) add('reason', 'unsupported', '');
  if (fieldPath !== '' && fieldPath.trim() === '') add('fieldPath', 'invalid', 'must be non-empty if specified');
  if (/[\r\n]/.test(fieldPath)) add('fieldPath', 'invalid', 'must not contain line breaks');
  if (fieldPath !== '' && schema && !isFieldPath(fieldPath, schema))
    add('fieldPath', 'invalid', 'must be a valid path');
  return problems;
}

function messageProblems(rule: RuleText): RuleTextProblem[] {
  const text = (rule.rule ?? '').trim();
  const { message = '' } = rule;
  if (text === '') return [{ field: 'rule', kind: 'required', detail: 'rule is not specified' }];
  if (message !== '' && message.trim() === '')
    return [{ field: 'message', kind: 'invalid', detail: 'must be non-empty if specified' }];
  if (/[\r\n]/.test(message.trim()))
    return [{ field: 'message', kind: 'invalid', detail: 'must not contain line breaks' }];
  if (/[\r\n]/.test(text) && message.trim() === '')
    return [{ field: 'message', kind: 'required', detail: 'message must be specified if rule contains line breaks' }];
  return [];
}
