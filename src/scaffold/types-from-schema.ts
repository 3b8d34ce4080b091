/** Writes TypeScript types for the OpenAPI schema of a CRD. */

interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly nullable?: boolean;
  readonly 'x-kubernetes-int-or-string'?: boolean;
}

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
export function typesFromSchema(schema: unknown, options: TypesOptions): string {
  const { group, version, kind, plural, scope, hasStatus, boilerplate } = options;
  const writer = new TypeWriter();
  const root = isObject(schema) ? (schema as Schema) : {};
  const ownProperties = Object.entries(root.properties ?? {}).filter(
    ([name]) => !['apiVersion', 'kind', 'metadata'].includes(name),
  );
  const properties = Object.fromEntries(ownProperties);
  const members = writer.members({ ...root, properties }, kind);
  const imports = ['defineKind', 'type KubeObject', ...[...writer.imports].sort().map((name) => `type ${name}`)];
  return [
    `${boilerplate}/** Types of ${group}/${version} ${kind}, written by kbts from its CRD. Edit them as you like. */`,
    `import { ${imports.join(', ')} } from 'kbts/runtime';`,
    '',
    `${docOf(root.description, '')}export interface ${kind} extends KubeObject {\n${members}}`,
    '',
    `/** What the API server calls a ${kind}. */`,
    `export const ${kind} = defineKind<${kind}>({`,
    `  group: '${group}',`,
    `  version: '${version}',`,
    `  kind: '${kind}',`,
    `  plural: '${plural}',`,
    `  scope: '${scope}',`,
    ...(hasStatus ? ['  subresources: { status: true },'] : []),
    '});',
    ...writer.declarations.flatMap((declaration) => ['', declaration]),
    '',
  ].join('\n');
}

class TypeWriter {
  readonly imports = new Set<string>();
  readonly declarations: string[] = [];
  private readonly names = new Set<string>();

  members({ properties = {}, required = [] }: Schema, owner: string): string {
    return Object.entries(properties)
      .map(([name, property]) => {
        const optional = required.includes(name) ? '' : '?';
        return `${docOf(property.description, '  ')}  ${propertyName(name)}${optional}: ${this.typeOf(property, `${owner}${pascal(name)}`)};\n`;
      })
      .join('');
  }

  private typeOf(schema: Schema, name: string): string {
    const type = this.plainTypeOf(schema, name);
    return schema.nullable === true ? `${type} | null` : type;
  }

  private plainTypeOf(schema: Schema, name: string): string {
    if (schema['x-kubernetes-int-or-string'] === true) return this.imported('IntOrString');
    if (schema.enum !== undefined) return schema.enum.map((value) => literal(value)).join(' | ');
    switch (schema.type) {
      case 'string':
        return schema.format === 'date-time' ? this.imported('Time') : 'string';
      case 'boolean':
        return 'boolean';
      case 'integer':
        return schema.format === 'int32'
          ? this.imported('Int32')
          : schema.format === 'int64'
            ? this.imported('Int64')
            : 'number';
      case 'number':
        return 'number';
      case 'array':
        return arrayOf(this.typeOf(schema.items ?? {}, singular(name)));
      case 'object':
        return this.objectType(schema, name);
      default:
        return this.imported('Json');
    }
  }

  private objectType(schema: Schema, name: string): string {
    if (schema.properties === undefined || Object.keys(schema.properties).length === 0) {
      const value = schema.additionalProperties;
      if (isObject(value)) return `Record<string, ${this.typeOf(value as Schema, `${name}Value`)}>`;
      return `Record<string, ${this.imported('Json')}>`;
    }
    const unique = this.uniqueName(name);
    const index = this.declarations.push('') - 1;
    const body = this.members(schema, unique);
    this.declarations[index] = `${docOf(schema.description, '')}export interface ${unique} {\n${body}}`;
    return unique;
  }

  private uniqueName(name: string): string {
    let unique = name;
    for (let count = 2; this.names.has(unique); count++) unique = `${name}${count}`;
    this.names.add(unique);
    return unique;
  }

  private imported(name: string): string {
    this.imports.add(name);
    return name;
  }
}

function arrayOf(type: string): string {
  return /[ |]/.test(type) && !type.startsWith('Record<') ? `(${type})[]` : `${type}[]`;
}

function literal(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
}

function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);
}

function pascal(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('') || 'Field';
}

function singular(name: string): string {
  return /[^s]s$/.test(name) ? name.slice(0, -1) : `${name}Item`;
}

/** Markers in foreign docs must not count here: a line that begins with "+" is moved off the edge. */
function docOf(description: string | undefined, indent: string): string {
  if (description === undefined || description.trim() === '') return '';
  const lines = description
    .trim()
    .replaceAll('*/', '* /')
    .split('\n')
    .map((line) => line.trimEnd().replace(/^(\s*)([+@])/, '$1\\$2'));
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}\n`).join('')}${indent} */\n`;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
