import { PassThrough } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { readCallBody, type CallBody } from '../../../../src/runtime/webhook/server/call-body.js';

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

  expect(await body).toEqual({ refused: 'too large', head: Buffer.from('abcdef') });
});

test('reads no more than the head when the announced length is over the limit', async () => {
  const { request, stream } = fakeRequest({ 'content-length': '7000000' });
  const body = readCallBody(request, 6_000_000);
  stream.write('abc');
  stream.write('x'.repeat(10_000));

  const { head } = await refusal(body);
  expect(head.toString()).toBe(`abc${'x'.repeat(1_021)}`);
});

test('has the head of a body that turns out to be too large late', async () => {
  const { request, stream } = fakeRequest();
  const body = readCallBody(request, 6_000);
  for (let sent = 0; sent <= 6_000; sent += 1_000) stream.write('abcdefghij'.repeat(100));

  const { head } = await refusal(body);
  expect(head.toString()).toBe('abcdefghij'.repeat(103).slice(0, 1_024));
});

test('rejects when the caller goes away in the middle', async () => {
  const { request, stream } = fakeRequest();
  const body = readCallBody(request, 6);
  stream.write('abc');
  stream.destroy();

  await expect(body).rejects.toThrow('the caller went away');
});

async function refusal(body: Promise<CallBody>): Promise<{ head: Buffer }> {
  const read = await body;
  if (!('head' in read)) throw new Error('it was not refused as too large');
  return read;
}

function fakeRequest(headers: Record<string, string> = {}): { request: IncomingMessage; stream: PassThrough } {
  const stream = Object.assign(new PassThrough(), { headers });
  return { request: stream as unknown as IncomingMessage, stream };
}
