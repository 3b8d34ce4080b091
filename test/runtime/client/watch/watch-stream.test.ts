import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { ApiError, is } from '../../../../src/runtime/client/requests/api-error.js';
import { createTransport } from '../../../../src/runtime/client/connection/http-transport.js';
import {
  isInitialEventsEnd,
  openWatch,
  type WatchStreamOptions,
} from '../../../../src/runtime/client/watch/watch-stream.js';
import { defineKind, metadataOnly } from '../../../../src/runtime/object/kind.js';
import { fakeServer, json } from '../fake-api.js';

const Pod = defineKind({ group: '', version: 'v1', kind: 'Pod', plural: 'pods', scope: 'Namespaced' });
const cleanups: (() => PromiseLike<void>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function watch(
  play: (response: ServerResponse, socket: Socket) => void,
  options: WatchStreamOptions = {},
  kind = Pod,
) {
  const server = await fakeServer((_, response, socket) => play(response, socket));
  const transport = createTransport({ server: server.server });
  cleanups.push(
    () => server[Symbol.asyncDispose](),
    () => transport[Symbol.asyncDispose](),
  );
  const stream = await openWatch(transport, kind, options);
  const events: string[] = [];
  for await (const event of stream) {
    events.push(
      event.type === 'ERROR' ? `ERROR ${event.error.message}` : `${event.type} ${event.object.metadata.name ?? ''}`,
    );
  }
  return {
    events,
    end: stream.end,
    url: new URL(server.seen[0]?.url ?? '', 'http://x'),
    headers: server.seen[0]?.headers,
  };
}

const line = (type: string, name: string): string =>
  `${JSON.stringify({ type, object: { apiVersion: 'v1', kind: 'Pod', metadata: { name } } })}\n`;

describe('3.2 one watch', () => {
  test('gives events in order and ends with the stream', async () => {
    const { events, end } = await watch((response) => response.end(line('ADDED', 'a') + line('DELETED', 'a')));

    expect(events).toEqual(['ADDED a', 'DELETED a']);
    expect(end).toBe('eof');
  });

  test('a cut connection is an ordinary end; the event that was cut is dropped', async () => {
    const { events, end } = await watch((response, socket) => {
      response.write(line('ADDED', 'a') + line('ADDED', 'b').slice(0, 20), () => socket.destroy());
    });

    expect(events).toEqual(['ADDED a']);
    expect(end).toBe('reset');
  });

  test('§3.2.11 silence ends it as a dead connection', async () => {
    const { events, end } = await watch((response) => response.write(line('ADDED', 'a')), { idleTimeoutMs: 30 });

    expect(events).toEqual(['ADDED a']);
    expect(end).toBe('idle');
  });

  test('§17.6.1 a chain of gzip members is read to the end, also when the last one is cut', async () => {
    const { events, end } = await watch((response, socket) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.write(gzipSync(line('ADDED', 'a')));
      response.write(gzipSync(line('ADDED', 'b')));
      response.write(gzipSync(line('ADDED', 'c')).subarray(0, 15), () => setTimeout(() => socket.destroy(), 20));
    });

    expect(events).toEqual(['ADDED a', 'ADDED b']);
    expect(end).toBe('reset');
  });

  test('§17.6.1 each gzip member is delivered when it comes, not at the end', async () => {
    let release = (): void => undefined;
    const server = await fakeServer((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.write(gzipSync(line('ADDED', 'a')));
      release = () => response.end(gzipSync(line('ADDED', 'b')));
    });
    const transport = createTransport({ server: server.server });
    cleanups.push(
      () => server[Symbol.asyncDispose](),
      () => transport[Symbol.asyncDispose](),
    );
    const names: (string | undefined)[] = [];

    for await (const event of await openWatch(transport, Pod)) {
      if (event.type !== 'ERROR') names.push(event.object.metadata.name);
      if (names.length === 1) release();
    }

    expect(names).toEqual(['a', 'b']);
  });

  test.each([
    ['nonsense\n', 'not JSON'],
    ['{"type":"SURPRISE","object":{"metadata":{}}}\n', 'its type is "SURPRISE"'],
    ['{"type":"ADDED","object":{}}\n', 'no metadata'],
  ])('§3.2.4 what cannot be read becomes an error event: %s', async (text, message) => {
    const { events } = await watch((response) => response.end(text + line('ADDED', 'a')));

    expect(events[0]).toContain(message);
    expect(events[1]).toBe('ADDED a');
  });

  test('an ERROR event carries the status of the server', async () => {
    const status = { kind: 'Status', code: 410, reason: 'Expired', message: 'too old' };
    const server = await fakeServer((_, response) =>
      response.end(`${JSON.stringify({ type: 'ERROR', object: status })}\n`),
    );
    const transport = createTransport({ server: server.server });
    cleanups.push(
      () => server[Symbol.asyncDispose](),
      () => transport[Symbol.asyncDispose](),
    );
    const errors: unknown[] = [];

    for await (const event of await openWatch(transport, Pod)) if (event.type === 'ERROR') errors.push(event.error);

    expect(errors).toSatisfy(([error]: unknown[]) => is.expired(error));
  });

  test('a refusal rejects', async () => {
    const refused = watch((response) =>
      json(response, 403, { kind: 'Status', reason: 'Forbidden', message: 'no watch' }),
    );

    await expect(refused).rejects.toBeInstanceOf(ApiError);
  });

  test('§3.1.1 asks for bookmarks always, and for initial events with their version rule', async () => {
    const { url } = await watch((response) => response.end(), {
      sendInitialEvents: true,
      allowBookmarks: false,
      namespace: 'n',
      labels: { a: 'b' },
    });

    expect(url.pathname).toBe('/api/v1/namespaces/n/pods');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      watch: '1',
      allowWatchBookmarks: 'true',
      sendInitialEvents: 'true',
      resourceVersionMatch: 'NotOlderThan',
      labelSelector: 'a=b',
    });
  });

  test('§3.8.11 metadata-only events carry the kind itself', async () => {
    const server = await fakeServer((_, response) =>
      response.end(
        `${JSON.stringify({ type: 'ADDED', object: { apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadata', metadata: {} } })}\n`,
      ),
    );
    const transport = createTransport({ server: server.server });
    cleanups.push(
      () => server[Symbol.asyncDispose](),
      () => transport[Symbol.asyncDispose](),
    );

    for await (const event of await openWatch(transport, metadataOnly(Pod))) {
      expect(event).toMatchObject({ object: { apiVersion: 'v1', kind: 'Pod' } });
    }

    expect(server.seen[0]?.headers.accept).toContain('as=PartialObjectMetadata;');
  });

  test('closing ends iteration', async () => {
    const server = await fakeServer((_, response) => void response.write(line('ADDED', 'a')));
    const transport = createTransport({ server: server.server });
    cleanups.push(
      () => server[Symbol.asyncDispose](),
      () => transport[Symbol.asyncDispose](),
    );
    const stream = await openWatch(transport, Pod);
    let count = 0;

    for await (const event of stream) {
      count += event.type === 'ADDED' ? 1 : 0;
      stream.close();
    }

    expect(count).toBe(1);
  });

  test('§3.1.2 knows the bookmark that ends the initial events', () => {
    const bookmark = (annotations: Record<string, string>) =>
      ({ type: 'BOOKMARK', object: { apiVersion: 'v1', kind: 'Pod', metadata: { annotations } } }) as const;

    expect(isInitialEventsEnd(bookmark({ 'k8s.io/initial-events-end': 'true' }))).toBe(true);
    expect(isInitialEventsEnd(bookmark({}))).toBe(false);
  });
});
