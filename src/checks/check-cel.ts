/** CEL rules: syntax, known variables, known fields, messages, and whether old values can be found. */
import type { KindVersion } from '../model/api.js';
import type { Diagnostic } from '../model/diagnostic.js';
import type { DiagnosticCode } from '../model/diagnostic-codes.js';
import type { JsonSchema, ValidationRule } from '../model/schema.js';
import type { Missing } from '../kubernetes/cel/check/check-words.js';
import { RULE_REASONS, ruleTextProblems, type RuleTextProblem } from '../kubernetes/cel/rule-text.js';
import { compiledRule } from './compiled-rule.js';
import { atNode } from './report.js';
import { type SchemaNode, walkSchema } from './schema-walk.js';

/** All problems of a kind's rules. */
export function checkCel(kind: KindVersion): Diagnostic[] {
  const found: Diagnostic[] = [];
  walkSchema(kind.schema, (node) => {
    for (const rule of node.schema['x-kubernetes-validations'] ?? []) {
      for (const { code, message, fix } of ruleProblems(rule, node)) {
        const text = `the rule "${shorten(rule.rule)}" of ${node.path || 'the kind'}: ${message}`;
        found.push(atNode(kind, node, 'x-kubernetes-validations', { severity: 'error', code, message: text, fix }));
      }
    }
  });
  return found;
}

interface RuleProblem {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly fix: string;
}

function ruleProblems(rule: ValidationRule, node: SchemaNode): RuleProblem[] {
  const problems = ruleTextProblems(rule, node.schema).map((problem) => textProblem(problem, rule));
  if (rule.rule.trim() !== '') problems.push(...compileProblems(rule, node));
  const usesOldSelf = compiledRule(rule, node)?.usesOldSelf ?? /\boldSelf\b/.test(rule.rule);
  if (rule.optionalOldSelf !== undefined && !usesOldSelf)
    problems.push({
      code: 'cel-transition',
      message: 'it sets optionalOldSelf but does not use oldSelf',
      fix: 'remove optionalOldSelf',
    });
  if (!node.isCorrelatable && usesOldSelf) {
    const where = 'it uses oldSelf below a list whose items have no identity';
    problems.push({
      code: 'cel-transition',
      message: where,
      fix: 'make the list +listType=map, or move the rule above it',
    });
  }
  return problems;
}

/** What the API server has against its message, reason and field path. */
function textProblem({ field, detail }: RuleTextProblem, rule: ValidationRule): RuleProblem {
  switch (field) {
    case 'rule':
      return { code: 'cel-syntax', message: 'it is empty', fix: 'write an expression that is true for good values' };
    case 'fieldPath':
      return {
        code: 'cel-field-path',
        message: `its fieldPath "${rule.fieldPath ?? ''}" leads nowhere`,
        fix: 'write it like .spec.replicas, seen from the value that the rule is about',
      };
    case 'reason':
      return {
        code: 'cel-message',
        message: `its reason "${rule.reason ?? ''}" is not one that the API server knows`,
        fix: `use ${RULE_REASONS.join(', ')}`,
      };
    default:
      return { code: 'cel-message', message: `its ${field} is wrong: ${detail}`, fix: 'write a message on one line' };
  }
}

/** What the type checker of the API server has against a rule. */
function compileProblems(rule: ValidationRule, node: SchemaNode): RuleProblem[] {
  return (compiledRule(rule, node)?.problems ?? []).map((problem) => {
    const at = problem.first === undefined ? '' : ` (at character ${problem.first.at + 1})`;
    if (problem.sort === 'syntax') {
      const message = `${problem.message.replace(/^Syntax error: /, '')}${at}`;
      return { code: 'cel-syntax', message, fix: 'correct the expression' };
    }
    const { missing } = problem.first ?? {};
    if (missing !== undefined) return missingProblem(missing, node);
    const isResult = problem.sort === 'result' && problem.first === undefined;
    return {
      code: 'cel-type',
      message: `${problem.message}${at}`,
      fix: isResult ? 'rules are true or false, messages are strings' : 'compare and combine values of the same type',
    };
  });
}

function missingName({ kind, name }: Exclude<Missing, { kind: 'field' }>): RuleProblem {
  const fix = kind === 'variable' ? 'rules see self and oldSelf' : 'use a function of the CEL libraries of Kubernetes';
  return { code: 'cel-unknown-name', message: `there is no ${kind} "${name}"`, fix };
}

function missingProblem(missing: Missing, node: SchemaNode): RuleProblem {
  if (missing.kind !== 'field') return missingName(missing);
  const { name, known } = missing;
  const owner = schemaAt(node.schema, missing.owner);
  if (owner?.properties !== undefined && Object.hasOwn(owner.properties, name)) {
    const message = `rules cannot see the field "${name}", because nothing is known of its type`;
    const fix = 'give it a type; in a union, tell the branches apart by another property';
    return { code: 'cel-unknown-field', message, fix };
  }
  const isOpen = owner?.['x-kubernetes-preserve-unknown-fields'] === true;
  const note = isOpen ? '; rules cannot see fields that the schema does not name' : '';
  const fix = known.length === 0 ? 'name the field in the type' : `there are ${known.join(', ')}`;
  return { code: 'cel-unknown-field', message: `there is no field "${name}"${note}`, fix };
}

/** The schema at a path such as `self.list.@idx`. */
function schemaAt(root: JsonSchema, path: string): JsonSchema | undefined {
  let schema: JsonSchema | undefined = root;
  for (const name of path.split('.').slice(1)) {
    const values: JsonSchema | boolean | undefined = schema?.additionalProperties;
    if (name === '@idx') schema = schema?.items;
    else if (name === '@elem') schema = typeof values === 'object' ? values : undefined;
    else schema = schema?.properties?.[name];
  }
  return schema;
}

function shorten(text: string): string {
  return text.length > 50 ? `${text.slice(0, 47)}…` : text;
}
