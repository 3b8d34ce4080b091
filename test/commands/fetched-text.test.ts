import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { fetchedText } from '../../src/commands/fetched-text.js';

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const limit = 1000;

test('plain http is refused, except on this machine', async () => {
  await expect(fetchedText('http://example.com/crds.yaml', { limit })).rejects.toThrow('not https');
  await expect(fetchedText('ftp://127.0.0.1/', { limit })).rejects.toThrow('not https');
  expect(await fetchedText(await serve((_, response) => void response.end('text')), { limit })).toBe('text');
});

test('an answer beyond the limit is refused before it is complete', async () => {
  const from = await serve((_, response) => {
    const more = (): void => void (response.destroyed || response.write('x'.repeat(600), more));
    more();
  });
  await expect(fetchedText(from, { limit })).rejects.toThrow('larger than');
});

test('other answers are errors, and the signal ends the wait', async () => {
  const missing = await serve((_, response) => void response.writeHead(404).end());
  await expect(fetchedText(missing, { limit })).rejects.toThrow('404');
  const silent = await serve(() => undefined);
  const ending = new AbortController();
  const waiting = fetchedText(silent, { limit, signal: ending.signal });
  ending.abort();
  await expect(waiting).rejects.toThrow();
});
