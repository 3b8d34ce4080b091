/** How large an object may be: etcd rejects what is larger. */
import { StatusError } from '../api-status.js';
import { stringifyExact } from '../../kubernetes/json/stringify-exact.js';
import type { ApiObject } from '../storage/api-object.js';
import type { ResourceType } from './resource-type.js';

/** What etcd accepts in one request, with a little for the request itself. */
const LARGEST = 1.5 * 1024 * 1024 - 512;
/** What the client of etcd sends at most. */
const LARGEST_MESSAGE = 2 * 1024 * 1024;
/** Smaller bodies are not measured: nobody gets near the limit with them. */
const MEASURED = 64 * 1024;

/** Throws 500 for a custom object that is too large. Built-in kinds are stored as protobuf, and have limits of their own. */
export function checkSize(object: ApiObject, { custom }: ResourceType, body: string): void {
  if (custom === undefined || body.length < MEASURED) return;
  const size = Buffer.byteLength(stringifyExact(object));
  if (size <= LARGEST) return;
  throw new StatusError(
    500,
    '',
    size < LARGEST_MESSAGE
      ? 'etcdserver: request is too large'
      : `rpc error: code = ResourceExhausted desc = trying to send message larger than max (${size} vs. ${LARGEST_MESSAGE})`,
  );
}
