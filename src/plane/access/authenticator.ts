/** Who a bearer token belongs to. */
import { randomBytes } from 'node:crypto';
import { MASTERS, type UserInfo } from './user-info.js';

const ANONYMOUS: UserInfo = { name: 'system:anonymous', groups: ['system:unauthenticated'] };

/** Who the API server is, for tokens. */
export const API_AUDIENCE = 'https://kubernetes.default.svc';

interface Bearer {
  readonly user: UserInfo;
  /** Whom the token is for. */
  readonly audiences: readonly string[];
}

/** Known tokens. */
export class Authenticator {
  private readonly bearers = new Map<string, Bearer>();

  /** Adds a user and returns a new token of theirs. */
  addUser(user: UserInfo): string {
    const token = randomBytes(16).toString('hex');
    this.addToken(token, user);
    return token;
  }

  /** Makes a given token valid for a user, at servers that are one of the audiences. */
  addToken(token: string, user: UserInfo, audiences: readonly string[] = [API_AUDIENCE]): void {
    const groups = [...new Set([...user.groups, 'system:authenticated'])];
    this.bearers.set(token, { user: { ...user, groups }, audiences });
  }

  /** Adds a member of `system:masters`. */
  addAdmin(): string {
    return this.addUser({ name: 'admin', groups: [MASTERS] });
  }

  /** The user of a token and its audiences, or undefined when it is unknown. */
  bearerOf(token: string): Bearer | undefined {
    return this.bearers.get(token);
  }

  /** The user of an Authorization header; without one, the anonymous user; undefined when it is wrong. */
  authenticate(header: string): UserInfo | undefined {
    if (header === '') return ANONYMOUS;
    const match = /^Bearer\s+(\S.*)$/i.exec(header);
    const bearer = this.bearers.get((match?.[1] ?? '').trim());
    return bearer?.audiences.includes(API_AUDIENCE) === true ? bearer.user : undefined;
  }
}
