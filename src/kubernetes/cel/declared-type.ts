/** Schemas as CEL sees them: a type, and how large its values can be as the API server assumes it. */
import type { Structural } from '../schema/structural.js';
import { escapeCelName, isCelReachable } from './field-name.js';
import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  listOf,
  mapOf,
  STRING,
  structOf,
  TIMESTAMP,
  type Type,
} from './check/types.js';

/** The type of a schema's values, with their sizes. */
export interface DeclaredType {
  readonly type: Type;
  /** Most characters, items or entries of a value; 0 for values that have no size. */
  readonly largest: number;
  /** Fewest bytes that a value takes in JSON. */
  readonly smallest: number;
  /** Whether the schema limits the size, not only the size of a request. */
  readonly isBounded: boolean;
  /** Items of a list or values of a map. */
  readonly element?: DeclaredType;
  /** Fields of an object, by the names that rules write. */
  readonly fields?: ReadonlyMap<string, DeclaredType>;
}

/** The largest request that the API server takes, in bytes. */
export const MAX_REQUEST = 3 * 1024 * 1024;

const plain = (type: Type, smallest = 0, largest = 0): DeclaredType => ({ type, largest, smallest, isBounded: true });

/** The keys of maps have no size of their own for the API server. */
export const KEY = plain(STRING, 2);

/** The type that rules see, or `undefined` where they see nothing. Objects of a kind have `isRoot`. */
export function declareType(schema: Structural, isRoot = false, name = 'self'): DeclaredType | undefined {
  if (schema['x-kubernetes-int-or-string'] === true) return textType(DYN, schema, 1);
  switch (schema.type) {
    case 'array':
      return listType(schema, name);
    case 'object':
      return typeof schema.additionalProperties === 'object' ? mapType(schema, name) : objectType(schema, isRoot, name);
    case 'string':
      return stringType(schema);
    case 'boolean':
      return plain(BOOL, 4);
    case 'number':
      return plain(DOUBLE, 1);
    case 'integer':
      return plain(INT, 1);
    default:
      return undefined;
  }
}

function child(schema: Structural, name: string): DeclaredType | undefined {
  return declareType(schema, schema['x-kubernetes-embedded-resource'] === true, name);
}

function listType(schema: Structural, name: string): DeclaredType | undefined {
  const element = schema.items === undefined ? undefined : child(schema.items, `${name}.@idx`);
  if (element === undefined) return undefined;
  const { maxItems } = schema;
  const most = Math.floor((MAX_REQUEST - 2) / (element.smallest + 1));
  const largest = maxItems === undefined ? most : Math.max(0, Number(maxItems));
  return { type: listOf(element.type), largest, smallest: 2, isBounded: maxItems !== undefined, element };
}

function mapType(schema: Structural, name: string): DeclaredType | undefined {
  const { additionalProperties, maxProperties } = schema;
  const element = typeof additionalProperties === 'object' ? child(additionalProperties, `${name}.@elem`) : undefined;
  if (element === undefined) return undefined;
  // A key takes two quotes, a colon and a comma, and two characters at least.
  const most = Math.floor((MAX_REQUEST - 2) / (element.smallest + 6));
  const largest = maxProperties === undefined ? most : Math.max(0, Number(maxProperties));
  return { type: mapOf(STRING, element.type), largest, smallest: 2, isBounded: maxProperties !== undefined, element };
}

/** Kubernetes' own types are deep, so that fields are only declared when a rule looks at them. */
function objectType(schema: Structural, isRoot: boolean, name: string): DeclaredType {
  let fields: ReadonlyMap<string, DeclaredType> | undefined;
  let smallest: number | undefined;
  const found = (): ReadonlyMap<string, DeclaredType> => (fields ??= fieldTypes(schema, isRoot, name));
  const types = (): ReadonlyMap<string, Type> => new Map([...found()].map(([field, { type }]) => [field, type]));
  return {
    type: structOf(name, types),
    largest: 0,
    isBounded: true,
    get fields() {
      return found();
    },
    get smallest() {
      return (smallest ??= smallestObject(schema, name));
    },
  };
}

function fieldTypes(schema: Structural, isRoot: boolean, path: string): ReadonlyMap<string, DeclaredType> {
  const properties = { ...schema.properties, ...(isRoot && ROOT_PROPERTIES) };
  const entries = Object.entries(properties).flatMap(([name, property]): [string, DeclaredType][] => {
    const type = isCelReachable(name) ? child(property, `${path}.${name}`) : undefined;
    return type === undefined ? [] : [[escapeCelName(name), type]];
  });
  return new Map(entries);
}

const MAX_NAME = 253;
const ROOT_PROPERTIES: Readonly<Record<string, Structural>> = {
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
function smallestObject({ required = [], properties = {} }: Structural, path: string): number {
  const sizes = [...new Set(required)].map((name) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const type =
      property === undefined || property.default !== undefined ? undefined : child(property, `${path}.${name}`);
    return type === undefined ? 0 : Buffer.byteLength(name) + 4 + type.smallest;
  });
  return sizes.reduce((sum, size) => sum + size, 2);
}

function stringType(schema: Structural): DeclaredType {
  switch (schema.format) {
    case 'byte':
      return { ...textType(BYTES, schema, 2), largest: Number(schema.maxLength ?? MAX_REQUEST - 2) };
    case 'duration':
      return plain(DURATION, 3, 32);
    case 'date':
      return plain(TIMESTAMP, 12, 12);
    case 'date-time':
      return plain(TIMESTAMP, 21, 32);
    default:
      return textType(STRING, schema, 2);
  }
}

/** Lengths are in characters, of which each can take four bytes. */
function textType(type: Type, schema: Structural, smallest: number): DeclaredType {
  const { maxLength } = schema;
  const values = type.kind === 'string' && maxLength === undefined ? schema.enum : undefined;
  if (values !== undefined && values.length > 0) {
    const lengths = values.map((value) => (typeof value === 'string' ? Buffer.byteLength(value) : 0));
    return { type, largest: Math.max(...lengths), smallest, isBounded: true };
  }
  const largest = maxLength === undefined ? MAX_REQUEST - 2 : Math.max(0, Number(maxLength)) * 4;
  return { type, largest, smallest, isBounded: maxLength !== undefined };
}
