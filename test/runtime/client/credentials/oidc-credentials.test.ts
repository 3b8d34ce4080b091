import { afterEach, describe, expect, test } from 'vitest';
import { oidcCredentials } from '../../../../src/runtime/client/credentials/oidc-credentials.js';
import { type Answer, fakeServer, json, testCa } from '../fake-api.js';

const cleanups: (() => PromiseLike<void>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

const entry = { name: 'u', fields: {}, file: '/config' };
const jwt = (exp: number, id = 'x'): string =>
  ['{}', JSON.stringify({ exp, id }), 's'].map((part) => Buffer.from(part).toString('base64url')).join('.');
const past = 1_000_000_000;
const future = 4_000_000_000;

async function provider(status = 200) {
  const { ca, server: pair } = testCa();
  const server = await fakeServer((request, response) => {
    if (request.method === 'GET') return json(response, 200, { token_endpoint: `${server.server}/token` });
    json(
      response,
      status,
      status === 200 ? { id_token: jwt(future, 'new'), refresh_token: 'r2' } : { error: 'invalid_grant' },
    );
  }, pair);
  cleanups.push(() => server[Symbol.asyncDispose]());
  const config = {
    'idp-issuer-url': server.server,
    'client-id': 'id',
    'client-secret': 'secret',
    'refresh-token': 'r1',
    'idp-certificate-authority-data': Buffer.from(ca.cert).toString('base64'),
  };
  return { server, config };
}

test('a login server that answers byte by byte, without an end, is given up', async () => {
  const { ca, server: pair } = testCa();
  const server = await fakeServer((_, response) => {
    response.writeHead(200);
    const drip = setInterval(() => response.write(' '), 5);
    response.once('close', () => clearInterval(drip));
  }, pair);
  cleanups.push(() => server[Symbol.asyncDispose]());
  const config = {
    'idp-issuer-url': server.server,
    'client-id': 'id',
    'refresh-token': 'r1',
    'idp-certificate-authority-data': Buffer.from(ca.cert).toString('base64'),
  };

  await expect((async () => oidcCredentials(config, entry, 300).current())()).rejects.toThrow(
    'no whole answer within 0.3 s',
  );
});

describe('12.2.14 OIDC', () => {
  test('uses the token of the file while it is valid', async () => {
    const { server, config } = await provider();

    const { token } = await oidcCredentials({ ...config, 'id-token': jwt(future) }, entry).current();

    expect(token).toBe(jwt(future));
    expect(server.seen).toHaveLength(0);
  });

  test('§21.1.5 renews an expired token once, with the refresh token', async () => {
    const { server, config } = await provider();
    const source = oidcCredentials({ ...config, 'id-token': jwt(past) }, entry);

    await source.current();
    const { token } = await source.current();

    expect(token).toBe(jwt(future, 'new'));
    expect(server.seen.map(({ url }) => url)).toEqual(['/.well-known/openid-configuration', '/token']);
    expect(Object.fromEntries(new URLSearchParams(server.seen[1]?.body))).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'r1',
      client_id: 'id',
      client_secret: 'secret',
    });
  });

  test('a refused refresh token is an error that says to log in', async () => {
    const { config } = await provider(400);

    await expect(oidcCredentials(config, entry).current()).rejects.toThrow(
      /user "u".*400.*invalid_grant.*log in again/,
    );
  });

  test.each<[string, Answer, RegExp]>([
    ['is cut', (_, response) => void response.writeHead(200).write('{"token_', () => response.destroy()), /cut off/],
    ['is no JSON', (_, response) => void response.writeHead(200).end('<html>sign in</html>'), /not JSON.*<html>/],
  ])('an answer that %s is an error, and not waited for without end', async (_what, answer, message) => {
    const { ca, server: pair } = testCa();
    const server = await fakeServer(answer, pair);
    cleanups.push(() => server[Symbol.asyncDispose]());
    const config = {
      'idp-issuer-url': server.server,
      'client-id': 'id',
      'refresh-token': 'r1',
      'idp-certificate-authority-data': Buffer.from(ca.cert).toString('base64'),
    };

    await expect(oidcCredentials(config, entry).current()).rejects.toThrow(message);
  });

  test('without a refresh token there is nothing to do but log in', async () => {
    await expect(oidcCredentials({ 'id-token': jwt(past) }, entry).current()).rejects.toThrow('log in again');
  });
});
