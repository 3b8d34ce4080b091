/** Types for a kind of somebody else, from the OpenAPI schema of its CRD. */
import type { Schema } from './crd.js';
import { docComment, stringLiteral } from './source-text.js';
import { TypeNames } from './type-names.js';
import { TypeWriter } from './type-writer.js';

/** What is needed to name the kind. */
export interface TypesOptions {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly scope: 'Namespaced' | 'Cluster';
  readonly hasStatus: boolean;
  readonly boilerplate: string;
}

/** A module with the kind's interface, a type for each object below it, and its descriptor. */
export function typesFromSchema(schema: Schema, options: TypesOptions): string {
  const { group, version, kind, plural, scope, hasStatus, boilerplate } = options;
  const { description, required = [], properties = {} } = schema;
  const isOwn = (name: string): boolean => !['apiVersion', 'kind', 'metadata'].includes(name);
  const root: Schema = {
    type: 'object',
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => isOwn(name))),
    required: required.filter(isOwn),
  };
  const writer = new TypeWriter(root, { kind, names: new TypeNames([kind]), isStrict: false });
  const base = writer.imported('KubeObject');
  const members = writer.members(root, []);
  const types = writer.imports().map((name) => `type ${name}`);
  return [
    `${boilerplate}/** Types of ${group}/${version} ${kind}, written by kbts from its CRD. Edit them as you like. */`,
    `import { defineKind, ${types.join(', ')} } from 'kbts/runtime';`,
    '',
    `${docComment(description, '')}${NOT_OURS}export interface ${kind} extends ${base} {\n${members}}`,
    '',
    `/** What the API server calls a ${kind}. */`,
    `export const ${kind} = defineKind<${kind}>({`,
    `  group: ${stringLiteral(group)},`,
    `  version: ${stringLiteral(version)},`,
    `  kind: ${stringLiteral(kind)},`,
    `  plural: ${stringLiteral(plural)},`,
    `  scope: ${stringLiteral(scope)},`,
    ...(hasStatus ? ['  subresources: { status: true },'] : []),
    '});',
    ...writer.declarations.flatMap((declaration) => ['', declaration]),
    '',
  ].join('\n');
}

/** Its CRD is somebody else's: `kbts manifests` must not make another one. */
const NOT_OURS = '// +kubebuilder:object:root=false\n';
