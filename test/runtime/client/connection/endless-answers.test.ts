/**
 * Answers that never end: whichever part of an answer a server repeats without end, the call and the watch fail soon, and no
 * more than their limits is read. The limits are made small, so that many answers can be tried.
 */
import net, { type AddressInfo, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTransport } from '../../../../src/runtime/client/connection/http-transport.js';
import { openWatch } from '../../../../src/runtime/client/watch/watch-stream.js';
import { defineKind } from '../../../../src/runtime/object/kind.js';
import { eventually } from '../../../../src/testing/eventually.js';
import { roundsOf } from '../../../lanes/thorough.js';

const LIMIT = vi.hoisted(() => 1024 * 1024);
vi.mock('../../../../src/runtime/client/connection/answer-limit.js', async (original) => ({
  ...(await original<object>()),
  LONGEST_EVENT: LIMIT,
  longestBody: () => LIMIT,
}));

const Pod = defineKind({ group: '', version: 'v1', kind: 'Pod', plural: 'pods', scope: 'Namespaced' });
/** What is on its way when a connection is given up: buffers of two sockets, and of the kernel. */
const IN_FLIGHT = 16 * LIMIT;

/** How an answer begins, and what is repeated without end after that. */
interface Endless {
  readonly start: Buffer;
  readonly repeated: Buffer;
}

const STATUS = fc.constantFrom(200, 201, 400, 404, 410, 429, 500, 503).map((code) => `HTTP/1.1 ${code} X\r\n`);
const HEADERS = fc
  .subarray(['Content-Type: application/json', 'Warning: 299 - "w"', 'X-A: b', 'Retry-After: 1', 'Set-Cookie: a=b'])
  .map((headers) => headers.map((header) => `${header}\r\n`).join(''));
/** Text of a body in which no line ends. */
const WORD = fc.constantFrom('a', '[', '{"a":', ' ', '"\\u0000', 'é', '\\', '1,').map((word) => word.repeat(50));
const OPENING = fc.constantFrom(
  '',
  '{"kind":"Status","message":"',
  '{"type":"ADDED","object":{"metadata":{"name":"',
  '[',
);
const packed = (text: string): Buffer => gzipSync(text.repeat(2000));
const chunk = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);

/** By the part of the answer that does not end. */
const ENDLESS: Readonly<Record<string, fc.Arbitrary<{ start: string; repeated: string | Buffer }>>> = {
  'status line': fc.constantFrom('a', ' ', '0').map((repeated) => ({ start: 'HTTP/1.1 200 ', repeated })),
  'name of a header': STATUS.map((start) => ({ start: `${start}X-`, repeated: 'a' })),
  'value of a header': fc.tuple(STATUS, HEADERS).map(([a, b]) => ({ start: `${a}${b}X: `, repeated: 'a' })),
  headers: fc.tuple(STATUS, HEADERS).map(([a, b]) => ({ start: a + b, repeated: 'X-B: c\r\n' })),
  'interim answers': fc
    .constantFrom(100, 102, 103)
    .map((code) => ({ start: '', repeated: `HTTP/1.1 ${code} X\r\nX-A: b\r\n\r\n` })),
  'body with a length': fc.tuple(STATUS, HEADERS, OPENING, WORD).map(([status, headers, opening, repeated]) => ({
    start: `${status}${headers}Content-Length: 99999999999\r\n\r\n${opening}`,
    repeated,
  })),
  'body until the connection ends': fc
    .tuple(STATUS, HEADERS, OPENING, WORD)
    .map(([status, headers, opening, word]) => ({
      start: `${status}${headers}\r\n${opening}`,
      repeated: word,
    })),
  'body in chunks': fc.tuple(STATUS, HEADERS, OPENING, WORD).map(([status, headers, opening, word]) => ({
    start: `${status}${headers}Transfer-Encoding: chunked\r\n\r\n${opening === '' ? '' : chunk(Buffer.from(opening)).toString()}`,
    repeated: chunk(Buffer.from(word)),
  })),
  'body in chunks of one byte': STATUS.map((status) => ({
    start: `${status}Transfer-Encoding: chunked\r\n\r\n`,
    repeated: '1\r\na\r\n',
  })),
  'body in chunks with extensions': STATUS.map((status) => ({
    start: `${status}Transfer-Encoding: chunked\r\n\r\n`,
    repeated: `1;${'x'.repeat(8000)}\r\na\r\n`,
  })),
  'length of a chunk': STATUS.map((status) => ({
    start: `${status}Transfer-Encoding: chunked\r\n\r\n`,
    repeated: '0',
  })),
  'extension of a chunk': STATUS.map((status) => ({
    start: `${status}Transfer-Encoding: chunked\r\n\r\n5;x=`,
    repeated: 'a',
  })),
  trailers: STATUS.map((status) => ({
    start: `${status}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n`,
    repeated: 'X-T: a\r\n',
  })),
  'packed body': fc.tuple(STATUS, WORD).map(([status, word]) => ({
    start: `${status}Content-Encoding: gzip\r\n\r\n`,
    repeated: packed(word),
  })),
  'packed body in chunks': fc.tuple(STATUS, WORD).map(([status, word]) => ({
    start: `${status}Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n`,
    repeated: chunk(packed(word)),
  })),
  'what follows the answer': STATUS.map((status) => ({
    start: `${status}Content-Length: 2\r\n\r\n{}`,
    repeated: 'HTTP/1.1 200 X\r\nContent-Length: 2\r\n\r\n{}',
  })),
};

let answer: Endless;
let written = 0;
const sockets = new Set<Socket>();
const server = net.createServer((socket) => {
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket));
  socket.on('error', () => undefined);
  socket.once('data', () => {
    const { start, repeated } = answer;
    const piece = Buffer.concat(Array.from({ length: Math.ceil(32_768 / repeated.length) }, () => repeated));
    const more = (): void => {
      do written += piece.length;
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on('drain', more);
    socket.write(start);
    more();
  });
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

async function read(reader: 'call' | 'watch'): Promise<unknown> {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await using transport = createTransport({ server: url }, { maxRetries: 0, watchProbe: 'never' });
  if (reader === 'call') {
    const response = await transport.request({ method: 'GET', path: '/a' });
    return response.text();
  }
  for await (const event of await openWatch(transport, Pod)) void event;
  return undefined;
}

test.each(Object.entries(ENDLESS))(
  '§4.2.7 an endless %s is read up to a limit',
  { timeout: 12_000 },
  async (_part, endless) => {
    const numRuns = roundsOf('KBTS_ENDLESS_ROUNDS', 100, 6);
    await fc.assert(
      fc.asyncProperty(endless, fc.constantFrom('call', 'watch'), async ({ start, repeated }, reader) => {
        answer = { start: Buffer.from(start), repeated: Buffer.from(repeated) };
        written = 0;
        await read(reader).catch(() => undefined);
        await eventually(() => expect(sockets.size).toBe(0));

        expect(written).toBeLessThan(IN_FLIGHT);
      }),
      { numRuns },
    );
  },
);
