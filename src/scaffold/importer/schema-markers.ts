/** What a schema says beyond its type, as markers. */
import type { Schema } from './crd.js';
import { jsonText, visible } from './source-text.js';

const BOUNDS: Readonly<Record<string, string>> = {
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

/** The keywords that types and markers can say. */
export const KNOWN_KEYWORDS: ReadonlySet<string> = new Set([...Object.keys(BOUNDS), ...OTHERS.split(/\s+/)]);

/** The pattern of Kubernetes' quantities. */
const QUANTITY = String.raw`^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$`;

/** Whether the type `Quantity` says it all. */
export function isQuantity(schema: Schema): boolean {
  return schema['x-kubernetes-int-or-string'] === true && schema.pattern === QUANTITY && schema['anyOf'] !== undefined;
}

/** The strings of an enum that is written as a union of literals. */
export function literalsOf({ type, enum: values, nullable }: Schema): string[] | undefined {
  if (type !== 'string' || values === undefined || nullable === true) return undefined;
  const texts = values.filter((value) => typeof value === 'string');
  return texts.length === values.length && new Set(texts).size === texts.length ? texts : undefined;
}

/** A string as markers quote it, on one line and without invisible characters. */
export function quoted(text: string): string {
  return visible(JSON.stringify(text));
}

function json(value: unknown): string {
  return visible(jsonText(value));
}

/** The markers above a declaration; those of a field can say more than those of a type. */
export function schemaMarkers(schema: Schema, target: 'type' | 'field'): string[] {
  return [
    ...rawMarkers(schema),
    ...boundMarkers(schema),
    ...textMarkers(schema),
    ...(target === 'field' ? fieldMarkers(schema) : []),
    ...kubernetesMarkers(schema),
  ];
}

/** Keywords that only `+kbts:schema` can say: combinations, and bounds of strings on something that is none. */
function isRaw(schema: Schema, key: string): boolean {
  if (key === 'anyOf') return schema['x-kubernetes-int-or-string'] !== true;
  if (key === 'oneOf' || key === 'allOf' || key === 'not') return true;
  const isText = schema.type === 'string' || schema['x-kubernetes-int-or-string'] === true;
  return !isText && (key === 'maxLength' || key === 'minLength' || key === 'pattern');
}

function rawMarkers(schema: Schema): string[] {
  const raw = Object.keys(schema).filter((key) => isRaw(schema, key) && schema[key] !== undefined);
  return raw.length === 0 ? [] : [`+kbts:schema=${json(Object.fromEntries(raw.map((key) => [key, schema[key]])))}`];
}

function boundMarkers(schema: Schema): string[] {
  return Object.entries(BOUNDS)
    .filter(([key]) => schema[key] !== undefined && !isRaw(schema, key))
    .map(([key, name]) => `+kubebuilder:validation:${name}=${String(schema[key])}`);
}

function textMarkers(schema: Schema): string[] {
  const { type, format, pattern, title, externalDocs, enum: values } = schema;
  const markers: string[] = [];
  const isNumeric = type === 'integer' || type === 'number';
  if (type === 'number' && format === undefined) markers.push('+kubebuilder:validation:Type=number');
  const isOfType =
    (isNumeric && /^(?:int32|int64|float|double)$/.test(format ?? '')) || (type === 'string' && format === 'date-time');
  if (format !== undefined && !isOfType) markers.push(`+kubebuilder:validation:Format=${quoted(format)}`);
  if (pattern !== undefined && !isRaw(schema, 'pattern') && !isQuantity(schema))
    markers.push(`+kubebuilder:validation:Pattern=${quoted(pattern)}`);
  if (title !== undefined) markers.push(`+kubebuilder:title=${quoted(title)}`);
  if (externalDocs !== undefined) {
    const { url = '', description } = externalDocs;
    const more = description === undefined ? '' : `,description=${quoted(description)}`;
    markers.push(`+kubebuilder:externalDocs:url=${quoted(url)}${more}`);
  }
  if (values !== undefined && literalsOf(schema) === undefined)
    markers.push(
      `+kubebuilder:validation:Enum=${values.map((value) => (typeof value === 'string' ? quoted(value) : json(value))).join(';')}`,
    );
  return markers;
}

function fieldMarkers(schema: Schema): string[] {
  const markers: string[] = [];
  if (schema['default'] !== undefined) markers.push(`+default=${json(schema['default'])}`);
  if (schema['example'] !== undefined) markers.push(`+kubebuilder:example=${json(schema['example'])}`);
  if (schema['x-kubernetes-int-or-string'] === true && schema['anyOf'] === undefined)
    markers.push('+kubebuilder:validation:Schemaless', '+kubebuilder:validation:XIntOrString');
  if (schema.nullable === true && schema.enum !== undefined) markers.push('+nullable');
  return markers;
}

function kubernetesMarkers(schema: Schema): string[] {
  const markers: string[] = [];
  const isBare =
    schema.type === 'object' && schema.properties === undefined && schema.additionalProperties === undefined;
  if (schema['x-kubernetes-preserve-unknown-fields'] === true && schema.type !== undefined && !isBare)
    markers.push('+kubebuilder:pruning:PreserveUnknownFields');
  if (schema['x-kubernetes-embedded-resource'] === true && schema.properties !== undefined)
    markers.push('+kubebuilder:validation:XEmbeddedResource');
  const listType = schema['x-kubernetes-list-type'];
  if (listType !== undefined) markers.push(`+listType=${listType}`);
  for (const key of schema['x-kubernetes-list-map-keys'] ?? []) markers.push(`+listMapKey=${bare(key)}`);
  const mapType = schema['x-kubernetes-map-type'];
  if (mapType !== undefined) markers.push(`+mapType=${mapType}`);
  for (const rule of schema['x-kubernetes-validations'] ?? []) {
    const parts = Object.entries(rule).map(
      ([key, value]) => `${key}=${typeof value === 'string' ? quoted(value) : String(value)}`,
    );
    markers.push(`+kubebuilder:validation:XValidation:${parts.join(',')}`);
  }
  return markers;
}

function bare(text: string): string {
  return /^[A-Za-z_]\w*$/.test(text) ? text : quoted(text);
}
