import { expect, test } from 'vitest';
import { ApiError, NoKindMatchError } from '../../../../src/runtime/client/requests/api-error.js';
import { ConnectionError } from '../../../../src/runtime/client/connection/connection-error.js';
import {
  isStreamingRefused,
  isTooLargeVersion,
  needsSomebody,
  nextStepAfter,
} from '../../../../src/runtime/client/watch/watch-failure.js';

const api = (code: number, reason = ''): ApiError => new ApiError({ code, reason, message: reason });
const tooLarge = new ApiError({ code: 504, reason: 'Timeout', message: 'Too large resource version: 7' });

test.each([
  ['an expired version', api(410, 'Expired'), 'relist'],
  ['too many requests', api(429), 'rewatch'],
  ['no connection', new ConnectionError('ECONNREFUSED', 's', 'refused'), 'rewatch'],
  ['a server that starts', api(503), 'rewatch'],
  ['an internal error', api(500, 'InternalError'), 'relist'],
  ['a kind that is gone', api(404, 'NotFound'), 'restart'],
  ['a version of the future', tooLarge, 'restart'],
  ['anything else', new Error('?'), 'relist'],
])('§3.2.7 after %s comes: %s', (_name, error, expected) => {
  expect(nextStepAfter(error)).toBe(expected);
});

test('§3.1.4 a version of the future is known by its cause or its text', () => {
  const byCause = new ApiError({ code: 504, details: { causes: [{ reason: 'ResourceVersionTooLarge' }] } });

  expect([byCause, tooLarge, api(504)].map(isTooLargeVersion)).toEqual([true, true, false]);
});

test('§3.1.5 only refusals of the request itself mean that a server cannot stream', () => {
  expect([api(422), api(400), api(403), api(500)].map(isStreamingRefused)).toEqual([true, true, false, false]);
});

test('roles and missing kinds need somebody', () => {
  const gvk = { group: 'g', version: 'v1', kind: 'K' };

  expect([api(403), api(404), api(401), new NoKindMatchError(gvk, 's'), api(500)].map(needsSomebody)).toEqual([
    true,
    true,
    true,
    true,
    false,
  ]);
});
