/** Object types → schemas. */
import { escapeCelName } from '../../kubernetes/cel/field-name.js';
import type { JsonSchema, MutableSchema, ValidationRule } from '../../model/schema.js';
import { rejectCallable } from '../evaluate/evaluate-object.js';
import type { SchemaContext } from './schema-context.js';
import { type FieldSchema, fieldSchema } from './schema-field.js';
import { type ObjectShape, placeOf, textOf, TypeProblem, type TypeRef } from '../evaluate/type-ref.js';

/** The schema of an object's properties; `covered` names those whose parent rules a base type brings. */
export function objectSchema(
  context: SchemaContext,
  shape: ObjectShape,
  type: TypeRef,
  covered: ReadonlySet<string> = new Set(),
): JsonSchema {
  rejectCallable(shape, type);
  if (shape.index !== undefined) {
    if (shape.members.length === 0) return mapSchema(context, shape.index);
    throw new TypeProblem(
      placeOf(type),
      'type-open-object',
      `"${textOf(type)}" has named properties and an index signature; the API server allows only one of them`,
      'move the map to a property of its own',
    );
  }
  const fields = shape.members.flatMap((member) => fieldSchema(context, member) ?? []);
  const schema: MutableSchema = { type: 'object' };
  if (fields.length > 0) schema.properties = Object.fromEntries(fields.map(({ name, schema: field }) => [name, field]));
  const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  if (required.length > 0) schema.required = required.sort();
  const rules = fields.filter(({ name }) => !covered.has(name)).flatMap(keepRule);
  if (rules.length > 0) schema['x-kubernetes-validations'] = rules;
  return schema;
}

/** A map; one whose values are `never` is TypeScript's way to say an object without properties. */
function mapSchema(context: SchemaContext, values: TypeRef): JsonSchema {
  const shape = context.evaluator.resolve(values) === undefined ? context.evaluator.evaluate(values) : undefined;
  if (shape?.kind === 'keyword' && shape.name === 'never') return { type: 'object' };
  return { type: 'object', additionalProperties: context.schemaOf(values) };
}

/** An immutable field that may be left out must not be removed either; only its parent can see that. */
function keepRule({ name, isImmutable, isRequired }: FieldSchema): ValidationRule[] {
  if (!isImmutable || isRequired) return [];
  const field = escapeCelName(name);
  return [{ rule: `!has(oldSelf.${field}) || has(self.${field})`, message: `field ${name} is immutable once set` }];
}
