/** CEL rules that the API server would refuse because they could take too long, or because they see nothing. */
import type { KindVersion } from '../model/api.js';
import type { Diagnostic } from '../model/diagnostic.js';
import type { JsonSchema, ValidationRule } from '../model/schema.js';
import { estimateCost } from './cel-cost.js';
import { times } from './cel-estimate.js';
import { type CelNode, parseCel } from './cel-syntax.js';
import { CelSyntaxError } from './cel-tokens.js';
import { type CelType, declareType, MAX_REQUEST } from './cel-types.js';
import { at, atNode, type Finding } from './report.js';
import { type SchemaNode, walkSchema } from './schema-walk.js';

/** What one rule may cost, and all rules of a version together. */
const RULE_LIMIT = 10_000_000;
const TOTAL_LIMIT = 100_000_000;

/** All rules that cost too much. */
export function checkCost(kind: KindVersion): Diagnostic[] {
  const found: Diagnostic[] = [];
  let total = 0;
  let hasGuess = false;
  walkSchema(kind.schema, (node) => {
    const rules = node.schema['x-kubernetes-validations'];
    const root = rules === undefined ? undefined : typeOf(node);
    if (rules === undefined) return;
    if (root === undefined) {
      found.push(atNode(kind, node, 'x-kubernetes-validations', untyped(node)));
      return;
    }
    for (const rule of rules) {
      const { cost, isGuess, unbounded } = costOf(rule, node, root);
      total += cost;
      hasGuess ||= isGuess;
      if (cost <= RULE_LIMIT) continue;
      found.push(
        atNode(kind, node, 'x-kubernetes-validations', {
          severity: isGuess ? 'warning' : 'error',
          code: 'cel-cost',
          message: `the rule "${shorten(rule.rule)}" of ${node.path || 'the kind'}: the API server ${isGuess ? 'may refuse' : 'refuses'} it, because it could cost ${factor(cost, RULE_LIMIT)} times what is allowed`,
          fix: advice(unbounded),
        }),
      );
    }
  });
  if (total <= TOTAL_LIMIT || found.length > 0) return found;
  const message = `the rules of ${kind.kind} could cost ${factor(total, TOTAL_LIMIT)} times what the API server allows for all rules of a version`;
  return [
    at(kind.origin, {
      severity: hasGuess ? 'warning' : 'error',
      code: 'cel-cost',
      message,
      fix: 'limit lists, maps and texts that rules look at with maxItems, maxProperties and maxLength',
    }),
  ];
}

/** Rules see typed values only, and lists and maps of them. */
function untyped({ path }: SchemaNode): Finding {
  return {
    severity: 'error',
    code: 'schema-no-type',
    message: `${path}: a value of any type, or a list or map of such values, cannot have rules`,
    fix: 'give it a type, or put the rule onto the object above it',
  };
}

function typeOf({ schema, path }: SchemaNode): CelType | undefined {
  return declareType(schema, path === '' || schema['x-kubernetes-embedded-resource'] === true);
}

interface RuleCost {
  readonly cost: number;
  readonly isGuess: boolean;
  /** What has no limit, as `maxItems of spec.list`. */
  readonly unbounded: ReadonlySet<string>;
}

function costOf(rule: ValidationRule, node: SchemaNode, root: CelType): RuleCost {
  const unbounded = new Set<string>();
  const count = occurrences(node, root, unbounded);
  const onUnbounded = (path: readonly string[]): void => {
    const limit = limitOf(node, path.slice(1));
    if (limit !== undefined) unbounded.add(limit);
  };
  const options = { hasOptionalOldSelf: rule.optionalOldSelf === true, onUnbounded };
  const parts = [rule.rule, rule.messageExpression].map((text) => {
    const parsed = text === undefined ? undefined : tryParse(text);
    return parsed === undefined ? { cost: 0, isGuess: false } : estimateCost(parsed, root, options);
  });
  const [main, message] = parts;
  return {
    // A message is made once, however often the rule runs.
    cost: Math.max(times(main?.cost ?? 0, count), message?.cost ?? 0),
    isGuess: parts.some(({ isGuess }) => isGuess),
    unbounded,
  };
}

/** How often the rule runs on one object: the product of all limits above it, or what a request can hold. */
function occurrences(node: SchemaNode, root: CelType, unbounded: Set<string>): number {
  let count = 1;
  for (let above = node.parent; above !== undefined; above = above.parent) {
    const limit = elements(above.schema);
    if (limit === undefined) {
      const keyword = above.schema.type === 'array' ? 'maxItems' : 'maxProperties';
      unbounded.add(`${keyword} of ${above.path}`);
    }
    count *= limit ?? Number.NaN;
  }
  return Number.isNaN(count) ? Math.floor(MAX_REQUEST / (root.smallest + 1)) : count;
}

function elements({ type, maxItems, maxProperties, additionalProperties }: JsonSchema): number | undefined {
  if (type === 'array') return maxItems === undefined ? undefined : Number(maxItems);
  if (type !== 'object' || additionalProperties === undefined) return 1;
  return maxProperties === undefined ? undefined : Number(maxProperties);
}

function limitOf(node: SchemaNode, path: readonly string[]): string | undefined {
  let schema: JsonSchema | undefined = node.schema;
  let shown = node.path;
  for (const name of path) {
    const inner: JsonSchema | boolean | undefined = schema?.items ?? schema?.additionalProperties;
    const isStep = name.startsWith('@');
    if (name === '@keys') return undefined;
    shown = isStep ? `${shown}${schema?.type === 'array' ? '[]' : '{}'}` : `${shown}${shown === '' ? '' : '.'}${name}`;
    schema = isStep ? (typeof inner === 'object' ? inner : undefined) : schema?.properties?.[name];
  }
  const keyword = schema?.type === 'array' ? 'maxItems' : schema?.type === 'object' ? 'maxProperties' : 'maxLength';
  return schema === undefined ? undefined : `${keyword} of ${shown || 'the kind'}`;
}

function advice(unbounded: ReadonlySet<string>): string {
  if (unbounded.size === 0) return 'make the rule simpler, or the limits of what it looks at smaller';
  return `set ${[...unbounded].slice(0, 4).join(', ')}; without limits the API server assumes the largest request`;
}

function factor(cost: number, limit: number): string {
  const times100 = cost / limit;
  return times100 > 100 ? 'more than 100' : times100.toFixed(1);
}

/** What does not parse is reported elsewhere. */
function tryParse(text: string): CelNode | undefined {
  try {
    return parseCel(text);
  } catch (error) {
    if (error instanceof CelSyntaxError) return undefined;
    throw error;
  }
}

function shorten(text: string): string {
  return text.length > 50 ? `${text.slice(0, 47)}…` : text;
}
