/** What markers of a property say about its values holds for a type that is taken from it, as in `Server['port']`. */
import { applySchemaMarkers } from '../../markers/apply-schema.js';
import type { JsonSchema } from '../../model/schema.js';
import { hasMarker, type NodeMarkers, type PlacedMarker } from '../comments/node-markers.js';
import type { SchemaContext } from '../schema/schema-context.js';
import { isNamedType, markSchema } from '../schema/schema-markers.js';
import { type Member, placeOf, type Taken, textOf, type TypeRef } from '../evaluate/type-ref.js';

/** Markers about the field itself: its docs, its default, and whether it must be given. */
const OF_THE_FIELD: ReadonlySet<string> = new Set([
  'default',
  'kubebuilder:default',
  'kubebuilder:example',
  'kubebuilder:title',
  'kubebuilder:externalDocs',
  'k8s:required',
]);
const SCHEMALESS = 'kubebuilder:validation:Schemaless';
const INNER = /^kubebuilder:validation:(items|values):/;

/** The schema that `read` gives for a type, with the rules of the properties that the type is taken from. */
export function withTakenRules(context: SchemaContext, type: TypeRef, read: (type: TypeRef) => JsonSchema): JsonSchema {
  if (type.taken === undefined) return read(type);
  const bare: TypeRef = { ...type, taken: undefined };
  const rules = type.taken.map((taken) => ({ taken, markers: valueMarkers(context, taken) }));
  const isSchemaless = rules.some(({ taken, markers }) => taken.path.length === 0 && hasMarker(markers, SCHEMALESS));
  let schema = isSchemaless ? {} : read(bare);
  let isNamed = !isSchemaless && isNamedType(context.evaluator, bare);
  for (const { taken, markers } of rules) {
    if (markers.length === 0) continue;
    if (taken.isPart === true) reportLoss(context, type, taken, markers);
    else schema = marked(context, schema, { taken, markers, isNamed });
    isNamed = true;
  }
  return schema;
}

/** The type of a member without what its own declarations say: they are read for the member itself. */
export function withoutOwn(type: TypeRef, { declaration, also = [] }: Member): TypeRef {
  if (type.taken === undefined) return type;
  const own = new Set([...also, ...(declaration === undefined ? [] : [declaration])].map(({ node }) => node));
  const taken = type.taken.filter(({ place, path }) => path.length > 0 || !own.has(place.node));
  return { ...type, taken: taken.length === 0 ? undefined : taken };
}

/** Says which rules a member of a union does not have, because the union is read as a whole. */
export function reportLostParts(context: SchemaContext, members: readonly TypeRef[], union: TypeRef): void {
  for (const { taken = [] } of members) {
    for (const one of taken) {
      const markers = valueMarkers(context, one);
      if (markers.length > 0) reportLoss(context, union, one, markers);
    }
  }
}

/** Whether a property that a type is taken from has a marker. */
export function hasTakenMarker(context: SchemaContext, { taken = [] }: TypeRef, name: string): boolean {
  return taken.some((one) => one.path.length === 0 && hasMarker(valueMarkers(context, one), name));
}

/** The markers of a property that say something about its values, or about their items. */
export function valueMarkers(
  context: SchemaContext,
  { place, path }: Pick<Taken, 'place' | 'path'>,
): readonly PlacedMarker[] {
  const { markers } = context.markers.of(place.unit, place.node, 'field');
  const [step] = path;
  return markers.filter((marker) => {
    const { name } = marker.definition;
    if (step !== undefined) return path.length === 1 && INNER.exec(name)?.[1] === step;
    return !OF_THE_FIELD.has(name) && (name === SCHEMALESS || INNER.test(name) || hasEffect(marker));
  });
}

/** Whether a marker says something about values; some do about some types only. */
export function hasEffect(marker: PlacedMarker): boolean {
  return ['string', 'integer', 'array', 'object'].some((type) => {
    const { own, problems } = applySchemaMarkers({ type }, [marker]);
    return Object.keys(own).length + problems.length > 0;
  });
}

function marked(
  context: SchemaContext,
  schema: JsonSchema,
  { taken, markers, isNamed }: { taken: Taken; markers: readonly PlacedMarker[]; isNamed: boolean },
): JsonSchema {
  const comments: NodeMarkers = { description: '', markers, values: [], isHidden: false };
  const mark = (base: JsonSchema): JsonSchema => markSchema(context, base, { place: taken.place, comments, isNamed });
  const [step] = taken.path;
  if (step === undefined) return mark(schema);
  if (step === 'items') return mark({ type: 'array', items: schema }).items ?? schema;
  const { additionalProperties: values } = mark({ type: 'object', additionalProperties: schema });
  return typeof values === 'object' ? values : schema;
}

function reportLoss(context: SchemaContext, given: TypeRef, { place }: Taken, markers: readonly PlacedMarker[]): void {
  const type = isInGeneric(context, given) ? (context.site ?? given) : given;
  const names = [...new Set(markers.map(({ definition }) => definition.name))];
  const from = place.node.getText(place.unit.ast).replace(/[?:\s].*$/s, '');
  context.report(placeOf(type), {
    severity: 'warning',
    code: 'type-rules-lost',
    message: `"${textOf(type)}" takes a part of what "${from}" may be, so +${names.join(', +')} of that property does not hold here`,
    fix: 'repeat on this field what applies here, or give the part a type alias with the markers',
  });
}

/** A type inside a generic one is reported where that is used. */
function isInGeneric({ evaluator: { ts } }: SchemaContext, type: TypeRef): boolean {
  for (let { node } = placeOf(type); node !== undefined; node = node.parent)
    if (ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node))
      return node.typeParameters !== undefined;
  return false;
}
