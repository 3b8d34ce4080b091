/** RFC 6902 (JSON patch) and RFC 7386 (merge patch), on copies. */
import { copyDigitsOf, digitsOf } from '../../kubernetes/json/exact-integers.js';
import { StatusError } from '../api-status.js';
import type { Added } from '../decode/exact-json.js';
import {
  cloneJson,
  isObject,
  jsonEqual,
  own,
  setOwn,
  type JsonObject,
  type JsonValue,
} from '../../kubernetes/json/json-value.js';
import { PatchFailure, Place } from './patch-place.js';

/** One operation. */
export interface PatchOperation {
  readonly op: string;
  readonly path: string;
  readonly from?: string;
  readonly value?: JsonValue;
}

/** A test of a patch that does not hold. */
export class TestFailed extends PatchFailure {}

/** `target` after a merge patch; null removes. */
export function mergePatch(target: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (!isObject(patch)) return patch;
  const result: JsonObject = isObject(target) ? { ...target } : {};
  for (const key of Object.keys(patch)) {
    const value = patch[key];
    if (value === undefined) continue;
    if (value === null) delete result[key];
    else {
      setOwn(result, key, mergePatch(own(result, key), value));
      copyDigitsOf(patch, result, key);
    }
  }
  return result;
}

/** `target` after all operations; throws `PatchFailure` at the first that fails. */
export function jsonPatch(target: JsonValue, operations: readonly PatchOperation[]): JsonValue {
  let root: JsonValue = cloneJson(target);
  let copied = 0;
  for (const operation of operations) {
    const source = operation.op === 'copy' ? Place.find(root, operation.from ?? '') : undefined;
    if (source?.exists === true) copied += sizeOf(source.value);
    if (copied > MOST_COPIED) {
      const why = `the accumulated size increase of copy is ${copied}, exceeding the limit ${MOST_COPIED}`;
      throw new PatchFailure(`Unable to complete the copy, ${why}`);
    }
    root = applyOne(root, operation);
  }
  return root;
}

/** Bytes that all copies of a patch may add, and operations that it may have: a copy of a copy is twice as large. */
const MOST_COPIED = 3 * 1024 * 1024;
const MOST_OPERATIONS = 10_000;

function sizeOf(value: JsonValue | undefined): number {
  return value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value));
}

/** Checks the shape of a JSON patch body. */
export function parseOperations(value: JsonValue): PatchOperation[] {
  if (!Array.isArray(value)) {
    const given = isObject(value) ? 'object' : typeof value;
    const message = `error decoding patch: json: cannot unmarshal ${given} into Go value of type []handlers.jsonPatchOp`;
    throw new StatusError(400, 'BadRequest', message);
  }
  if (value.length > MOST_OPERATIONS) {
    const message = `The allowed maximum operations in a JSON patch is ${MOST_OPERATIONS}, got ${value.length}`;
    throw new StatusError(413, 'RequestEntityTooLarge', `Request entity too large: ${message}`, {});
  }
  return value as unknown as PatchOperation[];
}

function applyOne(root: JsonValue, operation: PatchOperation): JsonValue {
  const { op, path, from = '', value = null } = operation;
  const added = { value, digits: digitsOf(operation, 'value') };
  const place = Place.find(root, path);
  switch (op) {
    case 'add':
      known(place, `add operation does not apply: doc is missing path: ${JSON.stringify(path)}`);
      within(`error in add for path: '${path}'`, () => place.insert(added));
      return root;
    case 'replace':
      if (path === '') return value;
      known(place, `replace operation does not apply: doc is missing path: ${path}`);
      if (!place.isInObject)
        known(place.exists || undefined, `replace operation does not apply: doc is missing key: ${path}`);
      place.set(added);
      return root;
    case 'remove':
      known(place, `remove operation does not apply: doc is missing path: ${JSON.stringify(path)}`);
      within(`error in remove for path: '${path}'`, () => place.remove());
      return root;
    case 'move':
      move(root, from, path);
      return root;
    case 'copy':
      copy(root, from, path);
      return root;
    case 'test':
      test(root, path, added);
      return root;
    default:
      throw new PatchFailure(`Unexpected kind: ${op}`);
  }
}

function move(root: JsonValue, from: string, path: string): void {
  const source = Place.find(root, from);
  known(source, `move operation does not apply: doc is missing from path: ${from}`);
  const key = from.slice(from.lastIndexOf('/') + 1);
  const moved = within(`error in move for path: '${key}'`, () => ({
    value: source.value ?? null,
    digits: source.digits,
  }));
  within(`error in move for path: '${key}'`, () => source.remove());
  const target = Place.find(root, path);
  known(target, `move operation does not apply: doc is missing destination path: ${path}`);
  within(`error in move for path: '${path}'`, () => target.insert(moved));
}

/** A member that an object does not have is copied as null. */
function copy(root: JsonValue, from: string, path: string): void {
  const source = Place.find(root, from);
  known(source, `copy operation does not apply: doc is missing from path: ${from}`);
  const value = within(`error in copy for from: '${from}'`, () => cloneJson(source.value ?? null));
  const target = Place.find(root, path);
  known(target, `copy operation does not apply: doc is missing destination path: ${path}`);
  within('error while adding value during copy', () => target.insert({ value, digits: source.digits }));
}

function test(root: JsonValue, path: string, { value, digits }: Added): void {
  const place = Place.find(root, path);
  if (path !== '') known(place, `test operation does not apply: is missing path: ${path}`);
  const found = place === undefined ? root : within(`error in test for path: '${path}'`, () => place.value);
  if (jsonEqual(found ?? null, value) && place?.digits === digits) return;
  throw new TestFailed(`testing value ${path} failed: test failed`);
}

function known<T>(place: T | undefined, why: string): asserts place is T {
  if (place === undefined) throw new PatchFailure(`${why}: missing value`);
}

/** Runs a step, whose failures begin with the operation. */
function within<T>(what: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof PatchFailure)) throw error;
    throw new PatchFailure(`${what}: ${error.message}`);
  }
}
