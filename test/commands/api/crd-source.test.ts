import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFile, truncate } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { isAddress, largestSource, readCrdSource } from '../../../src/commands/api/crd-source.js';
import { temporaryFolder } from '../../project-folder.js';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
});

const unreadable = expect.objectContaining({ code: 'cannot-read' }) as unknown;

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  cleanups.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test('reads a file', async () => {
  const { root, clean } = await temporaryFolder();
  cleanups.push(clean);
  await writeFile(path.join(root, 'a.yaml'), 'a: 1\n');

  await expect(readCrdSource('a.yaml', root)).resolves.toBe('a: 1\n');
  await expect(readCrdSource('b.yaml', root)).rejects.toEqual(unreadable);
  await expect(readCrdSource('.', root)).rejects.toEqual(unreadable);
});

test('a file that is too large is not read', async () => {
  const { root, clean } = await temporaryFolder();
  cleanups.push(clean);
  await writeFile(path.join(root, 'a.yaml'), '');
  await truncate(path.join(root, 'a.yaml'), largestSource + 1);

  await expect(readCrdSource('a.yaml', root)).rejects.toThrow(/bytes/);
});

test('reads an address of this machine, also when it leads on', async () => {
  const address = await serve((request, response) => {
    if (request.url === '/') response.writeHead(302, { location: '/there' }).end();
    else response.end('a: 1\n');
  });

  await expect(readCrdSource(address, '.')).resolves.toBe('a: 1\n');
});

test('an answer without end is cut off, and never in memory as a whole', async () => {
  let sent = 0;
  const address = await serve((_, response) => {
    const part = Buffer.alloc(1024 * 1024);
    const send = (): void => {
      sent += part.length;
      if (!response.destroyed) response.write(part, send);
    };
    send();
  });

  await expect(readCrdSource(address, '.')).rejects.toThrow(/larger/);
  expect(sent).toBeLessThan(largestSource * 2);
});

test('does not go round for ever', async () => {
  const address = await serve((_, response) => response.writeHead(302, { location: '/' }).end());

  await expect(readCrdSource(address, '.')).rejects.toThrow(/leads on/);
});

test('neither plain http nor another sort of address is fetched', async () => {
  const address = await serve((_, response) => response.writeHead(302, { location: 'http://example.invalid/' }).end());

  await expect(readCrdSource('http://example.invalid/a.yaml', '.')).rejects.toThrow(/not https/);
  await expect(readCrdSource(address, '.')).rejects.toThrow(/not https/);
});

test('an error of the server is an error', async () => {
  const address = await serve((_, response) => response.writeHead(404).end());

  await expect(readCrdSource(address, '.')).rejects.toThrow(/404/);
});

test('tells addresses from files', () => {
  expect([isAddress('https://a'), isAddress('HTTP://a'), isAddress('./https'), isAddress('-')]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
