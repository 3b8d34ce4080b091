/** Go types → TypeScript interfaces and aliases, one file per group version. */
import { META } from './model.mjs';
import { HEADER, aliasOf, docComment, fileOf, quote } from './names.mjs';

/** Go types that kbts/runtime already has; both names mean the same type. */
const FROM_META = ['ObjectMeta', 'OwnerReference', 'ManagedFieldsEntry', 'ListMeta', 'Condition'];
const FROM_SCHEMA_TYPES = ['Time', 'MicroTime', 'Duration', 'Quantity', 'IntOrString', 'RawExtension'];
/** Go types whose JSON form is not what their fields say. */
const OVERRIDES = {
  'meta/v1.FieldsV1': 'object',
  'meta/v1.Patch': 'object',
  'apiextensions/v1.JSON': 'Json',
  'apiextensions/v1.JSONSchemaPropsOrBool': 'JSONSchemaProps | boolean',
  'apiextensions/v1.JSONSchemaPropsOrArray': 'JSONSchemaProps | JSONSchemaProps[]',
  'apiextensions/v1.JSONSchemaPropsOrStringArray': 'JSONSchemaProps | string[]',
};
/** Objects inside of others need no apiVersion and kind: the API server fills them in. */
const EMBEDDED = new Set(['apps/v1.StatefulSetSpec.volumeClaimTemplates']);
const BASIC = {
  string: 'string',
  bool: 'boolean',
  int: 'number',
  int32: 'Int32',
  int64: 'Int64',
  float64: 'Double',
};

/** Returns a map from file name to text, and which names each subpath has. */
export function emitTypes(packages) {
  const subpathOf = new Map(packages.map(({ path, subpath }) => [path, subpath]));
  const files = new Map();
  const names = new Map();
  for (const subpath of new Set(packages.map((read) => read.subpath))) {
    const types = packages.filter((read) => read.subpath === subpath).flatMap((read) => read.types);
    const { group = '', version } = packages.find((read) => read.subpath === subpath);
    const writer = new Writer(subpath, subpathOf, group === '' ? version : `${group}/${version}`);
    files.set(`types/${fileOf(subpath)}.ts`, writer.file(types));
    names.set(subpath, writer.exported.sort());
  }
  return { files, names };
}

class Writer {
  imports = { runtimeMeta: new Set(), schemaTypes: new Set(), packages: new Set() };
  exported = [];
  constructor(subpath, subpathOf, apiVersion) {
    this.subpath = subpath;
    this.apiVersion = apiVersion;
    this.subpathOf = subpathOf;
  }

  file(types) {
    const reexports = this.subpath === META ? this.reexports() : '';
    const bodies = types
      .filter((type) => !this.exported.includes(type.name))
      .map((type) => this.declaration(type))
      .filter((text) => text !== undefined);
    return `${HEADER}${this.importLines()}${reexports}\n${bodies.join('\n')}`;
  }

  reexports() {
    this.exported.push(...FROM_META, ...FROM_SCHEMA_TYPES);
    return (
      `export type { ${FROM_META.join(', ')} } from '../../../runtime/object/meta.js';\n` +
      `export type { ${FROM_SCHEMA_TYPES.join(', ')} } from '../../../runtime/object/schema-types.js';\n`
    );
  }

  importLines() {
    const { runtimeMeta, schemaTypes, packages } = this.imports;
    const line = (names, from) =>
      names.size === 0
        ? ''
        : `import type { ${[...names].sort().join(', ')} } from '../../../runtime/object/${from}';\n`;
    const others = [...packages]
      .sort()
      .map((subpath) => `import type * as ${aliasOf(subpath)} from './${fileOf(subpath)}.js';\n`);
    return line(runtimeMeta, 'meta.js') + line(schemaTypes, 'schema-types.js') + others.join('');
  }

  declaration(type) {
    const override = OVERRIDES[`${this.subpath}.${type.name}`];
    if (override === 'Json') this.imports.schemaTypes.add('Json');
    if (type.helper && override === undefined) return undefined;
    this.exported.push(type.name);
    const doc = docComment(type.doc);
    if (override !== undefined) return `${doc}export type ${type.name} = ${override};\n`;
    if (!type.struct) return `${doc}export type ${type.name} = ${this.alias(type)};\n`;
    if (!type.fields) return `${doc}export type ${type.name} = object;\n`;
    const { heritage, fields, isKind } = this.members(type);
    const identity = isKind ? [`  apiVersion: ${quote(this.apiVersion)};\n`, `  kind: ${quote(type.name)};\n`] : [];
    const lines = [
      ...identity,
      ...fields.map((field) => this.member(field, `${this.subpath}.${type.name}.${field.name}`)),
    ];
    return `${doc}export interface ${type.name}${heritage} {${lines.length === 0 ? '' : `\n${lines.join('')}`}}\n`;
  }

  alias(type) {
    if (!type.values || type.type.name !== 'string') return this.expression(type.type);
    const union = [...new Set(type.values)].map(quote).join(' | ');
    // A type without `+enum` may get values from others, so its constants are only suggestions.
    return type.enum ? union : `${union} | (string & {})`;
  }

  members(type) {
    const isInline = ({ inline, type: { kind } }) => inline && kind === 'ref';
    const bases = type.fields.filter(isInline).map((field) => field.type);
    const hasTypeMeta = bases.some(({ name }) => name === 'TypeMeta');
    const metadata = type.fields.find(({ name }) => name === 'metadata')?.type.name;
    const items = type.fields.find(({ name, type: { kind } }) => name === 'items' && kind === 'array');
    const without = (...names) => type.fields.filter((field) => !isInline(field) && !names.includes(field.name));
    const heritage = (first, rest) => ({
      heritage: ` extends ${[...first, ...rest.map((base) => this.expression(base))].join(', ')}`,
    });
    const others = bases.filter(({ name }) => name !== 'TypeMeta');
    if (hasTypeMeta && metadata === 'ObjectMeta') {
      this.imports.runtimeMeta.add('KubeObject');
      // Partial metadata stands for an object of any kind.
      return { ...heritage(['KubeObject'], others), fields: without('metadata'), isKind: this.subpath !== META };
    }
    if (hasTypeMeta && metadata === 'ListMeta' && items) {
      this.imports.runtimeMeta.add('KubeList');
      return {
        ...heritage([`KubeList<${this.expression(items.type.of)}>`], others),
        fields: without('metadata', 'items'),
      };
    }
    return bases.length === 0 ? { heritage: '', fields: without() } : { ...heritage([], bases), fields: without() };
  }

  member({ name, optional, doc, type }, place) {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name);
    const value = EMBEDDED.has(place) ? this.embedded(type) : this.expression(type);
    return `${docComment(doc, '  ')}  ${key}${optional ? '?' : ''}: ${value};\n`;
  }

  embedded(type) {
    this.imports.runtimeMeta.add('ObjectTemplate');
    return `Array<ObjectTemplate<${this.expression(type.of)}>>`;
  }

  expression(type) {
    if (type.kind === 'any') return 'unknown';
    if (type.kind === 'map') return `Record<string, ${this.expression(type.of)}>`;
    if (type.kind === 'array') return this.array(type.of);
    if (type.kind !== 'ref') throw new Error(`no TypeScript for ${JSON.stringify(type)} in ${this.subpath}`);
    return type.package === undefined ? this.basic(type.name) : this.reference(type);
  }

  array(of) {
    if (of.kind === 'ref' && of.package === undefined && of.name === 'byte') {
      this.imports.schemaTypes.add('Bytes');
      return 'Bytes';
    }
    const item = this.expression(of);
    return /[ |]/.test(item) ? `Array<${item}>` : `${item}[]`;
  }

  basic(name) {
    const known = BASIC[name];
    if (known === undefined) throw new Error(`no TypeScript for the Go type ${name} in ${this.subpath}`);
    if (/^[A-Z]/.test(known)) this.imports.schemaTypes.add(known);
    return known;
  }

  reference({ package: path, name }) {
    const subpath = this.subpathOf.get(path);
    if (subpath === undefined) throw new Error(`${path}.${name} is not read, but ${this.subpath} needs it`);
    if (subpath === META && FROM_SCHEMA_TYPES.includes(name)) {
      this.imports.schemaTypes.add(name);
      return name;
    }
    if (subpath === META && FROM_META.includes(name)) {
      this.imports.runtimeMeta.add(name);
      return name;
    }
    if (subpath === this.subpath) return name;
    this.imports.packages.add(subpath);
    return `${aliasOf(subpath)}.${name}`;
  }
}
