/** The OpenAPI v3 of the API server → one compact table that src/k8s/schemas.ts unpacks. */
import { packedModule } from './pack.mjs';

const PRESERVE = { 'x-kubernetes-preserve-unknown-fields': true };
/** Definitions that OpenAPI describes only in words. */
const REPLACED = {
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': { 'x-kubernetes-int-or-string': true },
  'io.k8s.apimachinery.pkg.api.resource.Quantity': { format: 'quantity', 'x-kubernetes-int-or-string': true },
  'io.k8s.apimachinery.pkg.runtime.RawExtension': { type: 'object', ...PRESERVE },
  'io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1': { type: 'object', ...PRESERVE },
};
const DROPPED = new Set(['description', 'x-kubernetes-group-version-kind', 'allOf', '$ref']);

/** Returns the table: definitions by number, and the number of each group/version/kind. */
export function schemaTable(openapi) {
  const definitions = new Map();
  for (const schemas of Object.values(openapi))
    for (const [name, schema] of Object.entries(schemas)) definitions.set(name, schema);
  const names = [...definitions.keys()].sort();
  const numbers = new Map(names.map((name, index) => [name, index]));
  const kinds = {};
  for (const name of names)
    for (const { group, version, kind } of kindsOf(name, definitions.get(name)))
      kinds[group === '' ? `${version}/${kind}` : `${group}/${version}/${kind}`] = numbers.get(name);
  return { definitions: names.map((name) => normalise(definitions.get(name), name, numbers)), kinds };
}

/** Types of meta/v1 claim to belong to every group; they are listed once, in v1. */
function kindsOf(name, schema) {
  const claimed = schema['x-kubernetes-group-version-kind'] ?? [];
  return name.includes('.meta.v1.')
    ? claimed.filter(({ group, version }) => group === '' && version === 'v1')
    : claimed;
}

function normalise(schema, name, numbers) {
  const replaced = REPLACED[name];
  if (replaced) return replaced;
  const node = {};
  for (const [key, value] of Object.entries(schema)) if (!DROPPED.has(key)) node[key] = value;
  const reference = schema.$ref ?? (schema.allOf?.length === 1 ? schema.allOf[0].$ref : undefined);
  if (schema.allOf && reference === undefined) throw new Error(`${name}: an allOf that is not a single reference`);
  if (reference !== undefined) node.$ref = numbers.get(reference.slice('#/components/schemas/'.length));
  if (node.properties)
    node.properties = Object.fromEntries(
      Object.entries(node.properties).map(([key, value]) => [key, normalise(value, `${name}.${key}`, numbers)]),
    );
  if (node.items) node.items = normalise(node.items, `${name}[]`, numbers);
  if (typeof node.additionalProperties === 'object')
    node.additionalProperties = normalise(node.additionalProperties, `${name}{}`, numbers);
  const isAnything = Object.keys(node).length === 0;
  return isAnything ? PRESERVE : node;
}

/** The text of the generated module. */
export const emitOpenapi = (openapi) => packedModule(schemaTable(openapi));

/**
 * What the API server publishes of its default group versions, word for word: definitions by name, and which of them
 * each document contains.
 */
export function emitDefinitions(documents) {
  const definitions = {};
  for (const schemas of Object.values(documents)) Object.assign(definitions, schemas);
  const names = Object.keys(definitions).sort();
  const numbers = new Map(names.map((name, index) => [name, index]));
  const contents = Object.entries(documents).map(([groupVersion, schemas]) => [
    groupVersion,
    Object.keys(schemas)
      .map((name) => numbers.get(name))
      .sort((left, right) => left - right),
  ]);
  return packedModule({
    definitions: names.map((name) => [name, definitions[name]]),
    documents: Object.fromEntries(contents),
  });
}
