/** RFC 6902 (JSON patch) and RFC 7386 (merge patch), on copies. */
import { copyDigitsOf, digitsOf, int64 } from '../../kubernetes/json/exact-integers.js';
import { StatusError } from '../api-status.js';
import { spliceExact, type Added } from '../decode/exact-json.js';
import {
  cloneJson,
  isObject,
  jsonEqual,
  own,
  setOwn,
  type JsonObject,
  type JsonValue,
} from '../../kubernetes/json/json-value.js';

/** One operation. */
export interface PatchOperation {
  readonly op: string;
  readonly path: string;
  readonly from?: string;
  readonly value?: JsonValue;
}

/** A patch that cannot be applied to this object. */
export class PatchFailure extends Error {
  override readonly name = 'PatchFailure';
}

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
    if (operation.op === 'copy') copied += sizeOf(read(root, operation.from ?? ''));
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
  const { op, path, from, value } = operation;
  const digits = digitsOf(operation, 'value');
  switch (op) {
    case 'add':
      return write(root, path, { value: value ?? null, digits }, 'insert');
    case 'replace':
      if (path !== '' && read(root, path.slice(0, path.lastIndexOf('/'))) === undefined) throw missing(op, path);
      return write(root, path, { value: value ?? null, digits }, 'replace');
    case 'remove':
      if (read(root, path) === undefined) throw missing(op, path);
      return remove(root, path);
    case 'move': {
      const moved = read(root, from ?? '');
      if (moved === undefined) throw missing(op, from ?? '');
      const moving = { value: moved, digits: digitsAt(root, from ?? '') };
      return write(remove(root, from ?? ''), path, moving, 'insert');
    }
    case 'copy': {
      const copied = read(root, from ?? '') ?? absentMember(root, from ?? '');
      if (copied === undefined) throw missing(op, from ?? '');
      return write(root, path, { value: cloneJson(copied), digits: digitsAt(root, from ?? '') }, 'insert');
    }
    case 'test':
      if (!jsonEqual(read(root, path) ?? null, value ?? null) || digitsAt(root, path) !== digits) {
        throw new PatchFailure(`testing value ${path} failed: test failed`);
      }
      return root;
    default:
      throw new PatchFailure(`Unexpected kind: ${op}`);
  }
}

function missing(op: string, path: string): PatchFailure {
  if (op === 'remove')
    return new PatchFailure(`remove operation does not apply: doc is missing path: "${path}": missing value`);
  return new PatchFailure(`${op} operation does not apply: doc is missing path: ${path}: missing value`);
}

function pointer(path: string): string[] {
  return path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function read(root: JsonValue, path: string): JsonValue | undefined {
  let current: JsonValue | undefined = root;
  for (const part of pointer(path)) {
    if (Array.isArray(current)) current = current[Number(part)];
    else current = isObject(current) ? own(current, part) : undefined;
  }
  return current;
}

/** The API server copies a member that an object does not have as null. */
function absentMember(root: JsonValue, path: string): null | undefined {
  return isObject(read(root, path.slice(0, path.lastIndexOf('/')))) ? null : undefined;
}

/** The digits of the number at a path. */
function digitsAt(root: JsonValue, path: string): string | undefined {
  const parts = pointer(path);
  const last = parts.pop();
  const parent = parts.length === 0 ? root : read(root, `/${parts.map(escapePart).join('/')}`);
  return last === undefined || typeof parent !== 'object' || parent === null ? undefined : digitsOf(parent, last);
}

function write(root: JsonValue, path: string, added: Added, mode: 'insert' | 'replace'): JsonValue {
  const { value, digits } = added;
  const parts = pointer(path);
  const last = parts.pop();
  if (last === undefined) return value;
  const parent = parts.length === 0 ? root : read(root, `/${parts.map(escapePart).join('/')}`);
  if (isObject(parent)) {
    setOwn(parent, last, value);
    if (digits !== undefined) int64.set(parent, last, BigInt(digits));
  } else if (Array.isArray(parent)) {
    const index = last === '-' ? parent.length : Number(last);
    if (!Number.isInteger(index) || index < 0 || index > parent.length) {
      throw new PatchFailure(
        `add operation does not apply: doc is missing path: "${path}": Unable to access invalid index: ${last}: invalid index referenced`,
      );
    }
    spliceExact(parent, [index, mode === 'replace' ? 1 : 0], added);
  } else throw new PatchFailure(`add operation does not apply: doc is missing path: "${path}": missing value`);
  return root;
}

function escapePart(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1');
}

function remove(root: JsonValue, path: string): JsonValue {
  const parts = pointer(path);
  const last = parts.pop();
  if (last === undefined) return null;
  const parent = parts.length === 0 ? root : read(root, `/${parts.map(escapePart).join('/')}`);
  if (isObject(parent)) delete parent[last];
  else if (Array.isArray(parent)) spliceExact(parent, [Number(last), 1]);
  return root;
}
