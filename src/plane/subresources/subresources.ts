/** Subresources other than status. */
import type { Authenticator } from '../access/authenticator.js';
import type { Backend } from '../backend.js';
import { evictionHandler } from './eviction.js';
import { bindingHandler, finalizeHandler, logHandler } from './pod-subresources.js';
import type { JsonValue } from '../../kubernetes/json/json-value.js';
import type { ResourceRequest } from '../resources/resource-request.js';
import type { ResourceType } from '../resources/resource-type.js';
import { scaleHandler } from './scale.js';
import { tokenRequest } from '../access/service-account-tokens.js';

/** The answer of a subresource; text is sent as it is. */
export interface SubresourceReply {
  readonly code: number;
  readonly body: JsonValue;
}

/** Answers requests for one subresource. */
export type SubresourceHandler = (backend: Backend, request: ResourceRequest) => Promise<SubresourceReply>;

/** Finds the handler of a subresource; undefined when the ordinary one does. */
export type SubresourceHandlers = (type: ResourceType, name: string) => SubresourceHandler | undefined;

/** All handlers. */
export function subresourceHandlers(authenticator: Authenticator): SubresourceHandlers {
  const token = tokenRequest(authenticator);
  const special = new Map<string, SubresourceHandler>([
    ['/serviceaccounts/token', token],
    ['/pods/eviction', evictionHandler],
    ['/pods/binding', bindingHandler],
    ['/pods/log', logHandler],
    ['/namespaces/finalize', finalizeHandler],
  ]);
  return (type, name) =>
    special.get(`${type.group}/${type.plural}/${name}`) ?? (name === 'scale' ? scaleHandler : undefined);
}
