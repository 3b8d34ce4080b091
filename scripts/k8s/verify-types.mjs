/** The TypeScript types come from Go sources; the OpenAPI of the API server must tell the same story. */

const PREFIXES = [
  ['k8s.io/api/', 'io.k8s.api.'],
  ['k8s.io/apimachinery/', 'io.k8s.apimachinery.'],
  ['k8s.io/apiextensions-apiserver/', 'io.k8s.apiextensions-apiserver.'],
  ['k8s.io/kube-aggregator/', 'io.k8s.kube-aggregator.'],
];

/** Throws when a struct has other fields, or other required fields, than its definition. */
export function verifyTypes(packages, openapi) {
  const definitions = Object.assign({}, ...Object.values(openapi));
  const types = new Map(packages.flatMap(({ path, types }) => types.map((type) => [`${path}.${type.name}`, type])));
  const differences = [];
  for (const [id, type] of types) {
    const definition = definitions[definitionName(id)];
    if (definition === undefined || !type.fields) continue;
    const fields = fieldsOf(type, types);
    const required = fields.filter(({ optional }) => !optional);
    if (
      list(fields) !==
      Object.keys(definition.properties ?? {})
        .sort()
        .join()
    )
      differences.push(`${id}: fields ${list(fields)}`);
    if (list(required) !== [...(definition.required ?? [])].sort().join())
      differences.push(`${id}: required ${list(required)}`);
  }
  if (differences.length > 0) throw new Error(`Go and OpenAPI differ:\n${differences.join('\n')}`);
}

function definitionName(id) {
  const [from, to] = PREFIXES.find(([prefix]) => id.startsWith(prefix));
  return to + id.slice(from.length).replaceAll('/', '.');
}

/** With those of embedded structs, also behind aliases. */
function fieldsOf(type, types) {
  if (type.type?.kind === 'ref') return fieldsOf(types.get(`${type.type.package}.${type.type.name}`), types);
  return (type.fields ?? []).flatMap((field) =>
    field.inline ? fieldsOf(types.get(`${field.type.package}.${field.type.name}`), types) : [field],
  );
}

const list = (fields) =>
  fields
    .map(({ name }) => name)
    .sort()
    .join();
