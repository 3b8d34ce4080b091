import { describe, expect, test } from 'vitest';
import {
  ApiError,
  apiErrorFrom,
  findApiError,
  ignoreAlreadyExists,
  ignoreNotFound,
  is,
  NoKindMatchError,
  parseStatus,
} from '../../../../src/runtime/client/requests/api-error.js';
import { ConnectionError } from '../../../../src/runtime/client/connection/connection-error.js';

const error = (code: number, reason = ''): ApiError => new ApiError({ code, reason, message: 'm' });

describe('4.7 predicates', () => {
  test.each([
    ['notFound', 404, 'NotFound'],
    ['conflict', 409, 'Conflict'],
    ['invalid', 422, 'Invalid'],
    ['gone', 410, 'Gone'],
    ['forbidden', 403, 'Forbidden'],
    ['unauthorized', 401, 'Unauthorized'],
    ['badRequest', 400, 'BadRequest'],
    ['methodNotAllowed', 405, 'MethodNotAllowed'],
    ['notAcceptable', 406, 'NotAcceptable'],
    ['unsupportedMediaType', 415, 'UnsupportedMediaType'],
    ['timeout', 504, 'Timeout'],
    ['internal', 500, 'InternalError'],
    ['serviceUnavailable', 503, 'ServiceUnavailable'],
  ] as const)('%s: by reason, and by code %i when the reason is unknown', (name, code, reason) => {
    expect(is[name](error(code, reason))).toBe(true);
    expect(is[name](error(code, 'SomethingNew'))).toBe(true);
    expect(is[name](error(code === 404 ? 409 : code, 'AlreadyExists'))).toBe(false);
  });

  test.each([
    ['alreadyExists', 'AlreadyExists', 409],
    ['expired', 'Expired', 410],
    ['serverTimeout', 'ServerTimeout', 504],
  ] as const)('%s: by reason only', (name, reason, code) => {
    expect(is[name](error(code, reason))).toBe(true);
    expect(is[name](error(code))).toBe(false);
  });

  test('§4.7.1 an object that exists already is no conflict of versions', () => {
    expect(is.conflict(error(409, 'AlreadyExists'))).toBe(false);
  });

  test('§4.7.2 tooManyRequests and tooLarge: the code always counts', () => {
    expect(is.tooManyRequests(error(429, 'Conflict'))).toBe(true);
    expect(is.tooLarge(error(413, 'Invalid'))).toBe(true);
  });

  test('§4.7.3 suggestsDelay: a delay that the server gave, or ServerTimeout', () => {
    expect(is.suggestsDelay(new ApiError({ code: 500, details: { retryAfterSeconds: 2 } }))).toBe(true);
    expect(is.suggestsDelay(error(504, 'ServerTimeout'))).toBe(true);
    expect(is.suggestsDelay(error(500))).toBe(false);
  });

  test('§4.7.4 look through causes and aggregates', () => {
    const wrapped = new Error('outer', { cause: new AggregateError([new Error('x'), error(404, 'NotFound')]) });

    expect(is.notFound(wrapped)).toBe(true);
    expect(is.conflict(wrapped)).toBe(false);
    expect(findApiError(wrapped)?.code).toBe(404);
  });

  test('an error that is its own cause is no endless loop', () => {
    const loop = new Error('loop');
    loop.cause = loop;

    expect(is.notFound(loop)).toBe(false);
  });

  test('§4.7.5 tell connection failures and unknown kinds from answers', () => {
    expect(is.connection(new ConnectionError('X', 's', 'm'))).toBe(true);
    expect(is.noMatch(new NoKindMatchError({ group: 'g', version: 'v1', kind: 'K' }, 's'))).toBe(true);
    expect([is.notFound('text'), is.notFound(undefined)]).toEqual([false, false]);
  });
});

describe('errors from responses', () => {
  test('§17.5.9 a Status speaks for itself', () => {
    const body = JSON.stringify({ kind: 'Status', message: 'pods "a" not found', reason: 'NotFound', code: 404 });

    expect(apiErrorFrom(body, { status: 404, request: 'GET /x' })).toMatchObject({
      message: 'pods "a" not found',
      reason: 'NotFound',
      code: 404,
    });
  });

  test('text of a proxy is quoted with the request, and gets the reason of its code', () => {
    const found = apiErrorFrom('<html>Bad Gateway</html>', { status: 503, request: 'GET /x' });

    expect(found).toMatchObject({ code: 503, reason: 'ServiceUnavailable' });
    expect(found.message).toBe('GET /x was answered with 503: <html>Bad Gateway</html>');
  });

  test('a hint is added', () => {
    expect(apiErrorFrom('', { status: 401, request: 'GET /x', hint: 'the token expired' }).message).toContain(
      '(the token expired)',
    );
  });

  test.each(['', 'null', '[]', '{"kind":"Pod"}', '{broken'])('%j is no Status', (body) => {
    expect(parseStatus(body)).toBeUndefined();
  });
});

test('§4.7.6 ignoreNotFound and ignoreAlreadyExists swallow exactly that', async () => {
  expect(await ignoreNotFound(Promise.reject(error(404, 'NotFound')))).toBeUndefined();
  expect(await ignoreAlreadyExists(Promise.reject(error(409, 'AlreadyExists')))).toBeUndefined();
  expect(await ignoreNotFound(Promise.resolve(1))).toBe(1);
  await expect(ignoreNotFound(Promise.reject(error(403, 'Forbidden')))).rejects.toBeInstanceOf(ApiError);
  await expect(ignoreAlreadyExists(Promise.reject(error(409, 'Conflict')))).rejects.toBeInstanceOf(ApiError);
});
