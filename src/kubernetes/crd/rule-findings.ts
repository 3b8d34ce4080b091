/** CEL rules of a schema: their texts, their types, and what they cost. */
import { declareType } from '../cel/declared-type.js';
import { RULE_REASONS, ruleTextProblems } from '../cel/rule-text.js';
import { compileRule, mostInRequest, RULE_LIMIT, TOTAL_LIMIT, totalCost } from '../cel/rule.js';
import { forbiddenValue, invalidValue, requiredValue, unsupportedValue, type Finding } from '../finding.js';
import type { RuleText, Structural } from '../schema/structural.js';
import type { SchemaProps } from './schema-props.js';
import type { SchemaStrictness } from './strictness.js';
import { unsupportedKeyword } from './unsupported-keywords.js';

/** A node whose rules are compiled. */
export interface RuleSite {
  readonly schema: SchemaProps;
  readonly place: string;
  /** Whether its values are resources. */
  readonly isRoot: boolean;
  /** How many such values an object can have; undefined when nothing limits them. */
  readonly count: number | undefined;
  /** The place of the list above whose items cannot be told apart, so that there is no `oldSelf`. */
  readonly uncorrelated: string | undefined;
  /** Whether the type above has no place for these values. */
  readonly isOutOfType: boolean;
}

/** What is wrong with rules apart from their expressions. */
export function ruleTextFindings(schema: SchemaProps, place: string): Finding[] {
  const rules = schema['x-kubernetes-validations'] ?? [];
  // Where the shape cannot be read, paths are not followed.
  const isReadable = rules.length > 0 && unsupportedKeyword(schema) === undefined;
  return rules.flatMap((rule, index) =>
    ruleTextProblems(rule, isReadable ? (schema as Structural) : undefined).map(({ field, kind, detail }) => {
      const at = `${place}.x-kubernetes-validations[${index}].${field}`;
      if (kind === 'required') return requiredValue(at, detail);
      if (kind === 'unsupported') return unsupportedValue(at, rule.reason ?? '', RULE_REASONS);
      return invalidValue(at, rule[field] ?? '', detail);
    }),
  );
}

interface Cost {
  readonly field: string;
  readonly cost: number;
}

/** A rule counts among the dearest from here. */
const NOTABLE = TOTAL_LIMIT / 100;
const MOST_SHOWN = 4;

/** Compiles the rules of a schema and adds up what they cost. */
export class RuleCosts {
  #total = 0;
  readonly #notable: Cost[] = [];

  /** Findings for the expressions of one node. */
  expressionFindings(site: RuleSite, strictness: SchemaStrictness): Finding[] {
    const rules = site.schema['x-kubernetes-validations'] ?? [];
    if (rules.length === 0) return [];
    const at = `${site.place}.x-kubernetes-validations`;
    const type = declareType(site.schema as Structural, site.isRoot);
    if (type === undefined || site.isOutOfType) {
      const why = 'Internal error: failed to retrieve type information for x-kubernetes-validations';
      return [{ reason: 'InternalError', field: at, message: why }];
    }
    const often = site.count ?? mostInRequest(type);
    return rules.flatMap((rule, index) => {
      const compiled = compileRule(rule, type);
      const place = `${at}[${index}]`;
      const found = this.#costOf(`${place}.rule`, totalCost(compiled.cost, often), 'rule', strictness);
      for (const { field, detail } of compiled.problems)
        found.push(invalidValue(`${place}.${field}`, goRule(rule), detail));
      if (compiled.messageCost !== undefined)
        found.push(
          ...this.#costOf(`${place}.messageExpression`, compiled.messageCost, 'messageExpression', strictness),
        );
      if (compiled.usesOldSelf && site.uncorrelated !== undefined) {
        const why = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${site.uncorrelated}`;
        found.push(invalidValue(`${place}.rule`, rule.rule, why));
      }
      if (!compiled.usesOldSelf && rule.optionalOldSelf !== undefined) {
        const why = 'may not be set if oldSelf is not used in rule';
        found.push(invalidValue(`${place}.optionalOldSelf`, rule.optionalOldSelf, why));
      }
      return found;
    });
  }

  /** Findings for all rules together. */
  findings(place: string): Finding[] {
    if (this.#total <= TOTAL_LIMIT) return [];
    const dearest = this.#notable.toSorted((left, right) => right.cost - left.cost).slice(0, MOST_SHOWN);
    const why = 'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema';
    const name = 'x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema';
    return [
      ...dearest.map(({ field }) => forbiddenValue(field, why)),
      forbiddenValue(place, costMessage(name, this.#total, TOTAL_LIMIT)),
    ];
  }

  #costOf(field: string, cost: number, name: string, { ignoresRuleCost }: SchemaStrictness): Finding[] {
    this.#total += cost;
    if (cost >= NOTABLE) this.#notable.push({ field, cost });
    if (ignoresRuleCost || cost <= RULE_LIMIT) return [];
    return [forbiddenValue(field, costMessage(`estimated ${name} cost`, cost, RULE_LIMIT))];
  }
}

function costMessage(name: string, cost: number, limit: number): string {
  const factor = cost / limit;
  const shown = factor > 100 ? 'more than 100' : factor < 1.5 ? factor.toFixed(6) : factor.toFixed(1);
  const advice =
    'try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared';
  return `${name} exceeds budget by factor of ${shown}x (${advice})`;
}

/** A rule as Go prints it. */
function goRule(rule: RuleText): Record<string, string | boolean | null> {
  return {
    Rule: rule.rule,
    Message: rule.message ?? '',
    MessageExpression: rule.messageExpression ?? '',
    Reason: rule.reason ?? null,
    FieldPath: rule.fieldPath ?? '',
    OptionalOldSelf: rule.optionalOldSelf ?? null,
  };
}
