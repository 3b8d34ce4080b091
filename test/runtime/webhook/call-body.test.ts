import { PassThrough } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { readCallBody } from '../../../src/runtime/webhook/call-body.js';

test('reads a body of exactly the limit', async () => {
  const { request, stream } = fakeRequest();
  const body = readCallBody(request, 6);
  stream.write('abc');
  stream.end('def');

  expect(await body).toEqual({ bytes: Buffer.from('abcdef') });
});

test('stops reading at one byte more than the limit', async () => {
  const { request, stream } = fakeRequest();
  const body = readCallBody(request, 5);
  stream.write('abcdef');

  expect(await body).toEqual({ refused: 'too large' });
});

test('does not read at all when the announced length is over the limit', async () => {
  const { request } = fakeRequest({ 'content-length': '7' });

  expect(await readCallBody(request, 6)).toEqual({ refused: 'too large' });
});

test('rejects when the caller goes away in the middle', async () => {
  const { request, stream } = fakeRequest();
  const body = readCallBody(request, 6);
  stream.write('abc');
  stream.destroy();

  await expect(body).rejects.toThrow('the caller went away');
});

function fakeRequest(headers: Record<string, string> = {}): { request: IncomingMessage; stream: PassThrough } {
  const stream = Object.assign(new PassThrough(), { headers });
  return { request: stream as unknown as IncomingMessage, stream };
}
