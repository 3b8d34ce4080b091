import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { Arrivals } from '../../../../src/runtime/webhook/limits/arrivals.js';
import { MemoryBudget } from '../../../../src/runtime/webhook/limits/memory-budget.js';
import { readCallBody, type BodyLimits, type CallBody } from '../../../../src/runtime/webhook/server/call-body.js';

test('reads a body of exactly the limit', async () => {
  const { request, stream } = fakeRequest();
  const body = readCallBody(request, limitsOf(6));
  stream.write('abc');
  stream.end('def');

  expect(await body).toEqual({ bytes: Buffer.from('abcdef') });
});

test('stops reading at one byte more than the limit', async () => {
  const { request, stream } = fakeRequest();
  const body = readCallBody(request, limitsOf(5));
  stream.write('abcdef');

  expect(await body).toEqual({ refused: 'too large', head: Buffer.from('abcdef') });
});

test('reads no more than the head when the announced length is over the limit', async () => {
  const { request, stream } = fakeRequest({ 'content-length': '7000000' });
  const body = readCallBody(request, limitsOf(6_000_000));
  stream.write('abc');
  stream.write('x'.repeat(10_000));

  const { head } = await refusal(body);
  expect(head.toString()).toBe(`abc${'x'.repeat(1_021)}`);
});

test('has the head of a body that turns out to be too large late', async () => {
  const { request, stream } = fakeRequest();
  const body = readCallBody(request, limitsOf(6_000));
  for (let sent = 0; sent <= 6_000; sent += 1_000) stream.write('abcdefghij'.repeat(100));

  const { head } = await refusal(body);
  expect(head.toString()).toBe('abcdefghij'.repeat(103).slice(0, 1_024));
});

test('rejects when the caller goes away in the middle', async () => {
  const { request, stream } = fakeRequest();
  const body = readCallBody(request, limitsOf(6));
  stream.write('abc');
  stream.destroy();

  await expect(body).rejects.toThrow('the caller went away');
});

test('a body that is not complete is charged by its bytes, not by what it would become', async () => {
  const { request, stream } = fakeRequest();
  const limits = limitsOf(100_000);
  void readCallBody(request, limits);
  stream.write('['.repeat(4_000));
  await drained(stream);

  // The call itself, and a buffer of 4 KiB.
  expect(limits.arrivals.total - limits.arrivals.free).toBe(16_384 + 4_096);
  expect(limits.budget.free).toBe(limits.budget.total);
});

test('a complete body has the memory of its call, and no longer that of its arrival', async () => {
  const { request, stream } = fakeRequest();
  const limits = limitsOf(100_000);
  const body = readCallBody(request, limits);
  stream.end('[[]]');

  expect(await body).toEqual({ bytes: Buffer.from('[[]]') });
  expect(limits.arrivals.free).toBe(limits.arrivals.total);
  expect(limits.budget.total - limits.budget.free).toBe(16_384 + 4 * 4 + 2 * 200);
});

test('a body that would become too large is refused before its end', async () => {
  const { request, stream } = fakeRequest();
  const body = readCallBody(request, limitsOf(1_000_000, { budget: new MemoryBudget(1_000_000) }));
  stream.write('['.repeat(5_000));

  expect(await body).toMatchObject({ refused: 'too large' });
});

test('a body that stops growing is refused', async () => {
  const { request, stream } = fakeRequest();
  const limits = limitsOf(1_000_000, { stallMs: 5 });
  const body = readCallBody(request, limits);
  stream.write('{');

  expect(await body).toMatchObject({ refused: 'stalled' });
  expect(limits.arrivals.free).toBe(limits.arrivals.total);
});

test('a body that another one needs the memory of is refused', async () => {
  const arrivals = new Arrivals(40_000);
  const [stalled, next] = [fakeRequest(), fakeRequest()];
  const body = readCallBody(stalled.request, limitsOf(30_000, { arrivals }));
  stalled.stream.write('x'.repeat(9_000));
  await drained(stalled.stream);
  const second = readCallBody(next.request, limitsOf(30_000, { arrivals }));
  next.stream.end('{}');

  expect(await second).toEqual({ bytes: Buffer.from('{}') });
  expect(await body).toMatchObject({ refused: 'busy' });
  expect(arrivals.free).toBe(40_000);
});

test('a complete body that waits for memory is refused when its place is needed, and takes nothing later', async () => {
  const arrivals = new Arrivals(40_000);
  const budget = new MemoryBudget(1_000_000);
  const taken = budget.lease();
  await taken.take(budget.largest);
  const [waiting, next] = [fakeRequest(), fakeRequest()];
  const body = readCallBody(waiting.request, limitsOf(30_000, { arrivals, budget }));
  waiting.stream.end('x'.repeat(9_000));
  await drained(waiting.stream);
  void readCallBody(next.request, limitsOf(30_000, { arrivals, budget }));
  next.stream.write('x'.repeat(9_000));

  expect(await body).toMatchObject({ refused: 'busy' });
  taken.release();
  expect(budget.free).toBe(budget.total);
});

test('a body in thousands of tiny pieces is not read to its end', async () => {
  const { request, stream } = fakeRequest();
  const body = readCallBody(request, limitsOf(1_000_000));
  const failed = expect(body).rejects.toThrow('too many small pieces');
  for (let piece = 0; piece < 1_100; piece++) stream.write('x');

  await failed;
});

/** Limits for tests, with memory for everything. */
function limitsOf(
  limit: number,
  {
    arrivals = new Arrivals(1e9),
    budget = new MemoryBudget(1e9),
    stallMs = 60_000,
  }: { arrivals?: Arrivals; budget?: MemoryBudget; stallMs?: number } = {},
): BodyLimits & { budget: MemoryBudget } {
  return { limit, arrivals, budget, lease: budget.lease(), largest: budget.largest, stallMs };
}

/** Resolves when everything that was written was read. */
async function drained(stream: PassThrough): Promise<void> {
  do await new Promise((resolve) => setImmediate(resolve));
  while (stream.readableLength + stream.writableLength > 0);
}

async function refusal(body: Promise<CallBody>): Promise<{ head: Buffer }> {
  const read = await body;
  if (!('head' in read)) throw new Error('it was not refused as too large');
  return read;
}

function fakeRequest(headers: Record<string, string> = {}): { request: IncomingMessage; stream: PassThrough } {
  const socket = Object.assign(new EventEmitter(), { remoteAddress: '10.0.0.1' });
  const stream = Object.assign(new PassThrough(), { headers, socket });
  return { request: stream as unknown as IncomingMessage, stream };
}
