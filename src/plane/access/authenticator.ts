/** Who a bearer token belongs to. */
import { randomBytes } from 'node:crypto';
import { MASTERS, type UserInfo } from './user-info.js';

const ANONYMOUS: UserInfo = { name: 'system:anonymous', groups: ['system:unauthenticated'] };

/** Known tokens. */
export class Authenticator {
  private readonly users = new Map<string, UserInfo>();

  /** Adds a user and returns a new token of theirs. */
  addUser(user: UserInfo): string {
    const token = randomBytes(16).toString('hex');
    this.addToken(token, user);
    return token;
  }

  /** Makes a given token valid for a user. */
  addToken(token: string, user: UserInfo): void {
    this.users.set(token, { ...user, groups: [...new Set([...user.groups, 'system:authenticated'])] });
  }

  /** Adds a member of `system:masters`. */
  addAdmin(): string {
    return this.addUser({ name: 'admin', groups: [MASTERS] });
  }

  /** The user of a token, or undefined when nobody has it. */
  userOf(token: string): UserInfo | undefined {
    return this.users.get(token);
  }

  /** The user of an Authorization header; without one, the anonymous user; undefined when it is wrong. */
  authenticate(header: string): UserInfo | undefined {
    if (header === '') return ANONYMOUS;
    const match = /^Bearer\s+(\S.*)$/i.exec(header);
    return match === null ? undefined : this.users.get((match[1] ?? '').trim());
  }
}
