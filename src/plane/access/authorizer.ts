/** Whether a user may do something. */
import type { RequestInfo } from '../http/request-info.js';
import type { PolicyRule } from './rule-cover.js';
import type { UserInfo } from './user-info.js';

/** Decides on requests; throws 403 to refuse. */
export interface Authorizer {
  check(user: UserInfo, info: RequestInfo): void;
  /** Whether a user may act on a resource without a request for it, as for reviews. */
  isAllowed(user: UserInfo, attributes: Attributes): boolean;
  /** What allows it; empty for administrators, whom nobody asks. */
  reasonFor(user: UserInfo, attributes: Attributes): string;
  /** The same for what is about to be done. */
  uses(user: UserInfo, attributes: Attributes): boolean;
  /** Every rule that a user holds in a namespace, or cluster-wide. */
  rulesFor(user: UserInfo, namespace: string | undefined): PolicyRule[];
  /** The rules of a role; undefined when it does not exist. */
  rulesOfRole(plural: 'clusterroles' | 'roles', namespace: string | undefined, name: string): PolicyRule[] | undefined;
}

/** What somebody wants to do. */
export interface Attributes {
  readonly verb: string;
  readonly group?: string;
  readonly resource?: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly path?: string;
}
