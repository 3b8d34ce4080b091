/** Reading protobuf bodies, which Go clients send for built-in kinds, as JSON. */
import { brotliDecompressSync } from 'node:zlib';
import { formatTime } from './clock.js';
import { isObject, setOwn, type JsonObject, type JsonValue } from './json.js';
import { packed } from './protobuf-table.js';

/** The media type. */
export const PROTOBUF = 'application/vnd.kubernetes.protobuf';

const MAGIC = Buffer.from('k8s\0', 'latin1');

interface Field {
  readonly name: string;
  /** A list, a map with text keys, or one value. */
  readonly kind: '*' | 'M' | '';
  /** A scalar, or the number of a message. */
  readonly type: string | number;
}

interface Message {
  readonly name: string;
  readonly fields: ReadonlyMap<number, Field>;
}

/** A body that is not what it says. */
export class ProtobufFailure extends Error {
  override readonly name = 'ProtobufFailure';
}

/** The object in a protobuf body, as JSON. Zero values count as absent, since Go writes them for every plain field. */
export function protobufToJson(body: Buffer): JsonObject {
  if (!body.subarray(0, 4).equals(MAGIC))
    throw new ProtobufFailure('provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]');
  const { typeMeta, raw } = readEnvelope(body.subarray(4));
  const { apiVersion = '', kind = '' } = typeMeta;
  const [version = '', group = ''] = apiVersion.split('/').reverse();
  const folder = kind === 'DeleteOptions' ? 'meta' : group === '' ? 'core' : group.split('.')[0];
  const number = messages().byName.get(`${folder ?? ''}/${kind === 'DeleteOptions' ? 'v1' : version}/${kind}`);
  if (number === undefined) throw new ProtobufFailure(`no kind "${kind}" is registered for version "${apiVersion}"`);
  return { apiVersion, kind, ...(readMessage(raw, number) as JsonObject) };
}

interface Envelope {
  readonly typeMeta: { apiVersion?: string; kind?: string };
  readonly raw: Buffer;
}

function readEnvelope(bytes: Buffer): Envelope {
  const typeMeta: { apiVersion?: string; kind?: string } = {};
  let raw = Buffer.alloc(0);
  for (const [number, value] of entries(bytes)) {
    if (!Buffer.isBuffer(value)) continue;
    if (number === 2) raw = Buffer.from(value);
    if (number !== 1) continue;
    for (const [inner, text] of entries(value)) {
      if (Buffer.isBuffer(text)) typeMeta[inner === 1 ? 'apiVersion' : 'kind'] = text.toString('utf8');
    }
  }
  return { typeMeta, raw };
}

function readMessage(bytes: Buffer, number: number): JsonValue | undefined {
  const message = messages().all[number];
  if (message === undefined) throw new ProtobufFailure(`unknown message ${number}`);
  const special = SPECIAL[message.name];
  if (special !== undefined) return special([...entries(bytes)]);
  const result: JsonObject = {};
  for (const [fieldNumber, value] of entries(bytes)) {
    const field = message.fields.get(fieldNumber);
    if (field !== undefined) readField(result, field, value);
  }
  return result;
}

function readField(result: JsonObject, { name, kind, type }: Field, value: WireValue): void {
  if (kind === 'M') {
    const map = (result[name] ?? {}) as JsonObject;
    const [key, member] = readEntry(value, type);
    setOwn(map, key, member);
    result[name] = map;
    return;
  }
  const read = readValue(value, type);
  if (typeof type === 'number' && INLINE.has(name) && isObject(read)) {
    Object.assign(result, read);
    return;
  }
  if (kind === '*') result[name] = [...((result[name] ?? []) as JsonValue[]), read ?? null];
  else if (read !== undefined && read !== '' && read !== 0 && read !== false) result[name] = read;
}

/** Go structs that JSON spreads over their parent. */
const INLINE = new Set([
  'ephemeralContainerCommon',
  'handler',
  'ingressRuleValue',
  'localObjectReference',
  'persistentVolumeSource',
  'rule',
  'ruleWithOperations',
  'volumeSource',
]);

function readEntry(value: WireValue, type: string | number): [string, JsonValue] {
  let key = '';
  let member: JsonValue = typeof type === 'number' ? {} : '';
  for (const [number, part] of entries(asBytes(value))) {
    if (number === 1) key = asBytes(part).toString('utf8');
    else member = readValue(part, type) ?? null;
  }
  return [key, member];
}

function readValue(value: WireValue, type: string | number): JsonValue | undefined {
  if (typeof type === 'number') return readMessage(asBytes(value), type);
  switch (type) {
    case 's':
      return asBytes(value).toString('utf8');
    case 'y':
      return asBytes(value).toString('base64');
    case 'b':
      return value === 1n;
    case 'd':
      return Buffer.isBuffer(value) ? value.readDoubleLE(0) : Number(value);
    default:
      return typeof value === 'bigint' ? Number(BigInt.asIntN(64, value)) : 0;
  }
}

type WireValue = bigint | Buffer;

function asBytes(value: WireValue): Buffer {
  if (Buffer.isBuffer(value)) return value;
  throw new ProtobufFailure('a length-delimited value was expected');
}

/** Fields of a message in the order of the wire. */
function* entries(bytes: Buffer): Generator<[number, WireValue]> {
  let position = 0;
  const varint = (): bigint => {
    let result = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[position++];
      if (byte === undefined || shift > 63n) throw new ProtobufFailure('unexpected end of message');
      result |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return result;
    }
  };
  const take = (length: number): Buffer => {
    if (position + length > bytes.length) throw new ProtobufFailure('unexpected end of message');
    position += length;
    return bytes.subarray(position - length, position);
  };
  while (position < bytes.length) {
    const tag = varint();
    const wire = Number(tag & 7n);
    const number = Number(tag >> 3n);
    if (wire === 0) yield [number, varint()];
    else if (wire === 1) yield [number, take(8)];
    else if (wire === 2) yield [number, take(Number(varint()))];
    else if (wire === 5) yield [number, take(4)];
    else throw new ProtobufFailure(`wire type ${wire} is not supported`);
  }
}

type Entries = readonly [number, WireValue][];
const numberAt = (fields: Entries, number: number): number => {
  const found = fields.find(([candidate]) => candidate === number)?.[1];
  return typeof found === 'bigint' ? Number(BigInt.asIntN(64, found)) : 0;
};
const textAt = (fields: Entries, number: number): string => {
  const found = fields.find(([candidate]) => candidate === number)?.[1];
  return Buffer.isBuffer(found) ? found.toString('utf8') : '';
};

/** Messages whose JSON form is not their fields. */
const SPECIAL: Readonly<Record<string, (fields: Entries) => JsonValue | undefined>> = {
  'meta/v1/Time': (fields) => (fields.length === 0 ? undefined : formatTime(numberAt(fields, 1) * 1000)),
  'meta/v1/MicroTime': (fields) => {
    if (fields.length === 0) return undefined;
    const micros = String(Math.floor(numberAt(fields, 2) / 1000)).padStart(6, '0');
    return `${formatTime(numberAt(fields, 1) * 1000).slice(0, -1)}.${micros}Z`;
  },
  'meta/v1/FieldsV1': (fields) => JSON.parse(textAt(fields, 1) || '{}') as JsonValue,
  'util/intstr/IntOrString': (fields) => (numberAt(fields, 1) === 1 ? textAt(fields, 3) : numberAt(fields, 2)),
  'api/resource/Quantity': (fields) => textAt(fields, 1) || '0',
  'pkg/runtime/RawExtension': (fields) => JSON.parse(textAt(fields, 1) || 'null') as JsonValue,
};

interface Table {
  readonly all: readonly Message[];
  readonly byName: ReadonlyMap<string, number>;
}

const messages = once((): Table => {
  const table = JSON.parse(brotliDecompressSync(Buffer.from(packed, 'base64')).toString('utf8')) as {
    messages: string[];
    names: string[];
  };
  const all = table.messages.map((text, index) => ({ name: table.names[index] ?? '', fields: readFields(text) }));
  return { all, byName: new Map(table.names.map((name, index) => [name, index])) };
});

function readFields(text: string): ReadonlyMap<number, Field> {
  const fields = new Map<number, Field>();
  for (const part of text === '' ? [] : text.split(';')) {
    const [number = '', name = '', code = ''] = part.split(':');
    const kind = code.startsWith('*') ? '*' : code.startsWith('M') ? 'M' : '';
    const type = kind === '' ? code : code.slice(1);
    fields.set(Number(number), { name, kind, type: type.startsWith('@') ? Number(type.slice(1)) : type });
  }
  return fields;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
