/** CEL rules that the API server would refuse because they could take too long, or because they see nothing. */
import type { KindVersion } from '../model/api.js';
import type { Diagnostic } from '../model/diagnostic.js';
import type { JsonSchema, ValidationRule } from '../model/schema.js';
import type { DeclaredType } from '../kubernetes/cel/declared-type.js';
import { mostInRequest, RULE_LIMIT, TOTAL_LIMIT, totalCost } from '../kubernetes/cel/rule.js';
import { compiledRule, typeOfNode } from './compiled-rule.js';
import { at, atNode, type Problem } from './report.js';
import { type SchemaNode, walkSchema } from './schema-walk.js';

/** All rules that cost too much. */
export function checkCost(kind: KindVersion): Diagnostic[] {
  const found: Diagnostic[] = [];
  let total = 0;
  walkSchema(kind.schema, (node) => {
    const rules = node.schema['x-kubernetes-validations'];
    const root = rules === undefined ? undefined : typeOfNode(node);
    if (rules === undefined) return;
    if (root === undefined) {
      found.push(atNode(kind, node, 'x-kubernetes-validations', untyped(node)));
      return;
    }
    for (const rule of rules) {
      const { cost, total: both, unbounded } = costOf(rule, node, root);
      total += both;
      if (cost <= RULE_LIMIT) continue;
      found.push(
        atNode(kind, node, 'x-kubernetes-validations', {
          severity: 'error',
          code: 'cel-cost',
          message: `the rule "${shorten(rule.rule)}" of ${node.path || 'the kind'}: the API server refuses it, because it could cost ${factor(cost, RULE_LIMIT)} times what is allowed`,
          fix: advice(unbounded),
        }),
      );
    }
  });
  if (total <= TOTAL_LIMIT || found.length > 0) return found;
  const message = `the rules of ${kind.kind} could cost ${factor(total, TOTAL_LIMIT)} times what the API server allows for all rules of a version`;
  return [
    at(kind.origin, {
      severity: 'error',
      code: 'cel-cost',
      message,
      fix: 'limit lists, maps and strings that rules look at with maxItems, maxProperties and maxLength',
    }),
  ];
}

/** Rules see typed values only, and lists and maps of them. */
function untyped({ path }: SchemaNode): Problem {
  return {
    severity: 'error',
    code: 'schema-no-type',
    message: `${path}: a value of any type, or a list or map of such values, cannot have rules`,
    fix: 'give it a type, or put the rule onto the object above it',
  };
}

interface RuleCost {
  /** The dearer of rule and message. */
  readonly cost: number;
  readonly total: number;
  /** What has no limit, as `maxItems of spec.list`. */
  readonly unbounded: ReadonlySet<string>;
}

function costOf(rule: ValidationRule, node: SchemaNode, root: DeclaredType): RuleCost {
  const unbounded = new Set<string>();
  const compiled = compiledRule(rule, node);
  const count = occurrences(node, root, unbounded);
  for (const path of compiled?.unbounded ?? []) {
    const limit = limitOf(node, path.slice(1));
    if (limit !== undefined) unbounded.add(limit);
  }
  const cost = totalCost(compiled?.cost ?? 0, count);
  // A message is made once, however often the rule runs.
  const most = Math.max(cost, compiled?.messageCost ?? 0);
  return { cost: most, total: cost + (compiled?.messageCost ?? 0), unbounded };
}

/** How often the rule runs on one object: the product of all limits above it, or what fits into a request. */
function occurrences(node: SchemaNode, root: DeclaredType, unbounded: Set<string>): number {
  let count = 1;
  for (let above = node.parent; above !== undefined; above = above.parent) {
    const limit = elements(above.schema);
    if (limit === undefined) {
      const keyword = above.schema.type === 'array' ? 'maxItems' : 'maxProperties';
      unbounded.add(`${keyword} of ${above.path}`);
    }
    count *= limit ?? Number.NaN;
  }
  return Number.isNaN(count) ? mostInRequest(root) : count;
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

function shorten(text: string): string {
  return text.length > 50 ? `${text.slice(0, 47)}…` : text;
}
