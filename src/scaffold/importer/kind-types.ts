/** The module with the types of one version of a kind, made from its CRD. */
import type { Crd, CrdVersion, Schema } from './crd.js';
import { crdMarkers, versionMarkers } from './kind-markers.js';
import { NotExpressible } from './not-expressible.js';
import { schemaMarkers } from './schema-markers.js';
import { isShape } from './shapes.js';
import { docComment } from './source-text.js';
import type { TypeNames } from './type-names.js';
import { TypeWriter } from './type-writer.js';

/** What every object has; the schema need not say it. */
const OWN = ['apiVersion', 'kind', 'metadata'];

/** Types from which `kbts manifests` makes an equal CRD. Throws `NotExpressible` where no type and no marker can say the same. */
export function kindTypes(crd: Crd, version: CrdVersion, names: TypeNames, boilerplate: string): string {
  const { kind } = crd.spec.names;
  const schema = version.schema?.openAPIV3Schema ?? { type: 'object' };
  const root = ownRoot(schema);
  names.reserve(kind);
  const isPlain = isPlainRoot(root);
  const rootPosition = isPlain ? 'element' : 'field';
  const writer = new TypeWriter(root, { kind, names, isStrict: true, rootPosition });
  const head = isPlain ? plainRoot(writer, root) : membersRoot(writer, root);
  const isFirst = crd.spec.versions[0] === version;
  const markers = [
    '+kubebuilder:object:root=true',
    ...schemaMarkers({ ...root, properties: {}, type: 'object' }, 'type'),
    ...versionMarkers(crd, version),
    ...(isFirst ? crdMarkers(crd) : []),
  ];
  const above = docComment(schema.description, '') + markers.map((marker) => `// ${marker}\n`).join('');
  return [
    `${boilerplate}import type { ${writer.imports().join(', ')} } from 'kbts/runtime';`,
    '',
    ...writer.declarations.flatMap((declaration) => [declaration, '']),
    `${above}export interface ${kind} extends ${head}`,
    '',
  ].join('\n');
}

/** The schema without what every object has. */
function ownRoot(schema: Schema): Schema {
  for (const keyword of ['nullable', 'default', 'example', 'additionalProperties', 'items', 'enum', 'format'])
    if (schema[keyword] !== undefined && schema[keyword] !== false)
      throw new NotExpressible('the object', `has "${keyword}"`);
  if (schema.type !== undefined && schema.type !== 'object')
    throw new NotExpressible('the object', `has the type ${schema.type}`);
  for (const name of OWN) {
    const { type, description: _, ...more } = schema.properties?.[name] ?? {};
    const [keyword] = Object.keys(more);
    if (keyword !== undefined) throw new NotExpressible(name, `is restricted by "${keyword}"`);
    if (type !== undefined && type !== (name === 'metadata' ? 'object' : 'string'))
      throw new NotExpressible(name, `has the type ${type}`);
  }
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => !OWN.includes(name));
  return {
    ...schema,
    type: 'object',
    properties: Object.fromEntries(properties),
    required: (schema.required ?? []).filter((name) => !OWN.includes(name)),
  };
}

/** Whether the object has a spec that is required, perhaps a status, and no more. */
function isPlainRoot({ properties = {}, required = [] }: Schema): boolean {
  const { spec, status, ...more } = properties;
  const isPlain = (part: Schema | undefined): boolean =>
    part === undefined ||
    (isShape(part) && part['default'] === undefined && part['example'] === undefined && part.nullable !== true);
  return (
    spec !== undefined &&
    Object.keys(more).length === 0 &&
    isPlain(spec) &&
    isPlain(status) &&
    required.join() === 'spec'
  );
}

function plainRoot(writer: TypeWriter, { properties = {} }: Schema): string {
  const base = writer.imported('CustomResource');
  const parts = ['spec', 'status'].flatMap((name) => {
    const part = properties[name];
    // Nothing is above the field, so its type has its description.
    return part === undefined ? [] : [writer.shape(part, [name], 'element')];
  });
  return `${base}<${parts.join(', ')}> {}`;
}

function membersRoot(writer: TypeWriter, root: Schema): string {
  const base = writer.imported('KubeObject');
  return `${base} {\n${writer.members(root, [])}}`;
}
