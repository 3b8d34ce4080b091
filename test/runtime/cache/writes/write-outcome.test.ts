import { expect, test } from 'vitest';
import { outcomeOfError } from '../../../../src/runtime/cache/writes/write-outcome.js';
import { ConnectionError } from '../../../../src/runtime/client/connection/connection-error.js';
import { ApiError, NoKindMatchError } from '../../../../src/runtime/client/requests/api-error.js';
import { InvalidCallError } from '../../../../src/runtime/object/invalid-call.js';

const answer = (code: number, reason = '', message = '') => new ApiError({ code, reason, message });
const lost = (code: string) => new ConnectionError(code, 'https://fake', code);

test.each([
  ['a webhook of others that is down', answer(500, 'InternalError', 'failed calling webhook'), 'failed'],
  ['an unavailable server', answer(503, 'ServiceUnavailable'), 'failed'],
  ['too many requests', answer(429, 'TooManyRequests'), 'failed'],
  ['a refusal', answer(403, 'Forbidden'), 'failed'],
  ['a refused connection', lost('ECONNREFUSED'), 'failed'],
  ['a host that does not resolve', lost('ENOTFOUND'), 'failed'],
  ['a certificate that is not trusted', lost('CERT_HAS_EXPIRED'), 'failed'],
  ['a call that was not sent', new InvalidCallError('no'), 'failed'],
  ['an unknown kind', new NoKindMatchError({ group: 'a', version: 'v1', kind: 'B' }, 'https://fake'), 'failed'],
  ['an error of etcd', answer(500, '', 'etcdserver: request timed out'), 'uncertain'],
  ['a server that stopped waiting', answer(504, 'Timeout'), 'uncertain'],
  ['a proxy that lost the server', answer(502), 'uncertain'],
  ['a lost connection', lost('ECONNRESET'), 'uncertain'],
  ['no answer in time', lost('TIMEOUT'), 'uncertain'],
  ['an abort', new Error('stopped'), 'uncertain'],
  ['a conflict', answer(409, 'Conflict'), 'outdated'],
  ['an object that exists', answer(409, 'AlreadyExists'), 'outdated'],
  ['a lost connection, wrapped', new Error('outer', { cause: lost('ECONNRESET') }), 'uncertain'],
])('§17.3.6 after %s the result is %3$s', (_what, error, expected) => {
  expect(outcomeOfError(error, false).type).toBe(expected);
});

test('a create of what the store has says nothing new', () => {
  expect(outcomeOfError(answer(409, 'AlreadyExists'), true).type).toBe('failed');
});
