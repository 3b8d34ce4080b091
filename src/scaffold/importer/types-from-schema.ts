/** Writes TypeScript types for the OpenAPI schema of a CRD. */
import type { Schema } from './crd.js';
import { docComment, pascalName, propertyName, stringLiteral } from './source-text.js';

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

/** A module with the kind's interface, one for each object below it, and its descriptor. */
export function typesFromSchema(root: Schema, options: TypesOptions): string {
  const { group, version, kind, plural, scope, hasStatus, boilerplate } = options;
  const writer = new TypeWriter(kind);
  const ownProperties = Object.entries(root.properties ?? {}).filter(
    ([name]) => !['apiVersion', 'kind', 'metadata'].includes(name),
  );
  const base = writer.imported('KubeObject');
  const define = writer.imported('defineKind');
  const members = writer.members({ ...root, properties: Object.fromEntries(ownProperties) }, kind);
  return [
    `${boilerplate}/** Types of ${group}/${version} ${kind}, written by kbts from its CRD. Edit them as you like. */`,
    `import { ${writer.imports().join(', ')} } from 'kbts/runtime';`,
    '',
    `${docComment(root.description, '')}${NOT_OURS}export interface ${kind} extends ${base} {\n${members}}`,
    '',
    `/** What the API server calls a ${kind}. */`,
    `export const ${kind} = ${define}<${kind}>({`,
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

/** A type, and whether it needs parentheses before `[]`. */
interface Written {
  readonly text: string;
  readonly isUnion?: boolean;
}

class TypeWriter {
  readonly declarations: string[] = [];
  readonly #imported = new Map<string, string>();
  readonly #kind: string;
  readonly #names: Set<string>;

  constructor(kind: string) {
    this.#kind = kind;
    this.#names = new Set([kind, ...RESERVED]);
  }

  /** The names to import, an alias where the kind has the same name. */
  imports(): string[] {
    return [...this.#imported]
      .sort(([left], [right]) => Number(isType(left)) - Number(isType(right)) || (left < right ? -1 : 1))
      .map(([name, local]) => `${isType(name) ? 'type ' : ''}${name}${local === name ? '' : ` as ${local}`}`);
  }

  imported(name: string): string {
    const local = this.#imported.get(name) ?? (name === this.#kind ? `Kube${name}` : name);
    this.#imported.set(name, local);
    return local;
  }

  members({ properties = {}, required = [] }: Schema, owner: string): string {
    return Object.entries(properties)
      .map(([name, property]) => {
        const optional = required.includes(name) ? '' : '?';
        const type = this.#typeOf(property, `${owner}${pascalName(name)}`).text;
        return `${docComment(property.description, '  ')}  ${propertyName(name)}${optional}: ${type};\n`;
      })
      .join('');
  }

  #typeOf(schema: Schema, name: string): Written {
    const type = this.#plainTypeOf(schema, name);
    return schema.nullable === true ? { text: `${type.text} | null`, isUnion: true } : type;
  }

  #plainTypeOf(schema: Schema, name: string): Written {
    if (schema['x-kubernetes-int-or-string'] === true) return { text: this.imported('IntOrString') };
    const literals = (schema.enum ?? []).map(literal);
    if (literals.length > 0 && !literals.includes(undefined))
      return { text: literals.join(' | '), isUnion: literals.length > 1 };
    switch (schema.type) {
      case 'string':
        return { text: schema.format === 'date-time' ? this.imported('Time') : 'string' };
      case 'boolean':
        return { text: 'boolean' };
      case 'integer':
        if (schema.format === 'int32') return { text: this.imported('Int32') };
        return { text: schema.format === 'int64' ? this.imported('Int64') : 'number' };
      case 'number':
        return { text: 'number' };
      case 'array':
        return arrayOf(this.#typeOf(schema.items ?? {}, singular(name)));
      case 'object':
        return this.#objectType(schema, name);
      default:
        return { text: this.imported('Json') };
    }
  }

  #objectType(schema: Schema, name: string): Written {
    if (schema.properties === undefined || Object.keys(schema.properties).length === 0) {
      const value = schema.additionalProperties;
      const isTyped = typeof value === 'object';
      const type = isTyped ? this.#typeOf(value, `${name}Value`).text : this.imported('Json');
      return { text: this.#kind === 'Record' ? `{ [key: string]: ${type} }` : `Record<string, ${type}>` };
    }
    const unique = this.#uniqueName(name);
    const index = this.declarations.push('') - 1;
    const body = this.members(schema, unique);
    this.declarations[index] = `${docComment(schema.description, '')}export interface ${unique} {\n${body}}`;
    return { text: unique };
  }

  #uniqueName(wanted: string): string {
    const name = wanted.slice(0, longestName);
    let unique = name;
    for (let count = 2; this.#names.has(unique); count++) unique = `${name}${count}`;
    this.#names.add(unique);
    return unique;
  }
}

/** Its CRD is somebody else's: `kbts manifests` must not make another one. */
const NOT_OURS = '// +kubebuilder:object:root=false\n';

const longestName = 200;

/** Names that mean something else in the module. */
const RESERVED = ['defineKind', 'KubeObject', 'IntOrString', 'Time', 'Int32', 'Int64', 'Json', 'Record'];

function isType(name: string): boolean {
  return name !== 'defineKind';
}

function arrayOf({ text, isUnion }: Written): Written {
  return { text: isUnion === true ? `(${text})[]` : `${text}[]` };
}

/** A value as a type; lists and objects have none. */
function literal(value: unknown): string | undefined {
  if (typeof value === 'string') return stringLiteral(value);
  return typeof value === 'number' || typeof value === 'boolean' || value === null ? String(value) : undefined;
}

function singular(name: string): string {
  return /[^s]s$/.test(name) ? name.slice(0, -1) : `${name}Item`;
}
