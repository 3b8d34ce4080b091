/** Schemas of the types that `kbts/runtime` exports. */
import type { JsonSchema } from '../../model/schema.js';

const INT_OR_STRING: JsonSchema = {
  anyOf: [{ type: 'integer' }, { type: 'string' }],
  'x-kubernetes-int-or-string': true,
};

const QUANTITY_PATTERN = String.raw`^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$`;

const TEXTS: JsonSchema = { type: 'array', items: { type: 'string' } };
const TEXT_MAP: JsonSchema = { type: 'object', additionalProperties: { type: 'string' } };

/** Types that take no arguments, by name. */
export const KNOWN_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Int32: { type: 'integer', format: 'int32' },
  Int64: { type: 'integer', format: 'int64' },
  Float: { type: 'number', format: 'float' },
  Double: { type: 'number', format: 'double' },
  Quantity: { ...INT_OR_STRING, pattern: QUANTITY_PATTERN },
  IntOrString: INT_OR_STRING,
  Duration: { type: 'string' },
  Time: { type: 'string', format: 'date-time' },
  MicroTime: { type: 'string', format: 'date-time' },
  Bytes: { type: 'string', format: 'byte' },
  Json: { 'x-kubernetes-preserve-unknown-fields': true },
  RawExtension: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  EmbeddedResource: {
    type: 'object',
    'x-kubernetes-embedded-resource': true,
    'x-kubernetes-preserve-unknown-fields': true,
  },
  ListMeta: { type: 'object' },
};

/** Metadata inside a spec: what templates of objects carry. */
export const EMBEDDED_OBJECT_META: JsonSchema = {
  type: 'object',
  properties: {
    annotations: TEXT_MAP,
    finalizers: TEXTS,
    labels: TEXT_MAP,
    name: { type: 'string' },
    namespace: { type: 'string' },
  },
};

/** `apiVersion` and `kind` of every kind, with the words that Kubernetes uses. */
export const TYPE_META_PROPERTIES: Readonly<Record<'apiVersion' | 'kind', JsonSchema>> = {
  apiVersion: {
    type: 'string',
    description: [
      'APIVersion defines the versioned schema of this representation of an object.',
      'Servers should convert recognized schemas to the latest internal value, and',
      'may reject unrecognized values.',
      'More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources',
    ].join('\n'),
  },
  kind: {
    type: 'string',
    description: [
      'Kind is a string value representing the REST resource this object represents.',
      'Servers may infer this from the endpoint the client submits requests to.',
      'Cannot be updated.',
      'In CamelCase.',
      'More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds',
    ].join('\n'),
  },
};

/** Types that are spelled-out primitives: markers replace their keywords instead of adding to them. */
export const PLAIN_TYPES: ReadonlySet<string> = new Set(['Int32', 'Int64', 'Float', 'Double', 'Bytes']);
