/** Subresources other than status. */
import type { Backend } from './backend.js';
import type { JsonValue } from './json.js';
import type { ResourceRequest } from './resource-request.js';
import type { ResourceType } from './resource-type.js';

/** The answer of a subresource. */
export interface SubresourceReply {
  readonly code: number;
  readonly body: JsonValue;
}

/** Answers requests for one subresource. */
export type SubresourceHandler = (backend: Backend, request: ResourceRequest) => Promise<SubresourceReply>;

/** The handler of a subresource, unless the ordinary one does. */
export function subresourceHandler(_type: ResourceType, _name: string): SubresourceHandler | undefined {
  return undefined;
}
