/** Credentials that are fetched, kept while they are valid, and fetched again. */
import type { Credentials, CredentialSource } from '../config/cluster-config.js';

/** What a fetch brings. */
export interface FetchedCredentials {
  readonly credentials: Credentials;
  readonly expiresAt?: Date;
}

/** Renewed a little before they expire, so that a request under way does not meet an expired token. */
const earlyMs = 30_000;
/** A refusal right after a fetch belongs to a request that was sent with the credentials before. */
const freshMs = 1000;

/** One fetch at a time, shared by all who wait for it. */
export class ExpiringCredentials implements CredentialSource {
  readonly #fetch: () => Promise<FetchedCredentials>;
  readonly #now: () => number;
  #cached: { credentials: Credentials; fetchedAt: number; renewAt: number } | undefined;
  #fetching: Promise<Credentials> | undefined;

  constructor(fetch: () => Promise<FetchedCredentials>, now: () => number = Date.now) {
    this.#fetch = fetch;
    this.#now = now;
  }

  current(): Credentials | Promise<Credentials> {
    if (this.#cached && this.#now() < this.#cached.renewAt) return this.#cached.credentials;
    this.#fetching ??= this.#renew().finally(() => (this.#fetching = undefined));
    return this.#fetching;
  }

  invalidate(): void {
    if (this.#cached && this.#now() - this.#cached.fetchedAt > freshMs) this.#cached = undefined;
  }

  async #renew(): Promise<Credentials> {
    const { credentials, expiresAt } = await this.#fetch();
    const fetchedAt = this.#now();
    const lifetimeMs = expiresAt === undefined ? Infinity : expiresAt.getTime() - fetchedAt;
    this.#cached = { credentials, fetchedAt, renewAt: fetchedAt + lifetimeMs - Math.min(earlyMs, lifetimeMs / 2) };
    return credentials;
  }
}
