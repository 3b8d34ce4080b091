/** `Impersonate-User` and its companions: acting as somebody else, when RBAC allows it. */
import { badRequest, type StatusError } from '../api-status.js';
import type { Attributes, Authorizer } from './authorizer.js';
import { refusal } from './rbac.js';
import type { RequestInfo } from '../http/request-info.js';
import type { UserInfo } from './user-info.js';

const SERVICE_ACCOUNT = /^system:serviceaccount:([^:]+):([^:]+)$/;

/** The request, and who decides about it. */
export interface Sender {
  readonly authorizer: Authorizer;
  readonly info: RequestInfo;
}

/** The user that a request acts as. Throws 403 when the sender may not impersonate. */
export function impersonate(user: UserInfo, headers: readonly [string, string[]][], sender: Sender): UserInfo {
  if (headers.length === 0) return user;
  const values = new Map(headers);
  const name = values.get('impersonate-user')?.[0] ?? '';
  const groups = values.get('impersonate-group') ?? [];
  if (name === '') throw incomplete();
  const account = SERVICE_ACCOUNT.exec(name);
  if (account === null) check(user, sender, { verb: 'impersonate', resource: 'users', name });
  else {
    const [, namespace = '', accountName = ''] = account;
    check(user, sender, { verb: 'impersonate', resource: 'serviceaccounts', namespace, name: accountName });
  }
  for (const group of groups) check(user, sender, { verb: 'impersonate', resource: 'groups', name: group });
  const uid = values.get('impersonate-uid')?.[0] ?? '';
  if (uid !== '') {
    check(user, sender, { verb: 'impersonate', group: 'authentication.k8s.io', resource: 'uids', name: uid });
  }
  const all = [...new Set([...groups, ...impliedGroups(name, account, groups)])];
  return { name, ...(uid === '' ? {} : { uid }), groups: all, ...extrasOf(headers) };
}

function impliedGroups(name: string, account: RegExpExecArray | null, given: readonly string[]): string[] {
  if (name === 'system:anonymous') return ['system:unauthenticated'];
  const own =
    account === null || given.length > 0
      ? []
      : ['system:serviceaccounts', `system:serviceaccounts:${account[1] ?? ''}`];
  return [...own, 'system:authenticated'];
}

function extrasOf(headers: readonly [string, string[]][]): Pick<UserInfo, 'extra'> {
  const extra: Record<string, readonly string[]> = {};
  for (const [header, values] of headers) {
    if (header.startsWith('impersonate-extra-')) extra[decodeURIComponent(header.slice(18))] = values;
  }
  return Object.keys(extra).length === 0 ? {} : { extra };
}

function check(user: UserInfo, { authorizer, info }: Sender, attributes: Attributes): void {
  if (authorizer.isAllowed(user, attributes)) return;
  throw refusal(user, { ...info, verb: `impersonate-on:user-info:${info.verb}` });
}

function incomplete(): StatusError {
  return badRequest('requested [] without impersonating a user');
}
