/** Structural rules for the schema of a CRD: what `src/kubernetes/schema` finds, in the server's words. */
import { type Level, type StructuralProblem, structuralProblems } from '../../kubernetes/schema/structural-rules.js';
import {
  forbiddenValue,
  invalidValue,
  requiredValue,
  unsupportedValue,
  type Finding,
} from '../../kubernetes/finding.js';
import { ruleErrors, ruleTextErrors } from './crd-rule-validation.js';
import type { JsonObject, JsonValue } from '../../kubernetes/json/json-value.js';
import type { SchemaNode } from '../../kubernetes/schema/schema-node.js';
import { validateValue } from '../../kubernetes/schema/schema-validate.js';

/** All findings for a schema at a place of the spec. */
export function schemaErrors(schema: SchemaNode, place: string): Finding[] {
  if (schema.type !== 'object') return [invalidValue(`${place}.type`, schema.type ?? '', 'must be object at the root')];
  const errors: Finding[] = [];
  const metadata = schema.properties?.['metadata'];
  const others = Object.keys(metadata?.properties ?? {}).filter((key) => key !== 'name' && key !== 'generateName');
  if (others.length > 0) {
    const why = 'must not specify anything other than name and generateName, but metadata is implicitly specified';
    errors.push(forbiddenValue(`${place}.properties[metadata]`, why));
  }
  check(schema, place, errors);
  if (errors.length === 0) errors.push(...ruleErrors(schema, place));
  return errors;
}

function check(schema: SchemaNode, place: string, errors: Finding[], level: Level = 'root'): void {
  if ((schema as JsonObject)['$ref'] !== undefined) {
    errors.push(forbiddenValue(`${place}.$ref`, '$ref is not supported'));
    return;
  }
  errors.push(...structuralProblems(schema, level).map((problem) => worded(problem, place)));
  checkDefault(schema, place, errors);
  errors.push(...ruleTextErrors(schema, place));
  for (const [key, child] of Object.entries(schema.properties ?? {}))
    check(child, `${place}.properties[${key}]`, errors, 'field');
  if (schema.items !== undefined) check(schema.items, `${place}.items`, errors, 'item');
  if (typeof schema.additionalProperties === 'object')
    check(schema.additionalProperties, `${place}.additionalProperties`, errors, 'field');
}

function worded({ sort, field, detail, value, allowed = [] }: StructuralProblem, place: string): Finding {
  const at = `${place}.${field}`;
  if (sort === 'required') return requiredValue(at, detail.replace(/^because it is defined in /, `$&${place}.`));
  if (sort === 'forbidden') return forbiddenValue(at, detail);
  const shown = JSON.parse(JSON.stringify(value ?? null)) as JsonValue;
  return sort === 'invalid' ? invalidValue(at, shown, detail) : unsupportedValue(at, shown, allowed);
}

function checkDefault(schema: SchemaNode, place: string, errors: Finding[]): void {
  if (schema.default === undefined) return;
  for (const found of validateValue(schema.default, schema)) {
    const field =
      found.field === '' || found.field === '<nil>' ? `${place}.default` : `${place}.default.${found.field}`;
    errors.push({ ...found, field });
  }
}
