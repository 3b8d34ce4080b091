/** What the API server demands of the schema of a version. */
import { forbiddenValue, invalidValue, type Finding } from '../finding.js';
import { defaultFindings } from './default-rules.js';
import { keywordRules } from './keyword-rules.js';
import { RuleCosts } from './rule-findings.js';
import { isGiven, type SchemaProps } from './schema-props.js';
import type { SchemaStrictness } from './strictness.js';
import { structuralFindings } from './structural-form.js';
import { unsupportedKeyword } from './unsupported-keywords.js';

/** Keywords in the order of the API server's own type, and whether the root of a kind with a status may have them. */
const ROOT: readonly (readonly [keyof SchemaProps, boolean])[] = [
  ['id', false],
  ['$schema', false],
  ['$ref', false],
  ['type', true],
  ['nullable', false],
  ['default', false],
  ['enum', false],
  ['maxProperties', false],
  ['minProperties', false],
  ['allOf', false],
  ['oneOf', false],
  ['anyOf', false],
  ['not', false],
  ['additionalProperties', false],
  ['patternProperties', false],
  ['dependencies', false],
  ['additionalItems', false],
  ['definitions', false],
  ['x-kubernetes-embedded-resource', false],
  ['x-kubernetes-int-or-string', false],
  ['x-kubernetes-list-map-keys', false],
  ['x-kubernetes-list-type', false],
  ['x-kubernetes-map-type', false],
];

const SHOWN =
  '[Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations]';

/** All findings for a schema at a place. */
export function schemaFindings(
  schema: SchemaProps,
  place: string,
  hasStatus: boolean,
  strictness: SchemaStrictness,
): Finding[] {
  const found = hasStatus ? rootFindings(schema, place) : [];
  if (schema.nullable === true) found.push(forbiddenValue(`${place}.nullable`, 'nullable cannot be true at the root'));
  const unsupported = unsupportedKeyword(schema);
  const costs = new RuleCosts();
  const form =
    unsupported === undefined && strictness.requiresStructural ? formFindings(schema, place, strictness) : [];
  found.push(...form);
  // Expressions are compiled only for schemas that make sense.
  const hasExpressions = strictness.requiresStructural && unsupported === undefined && form.length === 0;
  const { shape, expressions } = keywordRules(schema, place, { strictness, costs: hasExpressions ? costs : undefined });
  found.push(...shape, ...expressions);
  if (found.length === 0 && unsupported !== undefined && strictness.requiresStructural)
    found.push(invalidValue(place, '', unsupported));
  found.push(...costs.findings(place));
  return found;
}

function formFindings(schema: SchemaProps, place: string, strictness: SchemaStrictness): Finding[] {
  const found = structuralFindings(schema, place);
  return found.length > 0 ? found : defaultFindings(schema, place, strictness.requiresPrunedDefaults);
}

/** The status is validated on its own, so that the root of its kind must not restrict it; the first keyword is reported. */
function rootFindings(schema: SchemaProps, place: string): Finding[] {
  for (const [word, isAllowed] of ROOT) {
    const value = schema[word];
    if (!isGiven(value) || value === '' || value === false) {
      // A map of values that is closed is a keyword, too.
      if (word !== 'additionalProperties' || value !== false) continue;
    }
    if (Array.isArray(value) && value.length === 0 && word !== 'x-kubernetes-list-map-keys' && word !== 'default')
      continue;
    if (word === 'type' && value !== 'object') {
      const why = 'only "object" is allowed as the type at the root of the schema if the status subresource is enabled';
      return [invalidValue(`${place}.type`, String(value), why)];
    }
    if (isAllowed) continue;
    const why = `only ${SHOWN} fields are allowed at the root of the schema if the status subresource is enabled`;
    return [invalidValue(place, null, why)];
  }
  return [];
}
