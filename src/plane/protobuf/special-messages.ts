/** Messages whose JSON is not their fields: times, quantities, raw JSON and values that may have several types. */
import { formatTime } from '../wall-clock.js';
import type { JsonValue } from '../../kubernetes/json/json-value.js';
import { asBytes, asNumber, entries, ProtobufFailure, type WireValue } from './wire.js';

/** Reads a message inside a special one. */
export type ReadNested = (name: 'JSONSchemaProps', bytes: Buffer) => JsonValue;
type Special = (fields: Fields, nested: ReadNested) => JsonValue | undefined;
type Fields = readonly [number, WireValue][];

const APIEXTENSIONS = 'apiextensions-apiserver/pkg/apis/apiextensions/v1';

const SPECIAL: Readonly<Record<string, Special>> = {
  'apis/meta/v1.Time': (fields) => (fields.length === 0 ? undefined : formatTime(numberAt(fields, 1) * 1000)),
  'apis/meta/v1.MicroTime': (fields) => {
    if (fields.length === 0) return undefined;
    const micros = String(Math.floor(numberAt(fields, 2) / 1000)).padStart(6, '0');
    return `${formatTime(numberAt(fields, 1) * 1000).slice(0, -1)}.${micros}Z`;
  },
  'apis/meta/v1.FieldsV1': (fields) => jsonAt(fields, 1),
  'util/intstr.IntOrString': (fields) => (numberAt(fields, 1) === 1 ? textAt(fields, 3) : numberAt(fields, 2)),
  'api/resource.Quantity': (fields) => textAt(fields, 1) || '0',
  'runtime.RawExtension': (fields) => jsonAt(fields, 1),
  [`${APIEXTENSIONS}.JSON`]: (fields) => jsonAt(fields, 1),
  [`${APIEXTENSIONS}.JSONSchemaPropsOrBool`]: (fields, nested) =>
    schemaAt(fields, 2, nested) ?? numberAt(fields, 1) === 1,
  [`${APIEXTENSIONS}.JSONSchemaPropsOrArray`]: (fields, nested) =>
    schemaAt(fields, 1, nested) ?? allAt(fields, 2).map((bytes) => nested('JSONSchemaProps', bytes)),
  [`${APIEXTENSIONS}.JSONSchemaPropsOrStringArray`]: (fields, nested) =>
    schemaAt(fields, 1, nested) ?? allAt(fields, 2).map((bytes) => bytes.toString('utf8')),
};

/** Whether a message is one of these. */
export function isSpecial(name: string | undefined): name is string {
  return name !== undefined && Object.hasOwn(SPECIAL, name);
}

/** The JSON of a special message; undefined when it says nothing. */
export function readSpecial(name: string, bytes: Buffer, nested: ReadNested): JsonValue | undefined {
  return SPECIAL[name]?.([...entries(bytes)], nested);
}

function numberAt(fields: Fields, number: number): number {
  const found = fields.find(([candidate]) => candidate === number)?.[1];
  return found === undefined ? 0 : asNumber(found);
}

function allAt(fields: Fields, number: number): Buffer[] {
  return fields.filter(([candidate]) => candidate === number).map(([, value]) => asBytes(value));
}

function textAt(fields: Fields, number: number): string {
  return allAt(fields, number).at(-1)?.toString('utf8') ?? '';
}

function schemaAt(fields: Fields, number: number, nested: ReadNested): JsonValue | undefined {
  const bytes = allAt(fields, number).at(-1);
  return bytes === undefined ? undefined : nested('JSONSchemaProps', bytes);
}

function jsonAt(fields: Fields, number: number): JsonValue | undefined {
  const text = textAt(fields, number);
  try {
    return text === '' ? undefined : (JSON.parse(text) as JsonValue);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ProtobufFailure(`raw JSON cannot be read: ${error.message}`);
  }
}
