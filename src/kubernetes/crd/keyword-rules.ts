/** Rules for the keywords of every node of a schema, and for the expressions among them. */
import { forbiddenValue, invalidValue, unsupportedValue, type Finding } from '../finding.js';
import { ruleTextFindings, type RuleCosts, type RuleSite } from './rule-findings.js';
import { listFindings } from './list-rules.js';
import { hasDefault, isGiven, itemListOf, itemsOf, type SchemaProps, valuesOf } from './schema-props.js';
import type { SchemaStrictness } from './strictness.js';
import { keywordFindings } from './unsupported-keywords.js';

const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string'];
const META = new Set(['metadata', 'kind', 'apiVersion']);

/** Findings about the shape, and about expressions. */
export interface KeywordFindings {
  readonly shape: Finding[];
  readonly expressions: Finding[];
}

interface Context {
  readonly strictness: SchemaStrictness;
  /** Undefined when expressions are not compiled. */
  readonly costs: RuleCosts | undefined;
}

interface Step extends Context {
  readonly schema: SchemaProps;
  readonly place: string;
  readonly isRoot: boolean;
  /** Why defaults are not allowed here. */
  readonly noDefault: string | undefined;
  readonly isInsideMeta: boolean;
  /** The place of the list above whose items cannot be told apart. */
  readonly uncorrelated: string | undefined;
  /** How many such values an object can have; undefined when nothing limits them. */
  readonly count: number | undefined;
  /** Whether a schema above has rules, so that types are taken from its type. */
  readonly isBelowRules: boolean;
  /** Whether the type above has no place for this schema, such as items of an object, or is unknown. */
  readonly isOutOfType: boolean;
  readonly isBelowUnknown: boolean;
}

/** Walks through a whole schema. */
export function keywordRules(schema: SchemaProps, place: string, context: Context): KeywordFindings {
  return walk({
    ...context,
    schema,
    place,
    isRoot: true,
    noDefault: undefined,
    isInsideMeta: false,
    uncorrelated: undefined,
    count: 1,
    isBelowRules: false,
    isOutOfType: false,
    isBelowUnknown: false,
  });
}

function walk(step: Step): KeywordFindings {
  const { schema, place, strictness, costs } = step;
  const shape = ownFindings(step);
  const expressions: Finding[] = [];
  for (const child of childSteps(step)) {
    const found = walk(child);
    for (const finding of found.shape) shape.push(finding);
    for (const finding of found.expressions) expressions.push(finding);
  }
  if (schema['x-kubernetes-preserve-unknown-fields'] === false)
    shape.push(invalidValue(`${place}.x-kubernetes-preserve-unknown-fields`, false, 'must be true or undefined'));
  shape.push(...listFindings(schema, place, strictness), ...ruleTextFindings(schema, place));
  // Expressions about a shape that is wrong, here or below, would only be confusing.
  if (shape.length === 0 && costs) expressions.push(...costs.expressionFindings(siteOf(step), strictness));
  return { shape, expressions };
}

function siteOf({ schema, place, isRoot, count, uncorrelated, ...step }: Step): RuleSite {
  const isResource = isRoot || schema['x-kubernetes-embedded-resource'] === true;
  const isOutOfType = step.isOutOfType || step.isBelowUnknown;
  return { schema, place, isRoot: isResource, count, uncorrelated, isOutOfType };
}

function ownFindings({ schema, place, noDefault, isInsideMeta, strictness }: Step): Finding[] {
  const { type = '', additionalProperties } = schema;
  const found: Finding[] = [];
  if (strictness.requiresKnownTypes && type !== '' && !TYPES.includes(type))
    found.push(unsupportedValue(`${place}.type`, type, TYPES));
  if (hasDefault(schema) && noDefault !== undefined)
    found.push(forbiddenValue(`${place}.default`, `must not be set ${noDefault}`));
  found.push(...keywordFindings(schema, place));
  if (isInsideMeta && schema['x-kubernetes-embedded-resource'] === true)
    found.push(forbiddenValue(`${place}.x-kubernetes-embedded-resource`, 'must not be used inside of resource meta'));
  if (schema.uniqueItems === true) {
    const why = 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic';
    found.push(forbiddenValue(`${place}.uniqueItems`, why));
  }
  const hasProperties = Object.keys(schema.properties ?? {}).length > 0;
  if (hasProperties && isGiven(additionalProperties) && additionalProperties !== true) {
    const why = 'additionalProperties and properties are mutual exclusive';
    found.push(forbiddenValue(`${place}.additionalProperties`, why));
  }
  return found;
}

function childSteps(step: Step): Step[] {
  const { schema, place, isRoot } = step;
  const count = countBelow(step);
  const isBelowRules = step.isBelowRules || (schema['x-kubernetes-validations'] ?? []).length > 0;
  const isUnknown = !TYPES.includes(schema.type ?? '') && schema['x-kubernetes-int-or-string'] !== true;
  const isBelowUnknown = step.isBelowUnknown || (isBelowRules && isUnknown);
  const child = (below: SchemaProps, name: string, changes: Partial<Step> = {}): Step => ({
    ...step,
    schema: below,
    place: `${place}.${name}`,
    isRoot: false,
    count,
    isBelowRules,
    isOutOfType: false,
    isBelowUnknown,
    ...changes,
  });
  // Branches judge values, and have no expressions.
  const branch = (below: SchemaProps, name: string): Step => child(below, name, { costs: undefined });
  const list = (word: 'allOf' | 'oneOf' | 'anyOf'): Step[] =>
    (schema[word] ?? []).map((below, index) => branch(below, `${word}[${index}]`));
  const isResource = isRoot || schema['x-kubernetes-embedded-resource'] === true;
  const uncorrelated = schema['x-kubernetes-list-type'] === 'map' ? step.uncorrelated : (step.uncorrelated ?? place);
  const [items, values] = [itemsOf(schema), valuesOf(schema)];
  const inItems = { uncorrelated, isOutOfType: isBelowRules && schema.type !== 'array' };
  const inValues = { isOutOfType: isBelowRules && schema.type !== 'object' };
  const mapType = schema['x-kubernetes-map-type'] ?? 'granular';
  const inMap = ['atomic', 'granular'].includes(mapType) ? {} : { uncorrelated: step.uncorrelated ?? place };
  const inMetaMap = step.isInsideMeta ? { noDefault: 'inside additionalProperties applying to object metadata' } : {};
  return [
    ...(values ? [child(values, 'additionalProperties', { ...inValues, ...inMetaMap })] : []),
    ...Object.entries(schema.properties ?? {}).map(([name, below]) =>
      child(below, `properties[${name}]`, {
        ...inMap,
        ...(isResource && META.has(name) && metaChanges(isRoot, name)),
      }),
    ),
    ...(schema.not ? [branch(schema.not, 'not')] : []),
    ...list('allOf'),
    ...list('oneOf'),
    ...list('anyOf'),
    ...Object.entries(schema.definitions ?? {}).map(([name, below]) => branch(below, `definitions[${name}]`)),
    ...(items ? [child(items, 'items', inItems)] : []),
    ...itemListOf(schema).map((below, index) => child(below, `items[${index}]`, inItems)),
    ...Object.entries(schema.dependencies ?? {}).flatMap(([name, below]) =>
      Array.isArray(below) ? [] : [branch(below as SchemaProps, `dependencies[${name}]`)],
    ),
  ];
}

function metaChanges(isRoot: boolean, name: string): Partial<Step> {
  return { isInsideMeta: true, ...(isRoot && { noDefault: `in top-level ${name}` }) };
}

/** How often values below a node can be in an object. */
function countBelow({ schema, count }: Step): number | undefined {
  if (count === undefined) return undefined;
  const limited = (most: number | undefined): number | undefined =>
    most === undefined || most === null ? undefined : count * Math.max(0, most);
  if (schema.type === 'array') return limited(schema.maxItems);
  if (schema.type === 'object' && isGiven(schema.additionalProperties)) return limited(schema.maxProperties);
  return count;
}
