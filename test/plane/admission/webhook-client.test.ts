import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueOnce } from '../../../src/certificate/throw-away-authority.js';
import { callWebhook } from '../../../src/plane/admission/webhook-client.js';

const issued = issueOnce(['127.0.0.1'], 86_400_000);
const stranger = issueOnce(['127.0.0.1'], 86_400_000);
const elsewhere = issueOnce(['elsewhere.example.com'], 86_400_000);
const paths: string[] = [];
const servers = [issued, elsewhere].map(({ pair }) =>
  createServer({ cert: pair.cert, key: pair.key }, (request, response) => {
    paths.push(request.url ?? '');
    response.end('{"answer":1}');
  }),
);
const address = (index: number): string => {
  const bound = servers[index]?.address() as AddressInfo | undefined;
  return `https://127.0.0.1:${bound?.port ?? 0}`;
};
const call = (url: string, ...certificates: readonly string[]) =>
  callWebhook({ url, caBundle: Buffer.from(certificates.join('\n')).toString('base64') }, {}, { timeoutMs: 30_000 });

beforeAll(() => Promise.all(servers.map((server) => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)))));
afterAll(() => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
});

test('an authority, or the serving certificate itself, is trusted, as in Go', async () => {
  expect(await call(address(0), issued.ca)).toEqual({ answer: 1 });
  expect(await call(address(0), issued.pair.cert)).toEqual({ answer: 1 });
  expect(await call(address(0), stranger.ca, issued.pair.cert)).toEqual({ answer: 1 });
});

test('certificates of others, for other names and bundles without one are not', async () => {
  await expect(call(address(0), stranger.ca)).rejects.toMatchObject({ name: 'WebhookFailure' });
  await expect(call(address(0), stranger.pair.cert)).rejects.toThrow('signed by unknown authority');
  await expect(call(address(1), elsewhere.pair.cert)).rejects.toThrow('certificate is not valid for 127.0.0.1');
  await expect(call(address(0), 'nothing')).rejects.toThrow('the caBundle has no certificate');
});

test('paths are joined as the API server joins them', async () => {
  paths.length = 0;
  await call(`${address(0)}//a/../b//c/`, issued.ca);
  await call(address(0), issued.ca);

  expect(paths).toEqual(['/b/c?timeout=30s', '/?timeout=30s']);
});

test('an address that is none is a failure of the webhook', async () => {
  await expect(call('https://', issued.ca)).rejects.toMatchObject({ name: 'WebhookFailure' });
});
