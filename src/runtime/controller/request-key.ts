/** Requests as text, because queues compare keys by value. */
import { keyOf, parseKey } from '../cache/store/object-key.js';
import type { Request } from './reconcile.js';

/** Not allowed in names of objects, namespaces and clusters. */
const CLUSTER_MARK = '#';

/** `namespace/name`, with `cluster#` before it for a request of a named cluster. */
export function requestKey(request: Request): string {
  const key = keyOf(request);
  return request.cluster === undefined ? key : `${request.cluster}${CLUSTER_MARK}${key}`;
}

/** The inverse of `requestKey`. */
export function parseRequestKey(key: string): Request {
  const mark = key.indexOf(CLUSTER_MARK);
  if (mark < 0) return parseKey(key);
  return { ...parseKey(key.slice(mark + 1)), cluster: key.slice(0, mark) };
}
