/** Whoever answers for the API server can neither end the process, nor make it wait without end, nor get its credentials. */
import { constants } from 'node:buffer';
import type { ServerResponse } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import type { ClusterConfig } from '../../../../src/runtime/client/config/cluster-config.js';
import { longestBody } from '../../../../src/runtime/client/connection/answer-limit.js';
import { ConnectionError } from '../../../../src/runtime/client/connection/connection-error.js';
import { createTransport } from '../../../../src/runtime/client/connection/http-transport.js';
import { createClient } from '../../../../src/runtime/client/kube-client.js';
import { ApiError } from '../../../../src/runtime/client/requests/api-error.js';
import { openWatch } from '../../../../src/runtime/client/watch/watch-stream.js';
import { defineKind } from '../../../../src/runtime/object/kind.js';
import { type Answer, fakeServer, json } from '../fake-api.js';

const Pod = defineKind({ group: '', version: 'v1', kind: 'Pod', plural: 'pods', scope: 'Namespaced' });
const key = { namespace: 'a', name: 'b' };
const cleanups: (() => PromiseLike<void> | void)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function serve(answer: Answer, config: Partial<ClusterConfig> = {}) {
  const server = await fakeServer(answer);
  const transport = createTransport({ server: server.server, ...config });
  cleanups.push(
    () => server[Symbol.asyncDispose](),
    () => transport[Symbol.asyncDispose](),
  );
  return { server, transport, client: createClient({ transport, kinds: [Pod] }) };
}

const endless = (start: string) => (_: unknown, response: ServerResponse) => {
  const chunk = 'a'.repeat(1024 * 1024);
  response.write(start);
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
    response.once('drain', more);
  };
  more();
};

test('§4.2.7 a body that is read whole may have a quarter of the heap, and as much as a string can have', () => {
  expect(longestBody(400 * 1024 ** 2)).toBe(100 * 1024 ** 2);
  expect(longestBody(64 * 1024 ** 3)).toBe(constants.MAX_STRING_LENGTH);
});

test('§4.2.7 an event of a watch that does not end is an error, not a cut that is resumed', async () => {
  const { transport } = await serve(endless('{"type":"ADDED","object":{"metadata":{"name":"'));
  const read = async (): Promise<void> => {
    for await (const event of await openWatch(transport, Pod)) void event;
  };

  await expect(read()).rejects.toMatchObject({ name: 'ConnectionError', code: 'TOO_LARGE' });
});

test('a watch whose events are too long is tried again after a pause', async () => {
  const { client, server } = await serve(endless('{"type":"ADDED","object":{"metadata":{"name":"'));
  for await (const phase of client.watch(Pod)) {
    if (phase.type !== 'error') continue;
    expect(phase.error).toMatchObject({ code: 'TOO_LARGE' });
    expect(phase.retryInMs).toBeGreaterThan(0);
    // Other requests may come meanwhile: a connection that is slow to deliver is probed.
    expect(server.seen.filter(({ url }) => url.startsWith('/api/v1/pods'))).toHaveLength(1);
    break;
  }
});

test.each([301, 302, 303, 307, 308])(
  '§4.2.7 a redirect (%i) is an error: nothing is sent to the other server',
  async (code) => {
    const other = await serve((_, response) => json(response, 200, {}));
    const location = `${other.server.server}/api/v1/namespaces/a/pods/b`;
    const { client } = await serve(
      (_, response) => {
        response.writeHead(code, { location });
        response.end();
      },
      { token: 'secret' },
    );

    for (const call of [
      () => client.get(Pod, key),
      () => client.delete({ kind: Pod, ...key }),
      () => client.create(new Pod({ metadata: key })),
      () => client.list(Pod),
    ]) {
      const error: unknown = await call().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({ code, message: expect.stringContaining('redirects are not followed') });
    }
    expect(other.server.seen).toEqual([]);
  },
);

test('a server that asks to wait for years is asked again after about a minute', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  cleanups.push(() => timers.mockRestore());
  const { client } = await serve((_, response) => json(response, 429, {}, { 'retry-after': '999999999' }));
  const abort = new AbortController();
  const call = client.get(Pod, key, { signal: abort.signal });

  const delays = (): number[] =>
    timers.mock.calls.map(([, ms]) => ms ?? 0).filter((ms) => ms >= 60_000 && ms !== 90_000);
  await vi.waitFor(() => expect(delays()).not.toEqual([]));
  abort.abort();

  await expect(call).rejects.toThrow();
  expect(Math.max(...delays())).toBeLessThan(90_000);
});

const source = { current: () => ({ token: 'secret' }), invalidate: () => undefined };
const SECRETS: readonly [string, Partial<ClusterConfig>][] = [
  ['a token', { token: 'secret' }],
  ['a token file', { tokenFile: '/nowhere/token' }],
  ['a password', { username: 'me', password: 'secret' }],
  ['a plug-in', { credentials: source }],
];

test.each(SECRETS)('§4.2.7 %s does not leave the machine over http://', (_, config) => {
  const open = (server: string, more: Partial<ClusterConfig> = {}) => createTransport({ server, ...config, ...more });

  for (const server of [
    'http://10.0.0.1:8080',
    'http://api.example.com',
    'http://127.0.0.1.example.com',
    'http://0.0.0.0',
  ])
    expect(() => open(server)).toThrow(ConnectionError);
  expect(() => open('http://10.0.0.1')).toThrow(/not encrypted; use https:\/\//);
  expect(() => open('http://127.0.0.1', { proxyUrl: 'http://proxy:3128' })).toThrow(ConnectionError);
  for (const server of [
    'https://10.0.0.1',
    'http://127.0.0.1:1',
    'http://127.9.9.9',
    'http://localhost',
    'http://[::1]:1',
  ])
    expect(() => open(server)).not.toThrow();
});

test('a server on plain http:// can be used without credentials', () => {
  expect(() => createTransport({ server: 'http://10.0.0.1:8080' })).not.toThrow();
});
