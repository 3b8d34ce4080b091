/** From a request body to an object of the expected kind, unknown fields found and handled. */
import type { ApiObject } from '../storage/api-object.js';
import { badRequest } from '../api-status.js';
import { decodeBuiltin, decodeMetadata } from './decode-builtin.js';
import { DecodeFailure } from './decode-failure.js';
import { parseJson } from './exact-json.js';
import { isDeeperThan, isObject, type JsonObject, type JsonValue } from '../../kubernetes/json/json-value.js';
import type { FieldValidation } from '../resources/resource-request.js';
import { apiVersionOf, type ResourceType } from '../resources/resource-type.js';
import { dropNulls } from '../../kubernetes/schema/schema-default.js';
import { pruneUnknown } from '../../kubernetes/schema/schema-prune.js';

/** The real server takes 10,000 levels. Code that walks objects by recursion must be able to walk what is stored. */
const DEEPEST = 1_000;

/** Parses a body as JSON; throws the server's 400. */
export function parseBody(body: string, kind: string): JsonObject {
  let value: JsonValue;
  try {
    value = parseJson(body);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const why = body.trim() === '' ? 'unexpected end of JSON input' : goSyntaxError(body);
    throw badRequest(
      `the object provided is unrecognized (must be of type ${kind}): couldn't get version/kind; json parse error: ${why} (${shorten(body)})`,
    );
  }
  if (isObject(value)) return value;
  throw badRequest(
    `the object provided is unrecognized (must be of type ${kind}): couldn't get version/kind; json parse error: json: cannot unmarshal ${typeName(value)} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" } (${shorten(body)})`,
  );
}

function goSyntaxError(body: string): string {
  const first = body.trim()[0] ?? '';
  if (first === '{' || first === '[' || first === '"') return 'unexpected end of JSON input';
  return `invalid character '${first}' looking for beginning of value`;
}

function shorten(body: string): string {
  return body.length <= 30 ? body : `${body.slice(0, 30)} ...`;
}

function typeName(value: JsonValue): string {
  if (Array.isArray(value)) return 'array';
  return value === null ? 'null' : typeof value;
}

/** The object in a body, checked to be of this type; unknown fields are dropped, reported or refused. */
export function decodeObject(value: JsonObject, type: ResourceType, options: DecodeOptions): ApiObject {
  if (isDeeperThan(value, DEEPEST)) {
    throw badRequest(
      `the object is nested deeper than ${DEEPEST} levels, which the embedded API server does not store`,
    );
  }
  try {
    return decode(value, type, options);
  } catch (error) {
    if (!(error instanceof DecodeFailure)) throw error;
    const { patchResult, applied } = options;
    if (patchResult !== undefined) throw error.asInvalidPatch(patchResult);
    const isOfValue = /^(parsing time|quantities must)/.test(error.message);
    throw applied !== undefined && isOfValue
      ? error.asFailedConversion(applied.subject, applied.gvk)
      : error.asBadRequest();
  }
}

/** How strict to be, and where warnings go. */
export interface DecodeOptions {
  readonly validation: FieldValidation;
  readonly warnings: string[];
  /** Set when a patch made the value. */
  readonly patchResult?: string;
  /** Set for an apply configuration: how messages name it. */
  readonly applied?: { readonly subject: string; readonly gvk: string };
}

function decode(value: JsonObject, type: ResourceType, options: DecodeOptions): ApiObject {
  const object = withTypeMeta(value, type);
  if (type.custom === undefined) {
    const { decoded, unknown } = decodeBuiltin(object, type);
    reportUnknown(unknown, type, options);
    return decoded;
  }
  const checked = { ...object, metadata: decodeMetadata(object.metadata, type) };
  const { pruned, unknown } = pruneUnknown(checked, type.schema);
  reportUnknown(unknown, type, options);
  return type.schema === undefined ? pruned : dropNulls(pruned, type.schema);
}

function withTypeMeta(value: JsonObject, type: ResourceType): ApiObject {
  const expected = apiVersionOf(type);
  const { apiVersion, kind } = value;
  if (type.custom !== undefined) checkCustomType(value, type);
  else if (kind !== undefined && kind !== '' && kind !== type.kind) {
    throw badRequest(
      `${String(kind)} in version "${String(apiVersion)}" cannot be handled as a ${type.kind}: converting (${shortVersion(apiVersion)}.${String(kind)}) to (${shortGroup(type)}.${type.kind}): unknown conversion`,
    );
  } else if (apiVersion !== undefined && apiVersion !== '' && apiVersion !== expected) {
    const version = String(apiVersion);
    throw badRequest(
      `${type.kind} in version "${shortVersion(version)}" cannot be handled as a ${type.kind}: no kind "${type.kind}" is registered for version "${version}" in scheme "pkg/runtime/scheme.go:111"`,
    );
  }
  checkMetadata(value['metadata'], type);
  const metadata = isObject(value['metadata']) ? value['metadata'] : {};
  // A wrong kind of a custom object is found by validation.
  const name = type.custom !== undefined && typeof kind === 'string' ? kind : type.kind;
  return { ...value, apiVersion: expected, kind: name, metadata };
}

function checkMetadata(metadata: JsonValue | undefined, { kind, version, custom }: ResourceType): void {
  if (metadata === undefined || metadata === null || isObject(metadata)) return;
  const given = typeof metadata === 'boolean' ? 'bool' : typeName(metadata);
  if (custom !== undefined) {
    throw new DecodeFailure(kind, version, `json: cannot unmarshal ${given} into Go value of type v1.ObjectMeta`);
  }
  const field = `${kind}.metadata of type v1.ObjectMeta`;
  throw new DecodeFailure(kind, version, `json: cannot unmarshal ${given} into Go struct field ${field}`);
}

function shortVersion(apiVersion: JsonValue | undefined): string {
  return typeof apiVersion === 'string' ? (apiVersion.split('/').at(-1) ?? '') : '';
}

function shortGroup({ group }: ResourceType): string {
  return group === '' ? 'core' : (group.split('.')[0] ?? '');
}

function checkCustomType(value: JsonObject, type: ResourceType): void {
  const { apiVersion = '', kind = '' } = value;
  const expected = apiVersionOf(type);
  if (kind === '') {
    const text = JSON.stringify(value);
    throw badRequest(
      `the object provided is unrecognized (must be of type ${type.kind}): Object 'Kind' is missing in '${text}' (${shorten(text)})`,
    );
  }
  if (apiVersion !== expected) {
    throw badRequest(
      `the API version in the data (${String(apiVersion)}) does not match the expected API version (${expected})`,
    );
  }
}

function reportUnknown(
  unknown: readonly string[],
  type: ResourceType,
  { validation, warnings }: { validation: FieldValidation; warnings: string[] },
): void {
  if (unknown.length === 0 || validation === 'Ignore') return;
  const texts = unknown.map((path) => `unknown field ${JSON.stringify(path)}`);
  if (validation === 'Warn') {
    warnings.push(...texts);
    return;
  }
  throw new DecodeFailure(type.kind, type.version, `strict decoding error: ${texts.join(', ')}`);
}
