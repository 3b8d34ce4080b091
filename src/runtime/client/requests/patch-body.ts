/** Bodies of PATCH requests. */
import { InvalidCallError, quoted } from '../../object/invalid-call.js';
import { isRecord } from '../../object/json.js';
import type { KubeObject } from '../../object/meta.js';
import { isTransformed, refusePartial } from '../../object/partial.js';
import type { Patch } from '../client.js';

/** Content type and body of a patch. */
export interface PatchBody {
  readonly contentType: string;
  readonly body: object | string;
}

/** How a patch travels. Throws when it would change something else than it says. */
export function patchBody(patch: Patch): PatchBody {
  switch (patch?.type) {
    case 'merge':
      return { contentType: 'application/merge-patch+json', body: checkMerge(patch.body) };
    case 'json':
      return { contentType: 'application/json-patch+json', body: checkOperations(patch.operations) };
    case 'strategic':
      return { contentType: 'application/strategic-merge-patch+json', body: checkMerge(patch.body) };
    case 'raw':
      return checkRaw(patch.contentType, patch.body);
    default:
      throw new InvalidCallError(`invalid patch: its type must be "merge", "json", "strategic" or "raw"`);
  }
}

/** `null` would replace the whole object, and a lock that is `undefined` would not be one. */
function checkMerge(body: unknown): object {
  if (!isRecord(body)) throw new InvalidCallError(`invalid patch: its body is ${quoted(body)}, but must be an object`);
  // `null` removes what the object has, as the difference to an object without a version does.
  refuseLostLock(body, 'the patch', [undefined, '']);
  // What was not read is not in the patch, but what a transform changed is.
  if (isTransformed(body)) refusePartial(body, 'patch');
  return body;
}

/** Throws when the version or uid that a write depends on is present, but has no value: the server would not compare it. */
export function refuseLostLock(
  body: object,
  subject: string,
  missing: readonly unknown[] = [undefined, '', null],
): void {
  const { metadata } = body as { metadata?: unknown };
  if (!isRecord(metadata)) return;
  for (const name of ['resourceVersion', 'uid'])
    if (name in metadata && missing.includes(metadata[name]))
      throw new InvalidCallError(
        `metadata.${name} of ${subject} is ${quoted(metadata[name])}, so the write would be unconditional; set it, or remove the property`,
      );
}

function checkOperations(operations: unknown): readonly object[] {
  if (!Array.isArray(operations)) throw new InvalidCallError(`invalid patch: "operations" must be a list`);
  for (const [index, operation] of operations.entries()) checkOperation(operation, `operation ${index} of the patch`);
  return operations as object[];
}

/** Without its value, an operation would erase the field, or compare it with nothing. */
function checkOperation(operation: unknown, subject: string): void {
  if (!isRecord(operation)) throw new InvalidCallError(`invalid ${subject}: it is ${quoted(operation)}`);
  const { op } = operation;
  const needed = FIELDS.get(op);
  if (!needed) throw new InvalidCallError(`invalid ${subject}: its op is ${quoted(op)}`);
  for (const field of needed) {
    const value = operation[field];
    if (field === 'value' && op !== 'test') refusePartial(value, 'patch');
    if (field === 'value' ? value !== undefined : typeof value === 'string') continue;
    throw new InvalidCallError(`invalid ${subject}: its ${field} is ${quoted(value)}`);
  }
}

/** What each operation of RFC 6902 must have. */
const FIELDS: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['add', ['path', 'value']],
  ['replace', ['path', 'value']],
  ['test', ['path', 'value']],
  ['remove', ['path']],
  ['move', ['path', 'from']],
  ['copy', ['path', 'from']],
]);

function checkRaw(contentType: unknown, body: unknown): PatchBody {
  if (typeof contentType !== 'string' || contentType === '' || typeof body !== 'string' || body === '')
    throw new InvalidCallError('invalid patch: a raw patch needs a content type and a body, both strings');
  return { contentType, body };
}

/** JSON is YAML, so an apply patch is sent as JSON. `managedFields` must be absent, or the server refuses it. */
export function applyBody(desired: object): PatchBody {
  const { metadata = {} } = desired as Partial<KubeObject>;
  const { managedFields: _managed, ...rest } = metadata;
  // `creationTimestamp: null` and the like come from other tools' output; they claim fields that nobody owns.
  const present = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null));
  return { contentType: 'application/apply-patch+yaml', body: { ...desired, metadata: present } };
}
