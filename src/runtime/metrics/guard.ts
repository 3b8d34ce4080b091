/** Lets only those read metrics and profiles whom the API server knows and allows. */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { findApiError } from '../client/requests/api-error.js';
import type { Client } from '../client/client.js';
import { pause, systemClock, type Clock } from '../clock.js';
import type { RequestGuard } from '../health/http-listener.js';
import { requestUrl } from '../request-url.js';
import type { Logger } from '../log/logger.js';
import { silentLogger } from '../log/silent-logger.js';
import { GuardCache } from './guard-cache.js';
import { reviewAccess, reviewToken, type Reviewer } from './guard-reviews.js';
import { TooBusyError, Turns, type Rank } from './guard-turns.js';
import { RecentSet } from './recent-set.js';

/** What a guard needs. */
export interface MetricsGuardOptions {
  /** Needs `create` on tokenreviews and subjectaccessreviews. */
  readonly client: Pick<Client, 'create'>;
  readonly log?: Logger | undefined;
  readonly clock?: Clock | undefined;
  /** How many answers of each sort are remembered; 4096 unless given. */
  readonly cacheSize?: number | undefined;
  /**
   * How many questions may be open at the same time; 32 by default. The others wait: first those about tokens that were
   * valid before, last those from addresses and users that have just been refused, which never have more than a quarter.
   */
  readonly maxOpenReviews?: number | undefined;
}

type Refusal = { readonly status: number; readonly message: string };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const unauthenticated: Refusal = { status: 401, message: 'Unauthorized' };

/**
 * A guard that takes bearer tokens, has them checked by a TokenReview (remembered for a minute), and
 * asks by a SubjectAccessReview whether that user may do this to this path (yes is remembered for five
 * minutes, no for 30 seconds). Without an answer, access is denied.
 * @example
 * ```ts
 * const metrics = { bind: '127.0.0.1:0', guard: metricsGuard({ client }) };
 * await using own = await createManager({ config, log: silentLogger, metrics });
 * ```
 */
export function metricsGuard(options: MetricsGuardOptions): RequestGuard {
  const { log = silentLogger, clock = systemClock, cacheSize = 4096, maxOpenReviews = 32 } = options;
  const users = new GuardCache<Reviewer | undefined>(clock, cacheSize);
  const decisions = new GuardCache<boolean>(clock, cacheSize);
  const good = new RecentSet(clock, { ttlMs: HOUR_MS, capacity: cacheSize });
  const refused = new RecentSet(clock, { ttlMs: MINUTE_MS, capacity: cacheSize });
  const turns = new Turns(maxOpenReviews);
  const ask = <T>(rank: Rank, review: () => Promise<T>): Promise<T> =>
    turns.run(rank, () => withRetries(review, clock));
  const decide = async (request: IncomingMessage): Promise<Refusal | undefined> => {
    const token = bearerToken(request.headers.authorization);
    if (token === undefined) return unauthenticated;
    const address = `address ${request.socket?.remoteAddress}`;
    const tokenKey = digest(token);
    const rank = good.has(tokenKey) ? 'known' : refused.has(address) ? 'suspect' : 'new';
    const askUser = () => ask(rank, () => reviewToken(options.client, token));
    const user = await users.get(tokenKey, askUser, () => MINUTE_MS);
    if (!user) {
      refused.add(address);
      return unauthenticated;
    }
    good.add(tokenKey);
    // As the server reads it: a right to `/healthz/*` must not open `/healthz/../metrics`.
    const path = requestUrl(request)?.pathname;
    if (path === undefined) return { status: 400, message: 'Bad Request' };
    const attributes = { path, verb: (request.method ?? 'GET').toLowerCase() };
    const userKey = `user ${user.username}`;
    const askAccess = () =>
      ask(refused.has(userKey) ? 'suspect' : 'known', () => reviewAccess(options.client, user, attributes));
    const key = digest(JSON.stringify([user, attributes]));
    const isAllowed = await decisions.get(key, askAccess, (answer) => (answer ? 300_000 : 30_000));
    if (isAllowed) return undefined;
    refused.add(userKey);
    log.debug('refused a request', { user: user.username, ...attributes });
    return { status: 403, message: `Authorization denied for user ${user.username}` };
  };
  return async (request) => {
    try {
      return await decide(request);
    } catch (error) {
      if (error instanceof TooBusyError) return { status: 503, message: error.message };
      log.error('could not check who may read metrics', { error });
      return { status: 500, message: 'Authentication or authorization failed' };
    }
  };
}

/** Tries again what failed on the way or inside the API server, five times in all. */
async function withRetries<T>(review: () => Promise<T>, clock: Clock): Promise<T> {
  for (let tries = 1, delayMs = 500; ; tries++, delayMs *= 1.5) {
    try {
      return await review();
    } catch (error) {
      const code = findApiError(error)?.code ?? 500;
      if (tries === 5 || (code < 500 && code !== 429)) throw error;
      await pause(clock, delayMs);
    }
  }
}

function bearerToken(header: string | undefined): string | undefined {
  const match = /^Bearer +([^\s]+) *$/i.exec(header ?? '');
  return match?.[1];
}

/** Tokens are not kept in memory longer than their request. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
