/** Types of CEL values, and how large values of a schema can be as the API server assumes it. */
import { escapeCelName, isCelReachable } from '../model/cel-name.js';
import type { JsonSchema } from '../model/schema.js';

/** The sorts of values that costs depend on. `dyn` is anything, `opaque` one of the library's own. */
export type CelKind =
  | 'bool'
  | 'bytes'
  | 'double'
  | 'duration'
  | 'dyn'
  | 'int'
  | 'list'
  | 'map'
  | 'null'
  | 'object'
  | 'opaque'
  | 'optional'
  | 'string'
  | 'timestamp';

/** A type, with what is known of the size of its values. */
export interface CelType {
  readonly kind: CelKind;
  /** Most characters, items or entries of a value; 0 for values that have no size. */
  readonly largest: number;
  /** Fewest bytes that a value takes in JSON. */
  readonly smallest: number;
  /** Whether the schema limits the size, not only the size of a request. */
  readonly isBounded: boolean;
  /** Items of a list, values of a map, or what an optional holds. */
  readonly element?: CelType;
  /** Fields of an object, by the names that rules write. */
  readonly fields?: ReadonlyMap<string, CelType>;
}

/** The largest request that the API server takes, in bytes. */
export const MAX_REQUEST = 3 * 1024 * 1024;
const MAX_NAME = 253;

const plain = (kind: CelKind, smallest = 0, largest = 0): CelType => ({ kind, largest, smallest, isBounded: true });

/** A type of which only the sort is known. */
export function typeOfKind(kind: CelKind, element?: CelType): CelType {
  return { ...plain(kind), ...(element !== undefined && { element }) };
}

const BOOL = plain('bool', 4);
const INT = plain('int', 1);
const DOUBLE = plain('double', 1);
/** Keys of maps have no size of their own for the API server. */
export const KEY = plain('string', 2);

/** The type that rules see, or `undefined` where they see nothing. Fields are looked at when they are asked for. */
export function declareType(schema: JsonSchema, isRoot = false): CelType | undefined {
  if (schema['x-kubernetes-int-or-string'] === true) return textType('dyn', schema, 1);
  switch (schema.type) {
    case 'array':
      return listType(schema);
    case 'object':
      return typeof schema.additionalProperties === 'object' ? mapType(schema) : objectType(schema, isRoot);
    case 'string':
      return stringType(schema);
    case 'boolean':
      return BOOL;
    case 'number':
      return DOUBLE;
    case 'integer':
      return INT;
    default:
      return undefined;
  }
}

function child(schema: JsonSchema): CelType | undefined {
  return declareType(schema, schema['x-kubernetes-embedded-resource'] === true);
}

function listType(schema: JsonSchema): CelType | undefined {
  const element = schema.items === undefined ? undefined : child(schema.items);
  if (element === undefined) return undefined;
  const { maxItems } = schema;
  const largest = maxItems === undefined ? Math.floor((MAX_REQUEST - 2) / (element.smallest + 1)) : Number(maxItems);
  return { kind: 'list', largest, smallest: 2, isBounded: maxItems !== undefined, element };
}

function mapType(schema: JsonSchema): CelType | undefined {
  const { additionalProperties, maxProperties } = schema;
  const element = typeof additionalProperties === 'object' ? child(additionalProperties) : undefined;
  if (element === undefined) return undefined;
  // A key takes two quotes, a colon and a comma, and two characters at least.
  const most = Math.floor((MAX_REQUEST - 2) / (element.smallest + 6));
  const largest = maxProperties === undefined ? most : Number(maxProperties);
  return { kind: 'map', largest, smallest: 2, isBounded: maxProperties !== undefined, element };
}

/** Kubernetes' own types are deep, so that fields are only declared when a rule looks at them. */
function objectType(schema: JsonSchema, isRoot: boolean): CelType {
  let fields: ReadonlyMap<string, CelType> | undefined;
  let smallest: number | undefined;
  return {
    kind: 'object',
    largest: 0,
    isBounded: true,
    get fields() {
      return (fields ??= fieldTypes(schema, isRoot));
    },
    get smallest() {
      return (smallest ??= smallestObject(schema));
    },
  };
}

function fieldTypes(schema: JsonSchema, isRoot: boolean): ReadonlyMap<string, CelType> {
  const properties = { ...schema.properties, ...(isRoot && ROOT_PROPERTIES) };
  const entries = Object.entries(properties).flatMap(([name, property]): [string, CelType][] => {
    const type = isCelReachable(name) ? child(property) : undefined;
    return type === undefined ? [] : [[escapeCelName(name), type]];
  });
  return new Map(entries);
}

const ROOT_PROPERTIES: Readonly<Record<string, JsonSchema>> = {
  apiVersion: { type: 'string' },
  kind: { type: 'string' },
  metadata: {
    type: 'object',
    properties: {
      name: { type: 'string', maxLength: MAX_NAME },
      generateName: { type: 'string', maxLength: MAX_NAME - 1 },
    },
  },
};

/** The brackets, and every required property that has no default: its name, two quotes, a colon, a comma and a value. */
function smallestObject({ required = [], properties = {} }: JsonSchema): number {
  const sizes = required.map((name) => {
    const property = properties[name];
    const type = property === undefined || property.default !== undefined ? undefined : child(property);
    return type === undefined ? 0 : Buffer.byteLength(name) + 4 + type.smallest;
  });
  return sizes.reduce((sum, size) => sum + size, 2);
}

function stringType(schema: JsonSchema): CelType {
  switch (schema.format) {
    case 'byte':
      return { ...textType('bytes', schema, 2), largest: Number(schema.maxLength ?? MAX_REQUEST - 2) };
    case 'duration':
      return plain('duration', 3, 32);
    case 'date':
      return plain('timestamp', 12, 12);
    case 'date-time':
      return plain('timestamp', 21, 32);
    default:
      return textType('string', schema, 2);
  }
}

/** Lengths are in characters, of which each can take four bytes. */
function textType(kind: CelKind, schema: JsonSchema, smallest: number): CelType {
  const values = kind === 'string' && schema.maxLength === undefined ? schema.enum : undefined;
  if (values !== undefined && values.length > 0) {
    const lengths = values.map((value) => (typeof value === 'string' ? Buffer.byteLength(value) : 0));
    return { kind, largest: Math.max(...lengths), smallest, isBounded: true };
  }
  const { maxLength } = schema;
  const largest = maxLength === undefined ? MAX_REQUEST - 2 : Number(maxLength) * 4;
  return { kind, largest, smallest, isBounded: maxLength !== undefined };
}
