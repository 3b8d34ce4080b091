/** Types that kbts knows by name → schemas. */
import type { JsonSchema } from '../../model/schema.js';
import { knownObject } from '../evaluate/evaluate-object.js';
import { EMBEDDED_OBJECT_META, KNOWN_SCHEMAS } from './known-schemas.js';
import type { SchemaContext } from './schema-context.js';
import { objectSchema } from './schema-object.js';
import { placeOf, TypeProblem, type TypeRef } from '../evaluate/type-ref.js';

/** The schema of a type of `kbts/runtime`. */
export function knownSchema(
  context: SchemaContext,
  {
    name,
    arguments: args,
    base,
  }: { readonly name: string; readonly arguments: readonly TypeRef[]; readonly base?: JsonSchema },
  type: TypeRef,
): JsonSchema {
  if (name === 'ObjectMeta') return context.options.hasEmbeddedObjectMeta ? EMBEDDED_OBJECT_META : { type: 'object' };
  const [argument] = args;
  if (name === 'EmbeddedResource' && argument !== undefined) return embeddedSchema(context, argument);
  if (name === 'ConditionOf' && base) return conditionSchema(context, base, args);
  const schema = Object.hasOwn(KNOWN_SCHEMAS, name) ? KNOWN_SCHEMAS[name] : undefined;
  if (schema !== undefined) return schema;
  const shape = knownObject({ kind: 'known', name, arguments: args }, placeOf(type));
  if (shape !== undefined) return objectSchema(context, shape, type);
  throw new TypeProblem(placeOf(type), 'type-unsupported', `"${name}" has no schema`, 'use another type');
}

/** A condition whose type, and reason, may only be what the kind declares. */
function conditionSchema(context: SchemaContext, base: JsonSchema, [type, reason]: readonly TypeRef[]): JsonSchema {
  const { properties = {} } = base;
  const narrowed = (name: string, argument: TypeRef | undefined): Record<string, JsonSchema> => {
    const values = argument && context.schemaOf(argument).enum;
    return values ? { [name]: { ...properties[name], enum: values } } : {};
  };
  return { ...base, properties: { ...properties, ...narrowed('type', type), ...narrowed('reason', reason) } };
}

function embeddedSchema(context: SchemaContext, argument: TypeRef): JsonSchema {
  const shape = context.evaluator.evaluate(argument);
  if (shape.kind === 'keyword') return KNOWN_SCHEMAS.EmbeddedResource ?? {};
  return { ...context.schemaOf(argument), 'x-kubernetes-embedded-resource': true };
}
