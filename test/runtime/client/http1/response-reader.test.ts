import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  MalformedResponseError,
  type ResponseHead,
  ResponseReader,
} from '../../../../src/runtime/client/http1/response-reader.js';

interface Result {
  readonly head?: ResponseHead;
  readonly body: string;
  readonly isDone: boolean;
  readonly error?: unknown;
}

/** Reads `pieces` one after the other, and the end of the connection when asked to. */
function read(pieces: readonly Buffer[], closes = false): Result {
  let head: ResponseHead | undefined;
  const parts: Buffer[] = [];
  const reader = new ResponseReader({ head: (found) => (head = found), data: (chunk) => void parts.push(chunk) });
  let error: unknown;
  try {
    for (const piece of pieces) reader.push(piece);
    if (closes) reader.finish();
  } catch (thrown) {
    error = thrown;
  }
  return { head, body: Buffer.concat(parts).toString('latin1'), isDone: reader.isDone, error };
}

function readText(text: string, closes = false): Result {
  return read([Buffer.from(text, 'latin1')], closes);
}

describe('responses', () => {
  test('with a length', () => {
    const { head, body, isDone } = readText('HTTP/1.1 200 OK\r\nContent-Length: 5\r\nA: x\r\na:  y \r\n\r\nhello');

    expect({ head, body, isDone }).toMatchObject({
      head: { status: 200, headers: { 'content-length': '5', a: 'x, y' } },
      body: 'hello',
      isDone: true,
    });
  });

  test('in chunks, with extensions and trailers', () => {
    const text = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4;a=b\r\nhell\r\n1\r\no\r\n0\r\nX: y\r\n\r\n';

    expect(readText(text)).toMatchObject({ body: 'hello', isDone: true, error: undefined });
  });

  test('until the connection closes', () => {
    const text = 'HTTP/1.0 200\r\n\r\nhello';

    expect(readText(text).isDone).toBe(false);
    expect(readText(text, true)).toMatchObject({ body: 'hello', isDone: true });
  });

  test.each([204, 304])('%i has no body whatever its headers say', (status) => {
    expect(readText(`HTTP/1.1 ${status} X\r\nContent-Length: 5\r\n\r\n`).isDone).toBe(true);
  });

  test('after those that only say that it comes', () => {
    const text =
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nA: b\r\n\r\nHTTP/1.1 201 C\r\nContent-Length: 0\r\n\r\n';

    expect(readText(text)).toMatchObject({ head: { status: 201 }, isDone: true });
  });

  test.each([
    ['HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', true],
    ['HTTP/1.1 200 OK\r\nConnection: Close\r\nContent-Length: 0\r\n\r\n', false],
    ['HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n', false],
    ['HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n', true],
  ])('another one can follow: %j is %s', (text, expected) => {
    const reader = new ResponseReader({ head: () => undefined, data: () => undefined });
    reader.push(Buffer.from(text));

    expect(reader.canFollow).toBe(expected);
  });

  test('one after the other on one connection', () => {
    const statuses: number[] = [];
    const reader = new ResponseReader({ head: ({ status }) => void statuses.push(status), data: () => undefined });
    for (const status of [200, 404]) {
      reader.restart();
      reader.push(Buffer.from(`HTTP/1.1 ${status} X\r\nContent-Length: 1\r\nKeep-Alive: timeout=5, max=9\r\n\r\nx`));
    }

    expect([statuses, reader.keepAliveMs]).toEqual([[200, 404], 5000]);
  });
});

describe('what is not HTTP/1.1 is refused', () => {
  test.each([
    'HTTP/2 200 OK\r\n\r\n',
    'SSH-2.0-OpenSSH\r\n\r\n',
    'HTTP/1.1 2000 OK\r\n\r\n',
    'HTTP/1.1 101 Switching Protocols\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 0x10\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length : 5\r\n\r\nhello',
    'HTTP/1.1 200 OK\r\nA: b\r\n folded\r\n\r\n',
    'HTTP/1.1 200 OK\r\nA: b\nContent-Length: 5\r\n\r\nhello',
    'HTTP/1.1 200 OK\r\n: nameless\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello!\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\nhello\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffff\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nxHTTP/1.1 200 OK\r\n\r\n',
    `HTTP/1.1 200 OK\r\nA: ${'x'.repeat(70_000)}\r\n\r\n`,
    `HTTP/1.1 200 OK\r\nA: ${'x'.repeat(70_000)}`,
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(9000)}`,
  ])('%j', (text) => {
    expect(readText(text).error).toBeInstanceOf(MalformedResponseError);
  });

  test('a body that ends before its length is not done', () => {
    expect(readText('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell', true).isDone).toBe(false);
    expect(readText('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n', true).isDone).toBe(false);
    expect(readText('', true).isDone).toBe(false);
  });
});

const token = fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,12}$/);
const reserved = new Set(['content-length', 'transfer-encoding', 'connection', 'upgrade', 'keep-alive', 'trailer']);
const headers = fc.array(
  fc.tuple(
    token.filter((name) => !reserved.has(name.toLowerCase())),
    fc.stringMatching(/^[!-~\u00a1-\u00ff]([ -~]{0,20}[!-~])?$/),
  ),
  { maxLength: 5 },
);
const body = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes));

/** A response as a server may write it, and how it frames its body. */
const message = fc
  .record({
    status: fc.constantFrom(200, 201, 204, 404, 410, 500),
    headers,
    body,
    framing: fc.constantFrom('length', 'chunked', 'close'),
    sizes: fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 5 }),
  })
  .map(({ status, headers: fields, body: bytes, framing, sizes }) => {
    const content = status === 204 ? Buffer.alloc(0) : bytes;
    const framed = framing === 'chunked' && status !== 204 ? inChunks(content, sizes) : content;
    const frame = {
      length: `Content-Length: ${content.length}\r\n`,
      chunked: 'Transfer-Encoding: chunked\r\n',
      close: '',
    };
    const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const head = `HTTP/1.1 ${status} Text\r\n${status === 204 ? '' : frame[framing as 'length']}${lines}\r\n`;
    return Buffer.concat([Buffer.from(head, 'latin1'), framed]);
  });

function inChunks(content: Buffer, sizes: readonly number[]): Buffer {
  const parts: Buffer[] = [];
  let start = 0;
  for (const size of [...sizes, content.length]) {
    const part = content.subarray(start, start + size);
    start += part.length;
    if (part.length > 0) parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}

function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const at = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...at].map((start, index) => bytes.subarray(start, at[index] ?? bytes.length));
}

describe('what is neither headers nor body must end', () => {
  const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
  const whole = (head: string, count: number, end = '') => readText(head + end.repeat(count));

  test.each([
    ['interim answers', whole('', 5000, 'HTTP/1.1 100 Continue\r\n\r\n')],
    ['trailers', whole(`${chunked}0\r\n`, 20_000, 'X: y\r\n')],
    ['extensions of chunks', whole(chunked, 1000, `1;${'x'.repeat(500)}\r\na\r\n`)],
  ])('%s', (_what, { error }) => {
    expect(error).toBeInstanceOf(MalformedResponseError);
    expect(String(error)).toContain('neither headers nor body');
  });

  test.each([
    ['many chunks', whole(chunked, 100_000, '1\r\na\r\n')],
    ['many chunks with short extensions', whole(chunked, 100_000, '1;a=bcdefg\r\na\r\n')],
    ['some interim answers', whole('', 100, 'HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n')],
  ])('%s are no reason to refuse', (_what, { error }) => {
    expect(error).toBeUndefined();
  });
});

describe('for all responses', () => {
  test('how the bytes are cut into pieces makes no difference', () => {
    fc.assert(
      fc.property(message, fc.array(fc.nat(2000), { maxLength: 12 }), (bytes, places) => {
        expect(read(cut(bytes, places), true)).toEqual(read([bytes], true));
      }),
    );
  });

  test('noise is refused or read, and never anything but a MalformedResponseError', () => {
    const noisy = fc.tuple(message, fc.nat(400), fc.uint8Array({ minLength: 1, maxLength: 3 }));
    fc.assert(
      fc.property(noisy, ([bytes, place, noise]) => {
        const changed = Buffer.concat([bytes.subarray(0, place), noise, bytes.subarray(place + noise.length)]);
        const { error } = read([changed], true);
        expect(error === undefined || error instanceof MalformedResponseError).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('beside the parser of Node', () => {
  let server: net.Server;
  let next = Buffer.alloc(0);

  beforeAll(async () => {
    server = net.createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(next));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => void server.close());

  async function byNode(bytes: Buffer): Promise<{ status?: number; body: string } | undefined> {
    next = Buffer.from(bytes);
    const { port } = server.address() as AddressInfo;
    return new Promise((resolve) => {
      const request = http.get({ host: '127.0.0.1', port, agent: false }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (chunk: Buffer) => parts.push(chunk));
        response.on('error', () => resolve(undefined));
        response.on('end', () =>
          resolve({ status: response.statusCode, body: Buffer.concat(parts).toString('latin1') }),
        );
      });
      request.on('error', () => resolve(undefined));
    });
  }

  test('valid responses are read alike', async () => {
    await fc.assert(
      fc.asyncProperty(message, async (bytes) => {
        const { head, body: found } = read([bytes], true);
        expect({ status: head?.status, body: found }).toEqual(await byNode(bytes));
      }),
      { numRuns: 60 },
    );
  });

  test('a response with a changed byte that both accept has the same body for both', async () => {
    const changed = fc.tuple(message, fc.nat(200), fc.integer({ min: 0, max: 255 }));
    await fc.assert(
      fc.asyncProperty(changed, async ([bytes, place, value]) => {
        const noisy = Buffer.from(bytes);
        const position = place % noisy.length;
        noisy[position] = value;
        const ours = read([noisy], true);
        const theirs = await byNode(noisy);
        if (ours.isDone && theirs) expect(ours.body).toBe(theirs.body);
      }),
      { numRuns: 120 },
    );
  });
});
