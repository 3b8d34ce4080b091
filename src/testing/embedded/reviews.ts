/** Reviews: resources that are questions and are never stored. */
import type { Backend } from './backend.js';
import type { JsonValue } from './json.js';
import type { ResourceRequest } from './resource-request.js';
import type { ResourceType } from './resource-type.js';

/** Answers one kind of review. */
export type ReviewHandler = (backend: Backend, request: ResourceRequest) => Promise<JsonValue>;

/** The handler of a review resource; undefined for stored resources. */
export function reviewHandler(_type: ResourceType): ReviewHandler | undefined {
  return undefined;
}
