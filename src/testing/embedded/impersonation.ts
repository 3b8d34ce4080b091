/** `Impersonate-User` and its companions. */
import type { Authorizer } from './authorizer.js';
import type { UserInfo } from './user-info.js';

/** The user that a request acts as. */
export function impersonate(user: UserInfo, headers: readonly [string, string[]][], _authorizer: Authorizer): UserInfo {
  return headers.length === 0 ? user : user;
}
