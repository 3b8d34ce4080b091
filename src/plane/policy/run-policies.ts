/** ValidatingAdmissionPolicies: what they say about a write. */
import { Budget, OutOfBudget } from '../../kubernetes/cel/meter/meter.js';
import { CelFailure } from '../../kubernetes/cel/run/values.js';
import { section } from '../storage/api-object.js';
import type { AdmissionAttempt, Backend } from '../backend.js';
import type { JsonObject } from '../../kubernetes/json/json-value.js';
import { denial, type Finding } from './denial.js';
import { failed, PolicyExpressions } from './policy-expressions.js';
import { type BoundPolicy, boundPolicies, listOf, seenAs } from './policy-matching.js';

/** Refuses a write that a policy denies; warnings are added to the attempt. */
export async function judgeByPolicies(backend: Backend, attempt: AdmissionAttempt): Promise<void> {
  const denied: Finding[] = [];
  for (const bound of boundPolicies(backend, attempt, 'validatingadmissionpolicies')) {
    const actions = listOf(section(bound.binding, 'spec')['validationActions']);
    for (const finding of await judge(backend, attempt, bound)) {
      if (actions.includes('Deny') || finding.isAlwaysDenied === true) denied.push(finding);
      else if (actions.includes('Warn')) {
        const where = `ValidatingAdmissionPolicy '${finding.policy}' with binding '${finding.binding}'`;
        attempt.warnings.push(`Validation failed for ${where}: ${finding.message}`);
      }
    }
  }
  const [first] = denied;
  if (first !== undefined) throw denial(attempt, first);
}

async function judge(backend: Backend, attempt: AdmissionAttempt, bound: BoundPolicy): Promise<Finding[]> {
  const { policy, binding, type, params } = bound;
  const seen = await seenAs(backend, attempt, type);
  const finding = (message: string, reason = ''): Finding => ({
    policy: policy.metadata.name ?? '',
    binding: binding.metadata.name ?? '',
    message,
    reason,
  });
  const isIgnoring = section(policy, 'spec')['failurePolicy'] === 'Ignore';
  if ('of' in params) {
    const found = finding(`failed to configure ${params.of}: ${params.message}`);
    return isIgnoring ? [] : [params.of === 'policy' ? { ...found, binding: undefined } : found];
  }
  return params.flatMap((param) =>
    new PolicyRun(new PolicyExpressions(backend, seen, bound, param)).findings(finding, isIgnoring),
  );
}

/** One policy with one parameter on one write. */
class PolicyRun {
  private readonly expressions: PolicyExpressions;
  private readonly spec: JsonObject;

  constructor(expressions: PolicyExpressions) {
    this.expressions = expressions;
    this.spec = expressions.spec;
  }

  /** What the policy has against the write. */
  findings(finding: (message: string, reason?: string) => Finding, isIgnoring: boolean): Finding[] {
    try {
      const conditions = this.expressions.conditions();
      if (conditions instanceof CelFailure) return isIgnoring ? [] : [finding(conditions.message)];
      if (!conditions) return [];
      const validations = this.validations(finding, isIgnoring);
      return [...validations, ...this.auditFindings(finding, isIgnoring)];
    } catch (error) {
      // No further expression is run, and what others said before counts no more.
      if (!(error instanceof OutOfBudget)) throw error;
      return isIgnoring ? [] : [finding(error.message)];
    }
  }

  /** Nobody keeps an audit here, but an annotation that cannot be made denies the write, whatever the binding does. */
  private auditFindings(finding: (message: string) => Finding, isIgnoring: boolean): Finding[] {
    const budget = new Budget();
    const values = this.expressions.plain(budget);
    return listOf(this.spec['auditAnnotations']).flatMap(({ valueExpression }) => {
      const expression = String(valueExpression ?? '');
      const value = this.expressions.attempt(expression, values, budget);
      if (typeof value === 'string' || value === null || isIgnoring) return [];
      const why =
        value instanceof CelFailure
          ? failed(expression, value).message
          : `valueExpression '${expression}' resulted in unsupported return type: ${typeof value}. Return type must be either string or null.`;
      return [{ ...finding(why), isAlwaysDenied: true }];
    });
  }

  private validations(finding: (message: string, reason?: string) => Finding, isIgnoring: boolean): Finding[] {
    const budget = new Budget();
    const values = this.expressions.known(budget);
    const validations = listOf(this.spec['validations']);
    const results = validations.map(({ expression }) =>
      this.expressions.attempt(String(expression ?? ''), values, budget),
    );
    const messages = this.messages(validations, budget);
    return validations.flatMap((validation, index) => {
      const value = results[index];
      if (value instanceof CelFailure) {
        if (isIgnoring) return [];
        return [finding(failed(String(validation['expression'] ?? ''), value).message)];
      }
      if (messages instanceof OutOfBudget)
        return isIgnoring ? [] : [finding(`failed messageExpression: ${messages.message}`)];
      if (value === true) return [];
      return [finding(messageOf(validation, messages[index]), String(validation['reason'] ?? ''))];
    });
  }

  /** What all message expressions make, also those of validations that hold. */
  private messages(validations: readonly JsonObject[], budget: Budget): unknown[] | OutOfBudget {
    const values = this.expressions.plain(budget);
    try {
      return validations.map(({ messageExpression }) =>
        typeof messageExpression === 'string' ? this.expressions.attempt(messageExpression, values, budget) : undefined,
      );
    } catch (error) {
      if (!(error instanceof OutOfBudget)) throw error;
      return error;
    }
  }
}

function messageOf({ message, expression }: JsonObject, made: unknown): string {
  if (typeof made === 'string' && made.trim() !== '' && !made.includes('\n')) return made.trim();
  return typeof message === 'string' && message.trim() !== ''
    ? message.trim()
    : `failed expression: ${String(expression ?? '').trim()}`;
}
