/** CEL rules: syntax, known variables, known fields, messages, and whether old values can be found. */
import type { KindVersion } from '../model/api.js';
import type { Diagnostic } from '../model/diagnostic.js';
import type { DiagnosticCode } from '../model/diagnostic-codes.js';
import type { JsonSchema, ValidationRule } from '../model/schema.js';
import { lookUpField } from './cel-fields.js';
import { type CelNode, parseCel } from './cel-syntax.js';
import { CelSyntaxError } from './cel-tokens.js';
import { followPath } from './json-path.js';
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

const MAX_MESSAGE = 2048;

function ruleProblems(rule: ValidationRule, node: SchemaNode): RuleProblem[] {
  const problems: RuleProblem[] = [];
  if (rule.rule.trim() === '')
    problems.push({
      code: 'cel-syntax',
      message: 'it is empty',
      fix: 'write an expression that is true for good values',
    });
  else problems.push(...expressionProblems(rule.rule, node));
  if (rule.messageExpression !== undefined) problems.push(...expressionProblems(rule.messageExpression, node));
  const { message, fieldPath } = rule;
  const target = fieldPath === undefined ? undefined : followPath(node.schema, fieldPath);
  if (
    target?.kind === 'missing' ||
    target?.kind === 'wrong' ||
    (fieldPath !== undefined && node.schema.type !== 'object')
  ) {
    problems.push({
      code: 'cel-field-path',
      message: `its fieldPath "${fieldPath ?? ''}" leads nowhere`,
      fix: 'write it like .spec.replicas, seen from the value that the rule is about',
    });
  }
  if (message !== undefined && message.length > MAX_MESSAGE)
    problems.push({
      code: 'cel-message',
      message: `its message has more than ${MAX_MESSAGE} characters`,
      fix: 'shorten it',
    });
  if (message !== undefined && /[\r\n]/.test(message))
    problems.push({ code: 'cel-message', message: 'its message has a line break', fix: 'write it on one line' });
  if (rule.rule.includes('\n') && message === undefined && rule.messageExpression === undefined) {
    problems.push({ code: 'cel-message', message: 'a rule of several lines needs a message', fix: 'add message="…"' });
  }
  const usesOldSelf = /\boldSelf\b/.test(rule.rule);
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

function expressionProblems(text: string, node: SchemaNode): RuleProblem[] {
  try {
    const scope = new Map<string, JsonSchema | undefined>([
      ['self', node.schema],
      // With optionalOldSelf this is an optional, whose methods are unknown here.
      ['oldSelf', node.schema],
    ]);
    const problems: RuleProblem[] = [];
    schemaOf(parseCel(text), scope, problems, node.path === '');
    return problems;
  } catch (error) {
    if (!(error instanceof CelSyntaxError)) throw error;
    return [
      {
        code: 'cel-syntax',
        message: `${error.message} (at character ${error.index + 1})`,
        fix: 'correct the expression',
      },
    ];
  }
}

type Scope = ReadonlyMap<string, JsonSchema | undefined>;

const COMPREHENSIONS = new Set([
  'all',
  'exists',
  'exists_one',
  'existsOne',
  'map',
  'filter',
  'transformList',
  'transformMap',
  'sortBy',
]);
/** Names of types and of library objects that an expression may mention. */
const GLOBALS = new Set([
  'int',
  'uint',
  'double',
  'bool',
  'string',
  'bytes',
  'list',
  'map',
  'null_type',
  'type',
  'optional',
  'math',
  'sets',
  'strings',
  'base64',
  'cel',
  'google',
  'lists',
  'net',
  'regex',
  'ip',
  'cidr',
  'format',
]);

/** The schema of a value, `undefined` when it is not known; reports fields and names that do not exist. */
function schemaOf(node: CelNode, scope: Scope, problems: RuleProblem[], isRoot: boolean): JsonSchema | undefined {
  switch (node.kind) {
    case 'literal':
      return undefined;
    case 'name':
      if (!scope.has(node.name) && !GLOBALS.has(node.name)) {
        problems.push({
          code: 'cel-unknown-name',
          message: `there is no variable "${node.name}"`,
          fix: 'rules see self and oldSelf',
        });
      }
      return scope.get(node.name);
    case 'field':
      return fieldOf(
        schemaOf(node.target, scope, problems, isRoot),
        node.field,
        problems,
        isRoot && node.target.kind === 'name',
      );
    case 'index': {
      schemaOf(node.index, scope, problems, isRoot);
      const target = schemaOf(node.target, scope, problems, isRoot);
      return (
        target?.items ?? (typeof target?.additionalProperties === 'object' ? target.additionalProperties : undefined)
      );
    }
    case 'operator':
    case 'list':
    case 'map':
      for (const part of node.parts) schemaOf(part, scope, problems, isRoot);
      return undefined;
    case 'call':
      return callOf(node, scope, problems, isRoot);
  }
}

function callOf(
  node: Extract<CelNode, { kind: 'call' }>,
  scope: Scope,
  problems: RuleProblem[],
  isRoot: boolean,
): JsonSchema | undefined {
  const target = node.target === undefined ? undefined : schemaOf(node.target, scope, problems, isRoot);
  const [variable] = node.arguments;
  if (node.target !== undefined && COMPREHENSIONS.has(node.name) && variable?.kind === 'name') {
    const names = node.arguments.slice(0, -1).filter((argument) => argument.kind === 'name');
    // A map yields its keys, which are texts; with two variables the second is the value.
    const item = target?.items;
    const inner = new Map([
      ...scope,
      ...names.map(({ name }): [string, JsonSchema | undefined] => [name, names.length === 1 ? item : undefined]),
    ]);
    for (const argument of node.arguments.slice(1)) schemaOf(argument, inner, problems, isRoot);
    return node.name === 'filter' ? target : undefined;
  }
  if (node.name === 'bind' && variable?.kind === 'name') {
    const inner = new Map([...scope, [variable.name, undefined]]);
    for (const argument of node.arguments.slice(1)) schemaOf(argument, inner, problems, isRoot);
    return undefined;
  }
  for (const argument of node.arguments) schemaOf(argument, scope, problems, isRoot);
  return undefined;
}

function fieldOf(
  schema: JsonSchema | undefined,
  field: string,
  problems: RuleProblem[],
  isRoot: boolean,
): JsonSchema | undefined {
  const found = lookUpField(schema, field, isRoot);
  if (found.kind === 'field') return found.schema;
  problems.push({ code: 'cel-unknown-field', message: found.message, fix: found.fix });
  return undefined;
}

function shorten(text: string): string {
  return text.length > 50 ? `${text.slice(0, 47)}…` : text;
}
