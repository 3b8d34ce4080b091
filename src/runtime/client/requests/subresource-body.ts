/** Bodies of subresources in which a missing value changes what the write means. */
import { InvalidCallError, quoted } from '../../object/invalid-call.js';
import { isRecord } from '../../object/json.js';
import type { JsonPatchOperation, Patch } from '../client.js';
import { checkPreconditions } from './delete-result.js';
import { refuseLostLock } from './patch-body.js';

/** Throws when a write of a subresource would erase a status, scale to zero or evict another pod by omission. */
export function checkSubresourceBody(name: string, verb: 'create' | 'update' | 'apply', body: unknown): void {
  const call = `${name}.${verb}`;
  if (!isRecord(body)) throw new InvalidCallError(`${call} was not sent: its body is ${quoted(body)}`);
  refuseLostLock(body, `the body of ${call}`);
  if (name === 'status' && verb !== 'create') checkStatus(body, call);
  if (name === 'scale' && verb !== 'create') checkScale(body, call);
  if (name === 'eviction') checkEviction(body);
}

/** Throws when a patch of a subresource would scale to zero by omission. */
export function checkSubresourcePatch(name: string, patch: Patch): void {
  if (name !== 'scale' || patch.type === 'raw') return;
  if (patch.type === 'json') {
    for (const operation of patch.operations) checkScaleOperation(operation);
    return;
  }
  const { spec } = patch.body as { spec?: unknown };
  if (isRecord(spec) ? 'replicas' in spec : spec !== undefined) checkScale({ spec }, 'scale.patch');
}

function checkScaleOperation(operation: JsonPatchOperation): void {
  const { op, path } = operation;
  if (op === 'test') return;
  const value = 'value' in operation ? operation.value : undefined;
  if (path === '/spec/replicas' && op !== 'move' && op !== 'copy') checkReplicas(value, 'scale.patch');
  if (path === '/spec') checkScale({ spec: value }, 'scale.patch');
  if (path === '') checkScale(isRecord(value) ? value : {}, 'scale.patch');
}

function checkStatus({ status }: Record<string, unknown>, call: string): void {
  if (isRecord(status)) return;
  throw new InvalidCallError(
    `${call} was not sent: its status is ${quoted(status)}, which would erase the stored one; pass { status: {} } to do that`,
  );
}

function checkScale({ spec }: Record<string, unknown>, call: string): void {
  checkReplicas(isRecord(spec) ? spec['replicas'] : undefined, call);
}

/** The server reads a missing number as 0. */
function checkReplicas(replicas: unknown, call: string): void {
  if (Number.isSafeInteger(replicas) && Number(replicas) >= 0) return;
  throw new InvalidCallError(`${call} was not sent: spec.replicas is ${quoted(replicas)}; use a whole number`);
}

function checkEviction({ deleteOptions }: Record<string, unknown>): void {
  if (isRecord(deleteOptions) && 'preconditions' in deleteOptions) checkPreconditions(deleteOptions['preconditions']);
}
