import type { IncomingMessage } from 'node:http';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../src/runtime/client/requests/api-error.js';
import type { Client } from '../../../src/runtime/client/client.js';
import { metricsGuard, type MetricsGuardOptions } from '../../../src/runtime/metrics/guard.js';
import { ManualClock, settle } from '../manual-clock.js';

describe('metricsGuard', () => {
  test('lets in whom the API server knows and allows', async () => {
    const { guard, calls } = setUp();

    expect(await guard(requestOf('Bearer good'))).toBeUndefined();
    expect(calls).toEqual(['token good', 'access jane get /metrics']);
  });

  test('§1.7.11 asks again only after a minute about a token, and after five about a right', async () => {
    const { guard, calls, clock } = setUp();
    await guard(requestOf('Bearer good'));
    calls.length = 0;

    await guard(requestOf('Bearer good'));
    expect(calls).toEqual([]);
    clock.advance(60_000);
    await guard(requestOf('Bearer good'));
    expect(calls).toEqual(['token good']);
    clock.advance(240_000);
    await guard(requestOf('Bearer good'));

    expect(calls).toEqual(['token good', 'token good', 'access jane get /metrics']);
  });

  test.each([undefined, '', 'Basic amFuZTpwdw==', 'Bearer', 'Bearer  ', 'good', 'Bearer a b'])(
    '401 without asking anybody for %j',
    async (authorization) => {
      const { guard, calls } = setUp();

      expect(await guard(requestOf(authorization))).toMatchObject({ status: 401 });
      expect(calls).toEqual([]);
    },
  );

  test('401 for a token that nobody knows', async () => {
    expect(await setUp().guard(requestOf('Bearer bad'))).toMatchObject({ status: 401 });
  });

  test('§1.7.12 403 for a user who may not, remembered for 30 seconds', async () => {
    const { guard, calls, clock } = setUp();

    expect(await guard(requestOf('Bearer poor'))).toMatchObject({ status: 403 });
    calls.length = 0;
    clock.advance(29_999);
    await guard(requestOf('Bearer poor'));
    expect(calls).toEqual([]);
    clock.advance(1);
    await guard(requestOf('Bearer poor'));

    expect(calls).toEqual(['access john get /metrics']);
  });

  test('§1.7.12 a right to one path or method is no right to another', async () => {
    const { guard } = setUp();

    expect(await guard(requestOf('Bearer good', 'GET', '/debug/pprof/heap'))).toMatchObject({ status: 403 });
    expect(await guard(requestOf('Bearer good', 'POST'))).toMatchObject({ status: 403 });
    expect(await guard(requestOf('Bearer good', 'GET', '/metrics?x=/other'))).toBeUndefined();
  });

  test.each(['/healthz/../metrics', '/healthz/%2e%2e/metrics', '/healthz/.%2E/metrics', '/./metrics'])(
    'asks about %s as what it is: /metrics',
    async (url) => {
      const { guard, calls } = setUp();

      await guard(requestOf('Bearer poor', 'GET', url));

      expect(calls).toEqual(['token poor', 'access john get /metrics']);
    },
  );

  test('400 for an address that cannot be read', async () => {
    expect(await setUp().guard(requestOf('Bearer good', 'GET', '//'))).toMatchObject({ status: 400 });
  });

  test('§1.7.13 500 when the API server refuses to answer, and nobody gets in', async () => {
    const { guard } = setUp({ fail: new ApiError({ code: 403, reason: 'Forbidden' }) });

    expect(await guard(requestOf('Bearer good'))).toMatchObject({ status: 500 });
  });

  test('§1.7.13 tries again when the API server is away for a moment', async () => {
    const { guard, clock, failing } = setUp({ fail: new ApiError({ code: 503, reason: 'ServiceUnavailable' }) });

    const answer = guard(requestOf('Bearer good'));
    await settle();
    failing.error = undefined;
    await clock.advanceAsync(1_000);

    expect(await answer).toBeUndefined();
  });

  describe('a flood of made-up tokens', () => {
    const flood = (guard: ReturnType<typeof metricsGuard>, address = '10.0.0.66') =>
      Array.from({ length: 100 }, (_, index) => guard(requestOf(`Bearer fake${index}`, 'GET', '/metrics', address)));

    test('opens only so many questions at the same time, and a quarter once it is known', async () => {
      const { guard, open } = setUp({}, { maxOpenReviews: 8 });
      await Promise.all(flood(guard));
      expect(open.most).toBe(8);

      open.most = 0;
      const second = Array.from({ length: 50 }, (_, index) =>
        guard(requestOf(`Bearer other${index}`, 'GET', '/', '10.0.0.66')),
      );
      const answers = await Promise.all(second);
      expect(open.most).toBe(2);
      expect(new Set(answers.map((answer) => answer?.status))).toEqual(new Set([401]));
    });

    test('does not keep out a valid token that nobody has seen, from another address', async () => {
      const { guard, calls } = setUp({}, { maxOpenReviews: 8 });
      await guard(requestOf('Bearer fake', 'GET', '/metrics', '10.0.0.66'));
      calls.length = 0;
      const answers = flood(guard);

      expect(await guard(requestOf('Bearer good', 'GET', '/metrics', '10.0.0.1'))).toBeUndefined();
      // Only questions that were open before went first.
      expect(calls.indexOf('token good')).toBeLessThan(3);
      await Promise.all(answers);
    });

    test('does not keep out a token that was valid before, even from the same address', async () => {
      const { guard, calls, clock } = setUp({}, { maxOpenReviews: 8 });
      await guard(requestOf('Bearer good', 'GET', '/metrics', '10.0.0.66'));
      clock.advance(60_000);
      calls.length = 0;
      const answers = flood(guard);

      expect(await guard(requestOf('Bearer good', 'GET', '/metrics', '10.0.0.66'))).toBeUndefined();
      expect(calls.indexOf('token good')).toBeLessThan(17);
      await Promise.all(answers);
    });

    test('a valid token from its own address waits, and gets in', async () => {
      const { guard } = setUp({}, { maxOpenReviews: 8 });
      const answers = flood(guard);

      expect(await guard(requestOf('Bearer good', 'GET', '/metrics', '10.0.0.66'))).toBeUndefined();
      await Promise.all(answers);
    });
  });

  test('a user who may not, and asks for one path after the other, has a quarter of all questions', async () => {
    const { guard, open } = setUp({}, { maxOpenReviews: 8 });
    await guard(requestOf('Bearer poor'));
    open.most = 0;

    await Promise.all(Array.from({ length: 50 }, (_, index) => guard(requestOf('Bearer poor', 'GET', `/${index}`))));

    expect(open.most).toBe(2);
  });

  test('whatever a request looks like, only the right token gets in', async () => {
    const { guard } = setUp();
    const header = fc.oneof(
      fc.string(),
      fc.string().map((text) => `Bearer ${text}`),
      fc.constant('bearer poor'),
    );
    await fc.assert(
      fc.asyncProperty(header, fc.string(), fc.string(), async (authorization, method, url) => {
        fc.pre(!/^bearer +good *$/i.test(authorization));

        expect([400, 401, 403]).toContain((await guard(requestOf(authorization, method, url)))?.status);
      }),
      { numRuns: 2_000 },
    );
  });
});

function setUp(
  { fail }: { fail?: Error } = {},
  options: Partial<MetricsGuardOptions> = {},
): {
  guard: ReturnType<typeof metricsGuard>;
  calls: string[];
  clock: ManualClock;
  failing: { error: Error | undefined };
  open: { now: number; most: number };
} {
  const open = { now: 0, most: 0 };
  const calls: string[] = [];
  const clock = new ManualClock();
  const failing = { error: fail };
  const users: Record<string, string> = { good: 'jane', poor: 'john' };
  const create = async ({ kind, spec }: { kind: string; spec: Spec }): Promise<object> => {
    open.most = Math.max(open.most, ++open.now);
    await settle();
    open.now--;
    if (failing.error) throw failing.error;
    if (kind === 'TokenReview') {
      calls.push(`token ${spec.token}`);
      const username = Object.hasOwn(users, spec.token ?? '') ? users[spec.token ?? ''] : undefined;
      return { status: { authenticated: username !== undefined, user: { username } } };
    }
    const { path, verb } = spec.nonResourceAttributes ?? {};
    calls.push(`access ${spec.user} ${verb} ${path}`);
    return { status: { allowed: spec.user === 'jane' && path === '/metrics' && verb === 'get' } };
  };
  const client = { create } as unknown as Pick<Client, 'create'>;
  return { guard: metricsGuard({ client, clock, ...options }), calls, clock, failing, open };
}

interface Spec {
  token?: string;
  user?: string;
  nonResourceAttributes?: { path?: string; verb?: string };
}

function requestOf(
  authorization: string | undefined,
  method = 'GET',
  url = '/metrics',
  remoteAddress = '10.0.0.1',
): IncomingMessage {
  const headers = authorization === undefined ? {} : { authorization };
  return { method, url, headers, socket: { remoteAddress } } as IncomingMessage;
}
