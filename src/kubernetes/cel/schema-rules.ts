/** All CEL rules of a schema, compiled, with what they cost in a whole object. */
import type { RuleText, Structural } from '../schema/structural.js';
import { declareType } from './declared-type.js';
import { compileRule, type CompiledRule, mostInRequest, totalCost } from './rule.js';

/** A rule and where it is. */
export interface PlacedRule {
  readonly rule: RuleText;
  /** As in `properties[spec].items`; empty for the root. */
  readonly place: string;
  readonly index: number;
  /** Undefined where rules see nothing. */
  readonly compiled: CompiledRule | undefined;
  /** What the rule costs at most in one object. */
  readonly cost: number;
  /** The place of the list above whose items cannot be told apart, so that there is no `oldSelf`. */
  readonly uncorrelated: string | undefined;
}

interface Step {
  readonly schema: Structural;
  readonly place: string;
  readonly isRoot: boolean;
  /** How many such values an object can have; undefined when nothing limits them. */
  readonly count: number | undefined;
  readonly uncorrelated: string | undefined;
}

/** Compiles every rule of a kind's schema. */
export function schemaRules(schema: Structural): PlacedRule[] {
  const found: PlacedRule[] = [];
  walk({ schema, place: '', isRoot: true, count: 1, uncorrelated: undefined }, found);
  return found;
}

function walk(step: Step, found: PlacedRule[]): void {
  const { schema, place, count } = step;
  found.push(...rulesAt(step));
  const below = (child: Structural, name: string): Step => ({
    ...step,
    schema: child,
    place: place === '' ? name : `${place}.${name}`,
    isRoot: child['x-kubernetes-embedded-resource'] === true,
  });
  const times = (limit: number | bigint | undefined): number | undefined =>
    limit === undefined || count === undefined ? undefined : count * Number(limit);
  for (const [name, child] of Object.entries(schema.properties ?? {})) walk(below(child, `properties[${name}]`), found);
  if (schema.items !== undefined) {
    const isMap = schema['x-kubernetes-list-type'] === 'map';
    const uncorrelated = isMap ? step.uncorrelated : place;
    walk({ ...below(schema.items, 'items'), count: times(schema.maxItems), uncorrelated }, found);
  }
  const values = schema.additionalProperties;
  if (typeof values === 'object')
    walk({ ...below(values, 'additionalProperties'), count: times(schema.maxProperties) }, found);
}

function rulesAt({ schema, place, isRoot, count, uncorrelated }: Step): PlacedRule[] {
  const rules = schema['x-kubernetes-validations'] ?? [];
  const type = rules.length === 0 ? undefined : declareType(schema, isRoot);
  return rules.map((rule, index) => {
    const compiled = type === undefined || rule.rule.trim() === '' ? undefined : compileRule(rule, type);
    const often = count ?? (type === undefined ? 0 : mostInRequest(type));
    return { rule, place, index, compiled, cost: totalCost(compiled?.cost ?? 0, often), uncorrelated };
  });
}
