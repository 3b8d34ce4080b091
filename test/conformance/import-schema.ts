/** A schema of a CRD → TypeScript types with markers. */

/** One node of a schema. */
export type Schema = Readonly<Record<string, unknown>> & {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
};

/** Something that no type and no marker can say. */
export class NotExpressible extends Error {
  override readonly name = 'NotExpressible';
}

const VALIDATION: Readonly<Record<string, string>> = {
  maximum: 'Maximum',
  minimum: 'Minimum',
  exclusiveMaximum: 'ExclusiveMaximum',
  exclusiveMinimum: 'ExclusiveMinimum',
  multipleOf: 'MultipleOf',
  maxLength: 'MaxLength',
  minLength: 'MinLength',
  maxItems: 'MaxItems',
  minItems: 'MinItems',
  maxProperties: 'MaxProperties',
  minProperties: 'MinProperties',
};

const OTHERS = `type format description title properties required items additionalProperties enum default pattern nullable
  x-kubernetes-preserve-unknown-fields x-kubernetes-embedded-resource x-kubernetes-int-or-string x-kubernetes-list-type
  x-kubernetes-list-map-keys x-kubernetes-map-type x-kubernetes-validations externalDocs anyOf oneOf allOf not example`;
const HANDLED = new Set([...Object.keys(VALIDATION), ...OTHERS.split(/\s+/)]);

/** Writes the types of one version. */
export class SchemaImporter {
  readonly aliases: string[] = [];

  member(name: string, schema: Schema, isRequired: boolean, depth: number): string {
    const pad = '  '.repeat(depth);
    const lines = [
      ...this.comment(schema, pad),
      ...this.markers(schema, 'field').map((marker) => `${pad}// ${marker}`),
    ];
    lines.push(`${pad}${JSON.stringify(name)}${isRequired ? '' : '?'}: ${this.type(schema, depth, true)};`);
    return lines.join('\n');
  }

  comment(schema: Schema, pad: string): string[] {
    const { description } = schema as { description?: string };
    return description === undefined ? [] : description.split('\n').map((line) => `${pad}// ${line}`.trimEnd());
  }

  type(schema: Schema, depth: number, isField = false): string {
    const unknown = Object.keys(schema).find((key) => !HANDLED.has(key));
    if (unknown !== undefined) throw new NotExpressible(unknown);
    if (schema['x-kubernetes-int-or-string'] === true) {
      if (schema['anyOf'] === undefined && !isField) throw new NotExpressible('int-or-string without anyOf in a list');
      return 'k.IntOrString';
    }
    if (schema['x-kubernetes-embedded-resource'] === true && schema.properties === undefined)
      return 'k.EmbeddedResource';
    switch (schema.type) {
      case 'string':
      case 'boolean':
        return schema.type;
      case 'integer':
        return schema['format'] === 'int32' ? 'k.Int32' : schema['format'] === 'int64' ? 'k.Int64' : 'number';
      case 'number':
        return schema['format'] === 'float' ? 'k.Float' : schema['format'] === 'double' ? 'k.Double' : 'number';
      case 'array':
        if (schema.items === undefined) throw new NotExpressible('array without items');
        return `${this.element(schema.items, depth)}[]`;
      case 'object':
        return this.object(schema, depth);
      default:
        if (schema['x-kubernetes-preserve-unknown-fields'] === true) return 'unknown';
        throw new NotExpressible('no type');
    }
  }

  private object(schema: Schema, depth: number): string {
    const { properties, additionalProperties } = schema;
    if (properties !== undefined && additionalProperties !== undefined)
      throw new NotExpressible('properties and additionalProperties');
    if (typeof additionalProperties === 'object') return `Record<string, ${this.element(additionalProperties, depth)}>`;
    if (additionalProperties === true) throw new NotExpressible('additionalProperties: true');
    const required = (schema['required'] as string[] | undefined) ?? [];
    if (required.some((name) => !Object.hasOwn(properties ?? {}, name)))
      throw new NotExpressible('required without property');
    if (properties === undefined) return schema['x-kubernetes-preserve-unknown-fields'] === true ? 'object' : '{}';
    const members = Object.entries(properties).map(([name, child]) =>
      this.member(name, child, required.includes(name), depth + 1),
    );
    return `{\n${members.join('\n')}\n${'  '.repeat(depth)}}`;
  }

  /** Items and map values with anything of their own need a name to put it on. */
  private element(schema: Schema, depth: number): string {
    const markers = this.markers(schema, 'type');
    if (schema['default'] !== undefined || schema['example'] !== undefined)
      throw new NotExpressible('default of an element');
    const isNullable = schema['nullable'] === true;
    if (isNullable && schema['enum'] !== undefined) throw new NotExpressible('nullable enum');
    const type = this.type(schema, markers.length > 0 || schema['description'] !== undefined ? 0 : depth);
    const whole = isNullable ? `${type} | null` : type;
    if (markers.length === 0 && schema['description'] === undefined) return isNullable ? `(${whole})` : whole;
    const name = `Element${this.aliases.length}`;
    this.aliases.push(
      [
        ...this.comment(schema, ''),
        ...markers.map((marker) => `// ${marker}`),
        `export type ${name} = ${whole};`,
        '',
      ].join('\n'),
    );
    return name;
  }

  markers(schema: Schema, target: 'type' | 'field'): string[] {
    const markers: string[] = [];
    const raw = Object.keys(schema).filter((key) => isRaw(schema, key) && schema[key] !== undefined);
    if (raw.length > 0)
      markers.push(`+kbts:schema=${JSON.stringify(Object.fromEntries(raw.map((key) => [key, schema[key]])))}`);
    for (const [key, name] of Object.entries(VALIDATION)) {
      if (schema[key] !== undefined && !raw.includes(key))
        markers.push(`+kubebuilder:validation:${name}=${String(schema[key])}`);
    }
    const { format, pattern, title, externalDocs } = schema as {
      format?: string;
      pattern?: string;
      title?: string;
      externalDocs?: { url: string; description?: string };
    };
    if (schema.type === 'number' && format === undefined) markers.push('+kubebuilder:validation:Type=number');
    const isNumeric = schema.type === 'integer' || schema.type === 'number';
    if (format !== undefined && !(isNumeric && /^(?:int32|int64|float|double)$/.test(format)))
      markers.push(`+kubebuilder:validation:Format=${JSON.stringify(format)}`);
    if (pattern !== undefined && !raw.includes('pattern'))
      markers.push(`+kubebuilder:validation:Pattern=${quote(pattern)}`);
    if (title !== undefined) markers.push(`+kubebuilder:title=${quote(title)}`);
    if (externalDocs !== undefined)
      markers.push(
        `+kubebuilder:externalDocs:url=${quote(externalDocs.url)}${externalDocs.description === undefined ? '' : `,description=${quote(externalDocs.description)}`}`,
      );
    const values = schema['enum'] as (string | number)[] | undefined;
    if (values !== undefined)
      markers.push(
        `+kubebuilder:validation:Enum=${values.map((value) => (typeof value === 'string' ? quote(value) : value)).join(';')}`,
      );
    if (target === 'field' && schema['default'] !== undefined)
      markers.push(`+default=${JSON.stringify(schema['default'])}`);
    if (target === 'field' && schema['example'] !== undefined)
      markers.push(`+kubebuilder:example=${JSON.stringify(schema['example'])}`);
    if (target === 'field' && schema['x-kubernetes-int-or-string'] === true && schema['anyOf'] === undefined)
      markers.push('+kubebuilder:validation:Schemaless', '+kubebuilder:validation:XIntOrString');
    if (target === 'field' && schema['nullable'] === true) markers.push('+nullable');
    const isBareObject =
      schema.type === 'object' && schema.properties === undefined && schema.additionalProperties === undefined;
    const saysSo = schema.type === undefined || isBareObject;
    if (schema['x-kubernetes-preserve-unknown-fields'] === true && !saysSo) {
      markers.push('+kubebuilder:pruning:PreserveUnknownFields');
    }
    if (schema['x-kubernetes-embedded-resource'] === true && schema.properties !== undefined)
      markers.push('+kubebuilder:validation:XEmbeddedResource');
    if (schema['x-kubernetes-list-type'] !== undefined)
      markers.push(`+listType=${String(schema['x-kubernetes-list-type'])}`);
    for (const key of (schema['x-kubernetes-list-map-keys'] as string[] | undefined) ?? [])
      markers.push(`+listMapKey=${key}`);
    if (schema['x-kubernetes-map-type'] !== undefined)
      markers.push(`+mapType=${String(schema['x-kubernetes-map-type'])}`);
    for (const rule of (schema['x-kubernetes-validations'] as Record<string, unknown>[] | undefined) ?? []) {
      const parts = Object.entries(rule).map(
        ([key, value]) => `${key}=${typeof value === 'string' ? quote(value) : String(value)}`,
      );
      markers.push(`+kubebuilder:validation:XValidation:${parts.join(',')}`);
    }
    return markers;
  }
}

/** Keywords that only `+kbts:schema` can say: combinations, and bounds of texts on something that is no text. */
function isRaw(schema: Schema, key: string): boolean {
  if (key === 'anyOf') return schema['x-kubernetes-int-or-string'] !== true;
  if (key === 'oneOf' || key === 'allOf' || key === 'not') return true;
  const isText = schema.type === 'string' || schema['x-kubernetes-int-or-string'] === true;
  return !isText && (key === 'maxLength' || key === 'minLength' || key === 'pattern');
}

/** A text as markers quote it. */
export function quote(text: string): string {
  return JSON.stringify(text).replaceAll(/\\u([\da-f]{4})/g, '\\u$1');
}
