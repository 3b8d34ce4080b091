/** OpenAPI v2 in protobuf, the only form in which kubectl reads it: the messages of gnostic's OpenAPIv2.proto. */
import { isObject, type JsonObject, type JsonValue } from '../../kubernetes/json/json-value.js';
import { bytesField, numberField, textField } from '../protobuf/write.js';

/** What kubectl asks for; the answer says the same. */
export const OPENAPI_V2_PROTOBUF = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';

/** The bytes of a document. */
export function openApiV2Bytes(document: JsonObject): Buffer {
  const info = isObject(document['info']) ? document['info'] : {};
  return Buffer.concat([
    textField(1, String(document['swagger'])),
    bytesField(2, Buffer.concat([textField(1, String(info['title'])), textField(2, String(info['version']))])),
    bytesField(8, named(2, document['paths'], pathItem)),
    bytesField(9, named(1, document['definitions'], schema)),
  ]);
}

/** A map as a repeated pair of name and value. */
function named(field: number, map: JsonValue | undefined, encode: (value: JsonObject) => Buffer): Buffer {
  const entries = Object.entries(isObject(map) ? map : {});
  return Buffer.concat(
    entries.map(([name, value]) =>
      bytesField(field, Buffer.concat([textField(1, name), bytesField(2, encode(isObject(value) ? value : {}))])),
    ),
  );
}

const TEXTS: Readonly<Record<string, number>> = { $ref: 1, format: 2, title: 3, description: 4, pattern: 13 };
const FLAGS: Readonly<Record<string, number>> = { exclusiveMaximum: 8, exclusiveMinimum: 10, uniqueItems: 16 };
const DOUBLES: Readonly<Record<string, number>> = { multipleOf: 6, maximum: 7, minimum: 9 };
const COUNTS: Readonly<Record<string, number>> = {
  maxLength: 11,
  minLength: 12,
  maxItems: 14,
  minItems: 15,
  maxProperties: 17,
  minProperties: 18,
};

function schema(node: JsonObject): Buffer {
  return Buffer.concat(Object.entries(node).map(([key, value]) => schemaField(key, value)));
}

function schemaField(key: string, value: JsonValue | undefined): Buffer {
  if (Object.hasOwn(TEXTS, key)) return textField(TEXTS[key] ?? 0, String(value));
  if (Object.hasOwn(FLAGS, key)) return numberField(FLAGS[key] ?? 0, value === true ? 1 : 0);
  if (Object.hasOwn(COUNTS, key)) return numberField(COUNTS[key] ?? 0, Number(value));
  if (Object.hasOwn(DOUBLES, key)) return double(DOUBLES[key] ?? 0, Number(value));
  if (key.startsWith('x-')) return extension(31, key, value);
  const list = Array.isArray(value) ? value : [];
  switch (key) {
    case 'required':
      return Buffer.concat(list.map((name) => textField(19, String(name))));
    case 'enum':
      return Buffer.concat(list.map((entry) => bytesField(20, any(entry))));
    case 'type':
      return bytesField(22, textField(1, String(value)));
    case 'items':
      return isObject(value) ? bytesField(23, bytesField(1, schema(value))) : NOTHING;
    case 'properties':
      return bytesField(25, named(1, value, schema));
    case 'additionalProperties':
      return bytesField(21, isObject(value) ? bytesField(1, schema(value)) : numberField(2, value === true ? 1 : 0));
    default:
      return NOTHING;
  }
}

const NOTHING = Buffer.alloc(0);
const METHODS: Readonly<Record<string, number>> = { get: 2, put: 3, post: 4, delete: 5, patch: 8 };

function pathItem(item: JsonObject): Buffer {
  const operations = Object.entries(item).map(([method, value]) =>
    isObject(value) ? bytesField(METHODS[method] ?? 0, operation(value)) : NOTHING,
  );
  return Buffer.concat(operations);
}

function operation(value: JsonObject): Buffer {
  const parameters = (Array.isArray(value['parameters']) ? value['parameters'] : []).filter(isObject);
  const response = bytesField(
    1,
    Buffer.concat([textField(1, '200'), bytesField(2, bytesField(1, textField(1, 'OK')))]),
  );
  const extensions = Object.entries(value).filter(([key]) => key.startsWith('x-'));
  return Buffer.concat([
    ...parameters.map((parameter) =>
      bytesField(8, bytesField(1, bytesField(2, bytesField(3, queryParameter(parameter))))),
    ),
    bytesField(9, response),
    ...extensions.map(([key, entry]) => extension(13, key, entry)),
  ]);
}

function queryParameter(parameter: JsonObject): Buffer {
  return Buffer.concat([
    textField(2, 'query'),
    textField(4, String(parameter['name'])),
    textField(6, 'string'),
    numberField(20, 1),
  ]);
}

function extension(field: number, name: string, value: JsonValue | undefined): Buffer {
  return bytesField(field, Buffer.concat([textField(1, name), bytesField(2, any(value))]));
}

/** Anything, as YAML: JSON is YAML. */
function any(value: JsonValue | undefined): Buffer {
  return textField(2, `${JSON.stringify(value ?? null)}\n`);
}

function double(field: number, value: number): Buffer {
  const bytes = Buffer.alloc(9);
  bytes.writeUInt8((field << 3) | 1, 0);
  bytes.writeDoubleLE(value, 1);
  return bytes;
}
