import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestBytes, type RequestMessage } from '../../../../src/runtime/client/http1/request-bytes.js';

const base = { method: 'GET', path: '/api', host: 'h:1', headers: {} } as const;

describe('requestBytes', () => {
  test('writes headers and body in one piece', () => {
    const bytes = requestBytes({ ...base, method: 'POST', headers: { a: 'x', b: ['1', '2'] }, body: '{"ä":1}' });

    expect(bytes.toString()).toBe(
      'POST /api HTTP/1.1\r\nhost: h:1\r\na: x\r\nb: 1\r\nb: 2\r\ncontent-length: 8\r\n\r\n{"ä":1}',
    );
  });

  test.each(['POST', 'PUT', 'PATCH'] as const)('%s says that it has no body', (method) => {
    expect(requestBytes({ ...base, method }).toString()).toContain('content-length: 0\r\n');
  });

  const wrongs: readonly Partial<RequestMessage>[] = [
    { path: '/a b' },
    { path: '/a\r\nHost: evil' },
    { path: '/ä€' },
    { path: 'api' },
    { headers: { a: 'x\r\nb: y' } },
    { headers: { 'a b': 'x' } },
    { headers: { a: ['x', '\0'] } },
    { headers: { a: '€' } },
  ];
  test.each(wrongs)('%j is refused', (wrong) => {
    expect(() => requestBytes({ ...base, ...wrong })).toThrow(TypeError);
  });

  test('the value of a header is not part of the message', () => {
    expect(() => requestBytes({ ...base, headers: { authorization: 'Bearer secret\n' } })).not.toThrow('secret');
  });
});

describe('as a server of Node reads it', () => {
  const seen: { method?: string; url?: string; headers: http.IncomingHttpHeaders; body: string }[] = [];
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (chunk: Buffer) => parts.push(chunk));
    request.on('end', () => {
      seen.push({
        method: request.method,
        url: request.url,
        headers: request.headers,
        body: Buffer.concat(parts).toString(),
      });
      response.end();
    });
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test('every request is exactly what was meant, and the next one begins where it ends', async () => {
    const { port } = server.address() as AddressInfo;
    const requests = fc.array(
      fc.record({
        method: fc.constantFrom('GET' as const, 'POST' as const, 'PUT' as const, 'PATCH' as const, 'DELETE' as const),
        path: fc.webPath().map((found) => `/${found.slice(1)}`),
        value: fc.stringMatching(/^[!-~]([ -~]{0,20}[!-~])?$/),
        body: fc.option(fc.string({ unit: 'binary' }), { nil: undefined }),
      }),
      { minLength: 1, maxLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(requests, async (all) => {
        seen.length = 0;
        const bytes = all.map(({ method, path, value, body }) =>
          requestBytes({ method, path, host: 'h', headers: { 'x-value': value }, body }),
        );
        await new Promise((resolve, reject) => {
          const socket = net.connect(port, '127.0.0.1', () => socket.end(Buffer.concat(bytes)));
          socket.on('error', reject).on('close', resolve).resume();
        });
        const expected = all.map(({ method, path, value, body }) => ({
          method,
          url: path,
          value,
          body: Buffer.from(body ?? '').toString(),
        }));
        const found = seen.map(({ headers, ...rest }) => ({ ...rest, value: headers['x-value'] }));
        expect(found.map((request) => ({ ...request }))).toEqual(
          expected.map(({ method, url, body, value }) => ({ method, url, body, value })),
        );
      }),
      { numRuns: 60 },
    );
  });
});
