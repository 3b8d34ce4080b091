/** Writes the types of one version of a kind. */
import type { Schema } from './crd.js';
import { NotExpressible } from './not-expressible.js';
import { isQuantity, KNOWN_KEYWORDS, literalsOf, schemaMarkers } from './schema-markers.js';
import { isShape, type Position, Shapes, stable } from './shapes.js';
import { docComment, propertyName, stringLiteral } from './source-text.js';
import type { TypeNames } from './type-names.js';

/** A type, and whether it needs parentheses before `[]`. */
interface Written {
  readonly text: string;
  readonly isUnion?: boolean;
}

/** How to write. */
export interface WriterOptions {
  readonly kind: string;
  readonly names: TypeNames;
  /** Whether what cannot be said is an error; otherwise the type says as much as it can. */
  readonly isStrict: boolean;
  /** Where the fields of the root stand; fields unless told. */
  readonly rootPosition?: Position;
}

/** Types with markers, and what they need from `kbts/runtime`. */
export class TypeWriter {
  readonly declarations: string[] = [];
  readonly #imported = new Map<string, string>();
  readonly #written = new Map<string, string>();
  readonly #shapes: Shapes;
  readonly #options: WriterOptions;

  constructor(root: Schema, options: WriterOptions) {
    this.#options = options;
    this.#check(root, [], 'field');
    this.#shapes = new Shapes(options.kind, options.names);
    this.#shapes.name(root, options.rootPosition ?? 'field');
  }

  /** The names to import, an alias where the kind has the same name. */
  imports(): string[] {
    return [...this.#imported]
      .sort(([left], [right]) => (left.toLowerCase() < right.toLowerCase() ? -1 : 1))
      .map(([name, local]) => (local === name ? name : `${name} as ${local}`));
  }

  imported(name: string): string {
    const local = this.#imported.get(name) ?? (name === this.#options.kind ? `Kube${name}` : name);
    this.#imported.set(name, local);
    return local;
  }

  members({ properties = {}, required = [] }: Schema, path: readonly string[]): string {
    return Object.entries(properties)
      .map(([name, property]) => this.#member(name, property, required.includes(name), [...path, name]))
      .join('');
  }

  #member(name: string, schema: Schema, isRequired: boolean, path: readonly string[]): string {
    // An object's type says what it has to say; its field has the rest.
    const own = isShape(schema) ? fieldPart(schema) : schema;
    const markers = schemaMarkers(own, 'field').map((marker) => `  // ${marker}\n`);
    const type = this.typeOf(schema, path, 'field').text;
    return `${docComment(schema.description, '  ')}${markers.join('')}  ${propertyName(name)}${isRequired ? '' : '?'}: ${type};\n`;
  }

  /** The type of a schema; declares what it needs. */
  typeOf(schema: Schema, path: readonly string[], position: Position): Written {
    this.#check(schema, path, position);
    const type = position === 'element' ? this.#element(schema, path) : this.#plain(schema, path, position);
    const isNull = schema.nullable === true && schema.enum === undefined;
    return isNull ? { text: `${type.text} | null`, isUnion: true } : type;
  }

  #check(schema: Schema, path: readonly string[], position: Position): void {
    const unknown = Object.keys(schema).find((key) => !KNOWN_KEYWORDS.has(key));
    if (unknown !== undefined) this.#cannot(path, `has the keyword "${unknown}"`);
    if (schema.properties !== undefined && schema.additionalProperties !== undefined)
      this.#cannot(path, 'has both properties and additionalProperties');
    const missing = schema.required?.find((name) => !Object.hasOwn(schema.properties ?? {}, name));
    if (missing !== undefined) this.#cannot(path, `requires "${missing}", which is not one of its fields`);
    if (schema.additionalProperties === true) this.#cannot(path, 'has additionalProperties: true');
    if (position === 'field') return;
    if (schema['default'] !== undefined || schema['example'] !== undefined)
      this.#cannot(path, 'is an item or a value with a default or an example');
    if (schema.nullable === true && schema.enum !== undefined)
      this.#cannot(path, 'is an item or a value with an enum that may be null');
    if (schema['x-kubernetes-int-or-string'] === true && schema['anyOf'] === undefined)
      this.#cannot(path, 'is a number or a string without anyOf');
  }

  /** Items and map values with anything of their own need a name above which it stands. */
  #element(schema: Schema, path: readonly string[]): Written {
    const markers = schemaMarkers(schema, 'type');
    if (isShape(schema) || (markers.length === 0 && (schema.description ?? '').trim() === ''))
      return this.#plain(schema, path, 'element');
    const { nullable: _, ...own } = schema;
    const key = stable(own);
    const known = this.#written.get(key);
    if (known !== undefined) return { text: known };
    const name = this.#options.names.choose(this.#options.kind, path);
    this.#written.set(key, name);
    const index = this.declarations.push('') - 1;
    const above = docComment(schema.description, '') + markers.map((marker) => `// ${marker}\n`).join('');
    this.declarations[index] = `${above}export type ${name} = ${this.#plain(schema, path, 'element').text};`;
    return { text: name };
  }

  #plain(schema: Schema, path: readonly string[], position: Position): Written {
    if (schema['x-kubernetes-int-or-string'] === true)
      return { text: this.imported(isQuantity(schema) ? 'Quantity' : 'IntOrString') };
    if (schema['x-kubernetes-embedded-resource'] === true && schema.properties === undefined)
      return { text: this.imported('EmbeddedResource') };
    const literals = literalsOf(schema);
    if (literals !== undefined) return { text: literals.map(stringLiteral).join(' | '), isUnion: literals.length > 1 };
    switch (schema.type) {
      case 'string':
        return { text: schema.format === 'date-time' ? this.imported('Time') : 'string' };
      case 'boolean':
        return { text: 'boolean' };
      case 'integer':
      case 'number':
        return { text: this.#number(schema) };
      case 'array':
        return this.#array(schema, path);
      case 'object':
        return this.#object(schema, path, position);
      default:
        if (schema['x-kubernetes-preserve-unknown-fields'] !== true) this.#cannot(path, 'has no type');
        return { text: this.imported('Json') };
    }
  }

  #number({ type, format }: Schema): string {
    if (type === 'integer')
      return format === 'int32' ? this.imported('Int32') : format === 'int64' ? this.imported('Int64') : 'number';
    return format === 'float' ? this.imported('Float') : format === 'double' ? this.imported('Double') : 'number';
  }

  #array(schema: Schema, path: readonly string[]): Written {
    if (schema.items === undefined) this.#cannot(path, 'is a list without items');
    const { text, isUnion } = this.typeOf(schema.items ?? {}, [...path, '[]'], 'element');
    return { text: isUnion === true ? `(${text})[]` : `${text}[]` };
  }

  #object(schema: Schema, path: readonly string[], position: Position): Written {
    if (isShape(schema)) return { text: this.shape(schema, path, position) };
    const value = schema.additionalProperties;
    if (typeof value === 'object') return { text: this.#map(this.typeOf(value, [...path, '{}'], 'element').text) };
    if (schema['x-kubernetes-preserve-unknown-fields'] !== true && value !== true) return { text: '{}' };
    // Only `object` says that unknown fields stay; to read them, a map is better.
    return { text: this.#options.isStrict ? 'object' : this.#map(this.imported('Json')) };
  }

  #map(value: string): string {
    return this.#options.kind === 'Record' ? `{ [key: string]: ${value} }` : `Record<string, ${value}>`;
  }

  /** The name of an object's type, which is declared when it is used for the first time. */
  shape(schema: Schema, path: readonly string[], position: Position): string {
    const name = this.#shapes.nameOf(schema, path, position);
    if (this.#written.has(name)) return name;
    this.#written.set(name, name);
    const index = this.declarations.push('') - 1;
    const doc = docComment(this.#shapes.wordsOf(name), '');
    const markers = schemaMarkers(typePart(schema), 'type').map((marker) => `// ${marker}\n`);
    this.declarations[index] = `${doc}${markers.join('')}export interface ${name} {\n${this.members(schema, path)}}`;
    return name;
  }

  #cannot(path: readonly string[], problem: string): void {
    if (!this.#options.isStrict) return;
    throw new NotExpressible(path.join('.').replaceAll(/\.([[{])/g, '$1') || 'the object', problem);
  }
}

/** What a field says of an object with a type of its own. */
function fieldPart(schema: Schema): Schema {
  const { default: value, example } = schema;
  return {
    type: 'object',
    properties: {},
    ...(value !== undefined && { default: value }),
    ...(example !== undefined && { example }),
  };
}

function typePart(schema: Schema): Schema {
  const { default: _v, example: _e, nullable: _n, ...own } = schema;
  return own;
}
