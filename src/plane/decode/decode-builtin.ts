/** Reading built-in kinds as Go would: nulls mean absent, unknown fields are found, wrong types are refused. */
import { copyDigits } from '../../kubernetes/json/exact-integers.js';
import type { ApiObject, Metadata } from '../storage/api-object.js';
import { canonicalValue, NotCanonical } from '../builtin/canonical-values.js';
import { DecodeFailure } from './decode-failure.js';
import { isObject, setOwn, type JsonObject, type JsonValue } from '../../kubernetes/json/json-value.js';
import { isZeroOmitted } from '../protobuf/omitted-zeros.js';
import { apiVersionOf, type ResourceType } from '../resources/resource-type.js';
import type { SchemaNode } from '../../kubernetes/schema/schema-node.js';

/** A built-in object with only what its type knows. */
export interface Decoded {
  readonly decoded: ApiObject;
  readonly unknown: readonly string[];
}

/** Decodes an object of a built-in kind. Throws 400 when a value has the wrong type. */
export function decodeBuiltin(object: ApiObject, type: ResourceType): Decoded {
  const reader = new Reader(type);
  const decoded = reader.read(object, type.schema, { path: '', owner: type.kind, trail: '' });
  return { decoded: decoded as ApiObject, unknown: reader.unknown };
}

/** Checks the types in the metadata of a custom object; unknown fields stay for pruning. */
export function decodeMetadata(metadata: Metadata, type: ResourceType): Metadata {
  const schema = type.schema?.properties?.['metadata'];
  if (schema === undefined) return metadata;
  // All kinds have the same metadata.
  const reader = new Reader(type, { apiVersion: 'v1', kind: 'ConfigMap', prefix: 'metadata.' });
  const decoded = reader.read(metadata, schema, { path: '', owner: 'ObjectMeta', trail: '' });
  return reader.unknown.length === 0 ? (decoded as Metadata) : metadata;
}

/** Lists with a default, where an empty one is not the same as none, and managedFields, which an empty one clears. */
const EMPTY_LISTS = new Set([
  'spec.behavior.scaleUp.policies',
  'spec.behavior.scaleDown.policies',
  'metadata.managedFields',
]);

interface Place {
  readonly path: string;
  /** The Go struct of the field, for messages. */
  readonly owner: string;
  readonly trail: string;
}

/** The struct that is read, as a part of a kind. */
interface Root {
  readonly apiVersion: string;
  readonly kind: string;
  readonly prefix: string;
}

class Reader {
  readonly unknown: string[] = [];
  private readonly type: ResourceType;
  private readonly root: Root;
  constructor(type: ResourceType, root: Root = { apiVersion: apiVersionOf(type), kind: type.kind, prefix: '' }) {
    this.type = type;
    this.root = root;
  }

  read(value: JsonValue, schema: SchemaNode | undefined, place: Place): JsonValue {
    if (schema === undefined || isOpen(schema)) return value;
    if (Array.isArray(value) && schema.format === 'byte' && value.every(isByte)) {
      return Buffer.from(value as number[]).toString('base64');
    }
    this.checkType(value, schema, place);
    if (Array.isArray(value)) {
      const { items } = schema;
      const list = value.map((item, index) =>
        this.read(item ?? zeroOf(items), items, { ...place, path: `${place.path}[${index}]` }),
      );
      copyDigits(value, list);
      return list;
    }
    if (isObject(value)) return this.readObject(value, schema, place);
    return this.canonical(value, schema, place);
  }

  private readObject(value: JsonObject, schema: SchemaNode, place: Place): JsonObject {
    const { properties, additionalProperties } = schema;
    const entries = typeof additionalProperties === 'object' ? additionalProperties : undefined;
    const result: JsonObject = {};
    for (const key of Object.keys(value)) {
      const member = value[key];
      const path = place.path === '' ? key : `${place.path}.${key}`;
      const isKnown = properties !== undefined && Object.hasOwn(properties, key);
      const child = isKnown ? properties[key] : entries;
      if (child === undefined) {
        this.unknown.push(path);
        continue;
      }
      const isRequired = schema.required?.includes(key) === true;
      const isLeftOut =
        !isRequired &&
        !EMPTY_LISTS.has(`${this.root.prefix}${path}`) &&
        fits(member ?? null, child) &&
        isOmitted(member ?? null, child);
      if (member === null && !isKnown && child.type === 'string') setOwn(result, key, '');
      if (member === undefined || member === null || isLeftOut) continue;
      const trail = isKnown ? (place.trail === '' ? key : `${place.trail}.${key}`) : place.trail;
      if (isZero(member) && isKnown && fits(member, child) && this.omits(trail)) continue;
      const owner = place.path === '' ? structName(place.owner, key) : place.owner;
      setOwn(result, key, this.read(member, child, { path, trail, owner }));
    }
    copyDigits(value, result);
    return result;
  }

  private omits(trail: string): boolean {
    return isZeroOmitted(this.root.apiVersion, this.root.kind, `${this.root.prefix}${trail}`);
  }

  private canonical(value: JsonValue, schema: SchemaNode, { path }: Place): JsonValue {
    try {
      return canonicalValue(value, schema, path.split('.').at(-1) ?? '');
    } catch (error) {
      if (!(error instanceof NotCanonical)) throw error;
      throw new DecodeFailure(this.type.kind, this.type.version, error.message);
    }
  }

  private checkType(value: JsonValue, schema: SchemaNode, place: Place): void {
    const expected = goType(schema);
    if (expected === undefined || value === null || fits(value, schema)) return;
    const given = Array.isArray(value)
      ? 'array'
      : isObject(value)
        ? 'object'
        : typeof value === 'boolean'
          ? 'bool'
          : typeof value;
    const shown = typeof value === 'number' && schema.type === 'integer' ? `number ${value}` : given;
    const { kind, version } = this.type;
    throw new DecodeFailure(
      kind,
      version,
      `json: cannot unmarshal ${shown} into Go struct field ${place.owner}.${place.trail} of type ${expected}`,
    );
  }
}

function isZero(value: JsonValue): boolean {
  return value === '' || value === 0 || value === false;
}

/** What Go decodes null in a list to. */
function zeroOf(schema: SchemaNode | undefined): JsonValue {
  if (schema?.type === 'object') return {};
  return schema?.type === 'string' ? '' : null;
}

/** Go reads bytes from a list of numbers, too. */
function isByte(value: JsonValue): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255;
}

/** Go names the struct of a field after its kind. */
function structName(kind: string, key: string): string {
  if (key === 'spec') return `${kind}Spec`;
  return key === 'status' ? `${kind}Status` : kind;
}

/** Go leaves out empty lists and maps, but not empty structs. */
function isOmitted(value: JsonValue, schema: SchemaNode): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && typeof schema.additionalProperties === 'object' && Object.keys(value).length === 0;
}

function isOpen(schema: SchemaNode): boolean {
  return schema['x-kubernetes-preserve-unknown-fields'] === true && schema.properties === undefined;
}

function fits(value: JsonValue, schema: SchemaNode): boolean {
  if (schema['x-kubernetes-int-or-string'] === true) return typeof value === 'string' || Number.isInteger(value);
  switch (schema.type) {
    case 'string':
      return typeof value === 'string';
    case 'integer':
      return typeof value === 'number' && Number.isInteger(value);
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    default:
      return true;
  }
}

function goType(schema: SchemaNode): string | undefined {
  if (schema['x-kubernetes-int-or-string'] === true) return 'int32';
  switch (schema.type) {
    case 'string':
      return 'string';
    case 'integer':
      return schema.format === 'int64' ? 'int64' : 'int32';
    case 'number':
      return 'float64';
    case 'boolean':
      return 'bool';
    case 'array':
      return '[]'.concat(schema.items === undefined ? 'interface {}' : (goType(schema.items) ?? 'interface {}'));
    case 'object':
      return typeof schema.additionalProperties === 'object' ? 'map[string]string' : 'struct';
    default:
      return undefined;
  }
}
