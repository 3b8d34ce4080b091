/** Reading protobuf bodies, which Go clients send for built-in kinds, as the JSON that Go would write for them. */
import { setOwn, isObject, type JsonObject, type JsonValue } from '../../kubernetes/json/json-value.js';
import { messageAt, messageOfKind, type Field } from './message-table.js';
import { isSpecial, readSpecial, type ReadNested } from './special-messages.js';
import { asBytes, asNumber, entries, ProtobufFailure, type WireValue } from './wire.js';

/** The media type. */
export const PROTOBUF = 'application/vnd.kubernetes.protobuf';

const MAGIC = Buffer.from('k8s\0', 'latin1');
/** Any kind of the group refers to the message of schemas. */
const SCHEMA_OWNER = ['apiextensions.k8s.io/v1', 'CustomResourceDefinition'] as const;

/** The object in a protobuf body, as JSON. Fields that Kubernetes does not have are refused: nothing is lost in silence. */
export function protobufToJson(body: Buffer): JsonObject {
  if (!body.subarray(0, 4).equals(MAGIC))
    throw new ProtobufFailure('provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]');
  const { apiVersion, kind, raw } = readEnvelope(body.subarray(4));
  const number = messageOfKind(apiVersion, kind) ?? (kind === 'DeleteOptions' ? messageOfKind('v1', kind) : undefined);
  if (number === undefined) throw new ProtobufFailure(`no kind "${kind}" is registered for version "${apiVersion}"`);
  const object = readMessage(raw, number);
  return { apiVersion, kind, ...(isObject(object) ? object : {}) };
}

interface Envelope {
  readonly apiVersion: string;
  readonly kind: string;
  readonly raw: Buffer;
}

function readEnvelope(bytes: Buffer): Envelope {
  const words = ['', ''];
  let raw = Buffer.alloc(0);
  for (const [number, value] of entries(bytes)) {
    if (number === 2) raw = Buffer.from(asBytes(value));
    if (number !== 1) continue;
    for (const [inner, text] of entries(asBytes(value))) words[inner - 1] = asBytes(text).toString('utf8');
  }
  const [apiVersion = '', kind = ''] = words;
  return { apiVersion, kind, raw };
}

function readMessage(bytes: Buffer, number: number): JsonValue | undefined {
  const { name, fields } = messageAt(number);
  if (isSpecial(name)) return readSpecial(name, bytes, nestedSchema);
  const result: JsonObject = {};
  for (const [fieldNumber, value] of entries(bytes)) {
    const field = fields.get(fieldNumber);
    if (field === undefined) throw new ProtobufFailure(`field ${fieldNumber} is not one of Kubernetes 1.37`);
    readField(result, field, value);
  }
  return isItems(fields) ? (result['items'] ?? []) : result;
}

/** A message that is a list in Go, such as the verbs of a rule. */
function isItems(fields: ReadonlyMap<number, Field>): boolean {
  const only = fields.size === 1 ? fields.get(1) : undefined;
  return only?.name === 'items' && only.shape === '*' && only.type === 's';
}

function readField(result: JsonObject, { name, shape, type, presence }: Field, value: WireValue): void {
  if (shape === 'M') {
    const map = (Object.hasOwn(result, name) ? result[name] : {}) as JsonObject;
    const [key, member] = readEntry(value, type);
    setOwn(map, key, member);
    result[name] = map;
    return;
  }
  const read = readValue(value, type);
  if (shape === '*') {
    const list = (result[name] ??= []);
    if (Array.isArray(list)) list.push(read ?? null);
    return;
  }
  if (presence === 'inline') {
    if (isObject(read)) Object.assign(result, read);
    return;
  }
  if (read !== undefined && !isLeftOut(read, presence, typeof type === 'number')) result[name] = read;
}

/** Go sends plain fields also when they are zero, and leaves most of these out of JSON; pointers to zero stay. */
function isLeftOut(value: JsonValue, presence: Field['presence'], isMessage: boolean): boolean {
  if (presence === 'pointer' || presence === 'always') return false;
  if (presence === 'omitzero' && isObject(value)) return Object.keys(value).length === 0;
  if (isMessage) return Array.isArray(value) && value.length === 0;
  return value === '' || value === 0 || value === false;
}

function readEntry(value: WireValue, type: string | number): [string, JsonValue] {
  let key = '';
  let member: JsonValue | undefined;
  for (const [number, part] of entries(asBytes(value))) {
    if (number === 1) key = asBytes(part).toString('utf8');
    else member = readValue(part, type);
  }
  return [key, member ?? zeroOf(type)];
}

function zeroOf(type: string | number): JsonValue {
  if (typeof type === 'number') return readMessage(Buffer.alloc(0), type) ?? null;
  return type === 'b' ? false : type === 'i' || type === 'd' ? 0 : '';
}

function readValue(value: WireValue, type: string | number): JsonValue | undefined {
  if (typeof type === 'number') return readMessage(asBytes(value), type);
  switch (type) {
    case 's':
      return asBytes(value).toString('utf8');
    case 'y':
      return asBytes(value).toString('base64');
    case 'b':
      return asNumber(value) !== 0;
    case 'd':
      return asBytes(value).readDoubleLE(0);
    default:
      return asNumber(value);
  }
}

const nestedSchema: ReadNested = (_, bytes) => readMessage(bytes, schemaMessage()) ?? {};

/** The number of the message JSONSchemaProps: CustomResourceDefinition → spec → versions → schema → openAPIV3Schema. */
function schemaMessage(): number {
  let number = messageOfKind(...SCHEMA_OWNER);
  for (const step of ['spec', 'versions', 'schema', 'openAPIV3Schema']) {
    const field = [...messageAt(number ?? 0).fields.values()].find(({ name }) => name === step);
    number = typeof field?.type === 'number' ? field.type : undefined;
  }
  if (number === undefined) throw new ProtobufFailure('the table of messages has no JSONSchemaProps');
  return number;
}
