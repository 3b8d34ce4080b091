/** Hostile and broken requests: nothing crashes, nothing leaks, every answer has the right form. */
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { silentLogger } from '../../../src/runtime/log/silent-logger.js';
import { webhook } from '../../../src/runtime/webhook/webhook-value.js';
import { lossless } from '../../../src/runtime/webhook/conversion/lossless.js';
import { eventually } from '../../../src/testing/eventually.js';
import { alphaConverter, betaConverter, GuestbookV1, reviewOf } from './guestbook.js';
import { post, runServer, type RunningServer } from './server/running-server.js';
import { connectTo } from '../../../src/runtime/part.js';

const admissionPaths = ['/mutate-webapp-my-domain-v1-guestbook', '/validate-webapp-my-domain-v1-guestbook'];
const paths = [...admissionPaths, '/convert'];
const agent = new Agent({ keepAlive: true, maxSockets: 16 });
const runs = 3_400;
vi.setConfig({ testTimeout: 120_000 });
let running: RunningServer;
let open: () => Promise<number>;

beforeAll(async () => {
  let inFlight = 0;
  running = await runServer(
    (server) =>
      connectTo(
        { webhooks: server, log: silentLogger },
        webhook(GuestbookV1)
          .default(({ spec }) => void (spec.tier ??= 'free'))
          .validate({ create: ({ spec }) => (spec.replicas === 0 ? { deny: 'empty' } : undefined) })
          .convert(lossless(betaConverter), lossless(alphaConverter)),
      ),
    {
      maxBodyBytes: 64 * 1024,
      maxConversionBytes: 64 * 1024,
      metrics: { started: () => inFlight++, finished: () => inFlight--, panicked: () => undefined },
    },
  );
  open = async () => inFlight;
});
afterAll(async () => {
  agent.destroy();
  await running.stop();
});

describe('fuzzed requests', () => {
  test('any bytes at all get an answer of the right form', async () => {
    const body = fc.oneof(
      fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
      fc.json().map((text) => Buffer.from(text)),
      fc.string().map((text) => Buffer.from(text)),
    );
    await checkAll(body);
  });

  test('reviews whose parts are replaced by nonsense', async () => {
    const nonsense = fc.jsonValue({ maxDepth: 3 });
    const object = fc.record({
      apiVersion: fc.oneof(fc.constant('webapp.my.domain/v1'), nonsense),
      kind: fc.oneof(fc.constant('Guestbook'), nonsense),
      metadata: fc.oneof(fc.constant({ name: 'a' }), nonsense),
      spec: fc.oneof(fc.constant({ replicas: 1 }), nonsense),
    });
    const operation = fc.constantFrom('CREATE', 'UPDATE', 'DELETE', 'CONNECT', 'EXPLODE', 7, null);
    const admission = fc
      .record(
        { object: fc.oneof(object, nonsense), oldObject: object, operation, kind: nonsense, userInfo: nonsense },
        { requiredKeys: [] },
      )
      .map((request) => reviewOf(request as Record<string, unknown>));
    const conversion = fc
      .record(
        {
          uid: fc.oneof(fc.constant('u'), nonsense),
          desiredAPIVersion: fc.oneof(fc.constant('webapp.my.domain/v1beta1'), nonsense),
          objects: fc.oneof(fc.array(object), nonsense),
        },
        { requiredKeys: [] },
      )
      .map((request) => ({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'ConversionReview', request }));
    await checkAll(fc.oneof(admission, conversion).map((review) => Buffer.from(JSON.stringify(review))));
  });

  test('good reviews that are cut, repeated or have a byte changed', async () => {
    const good = Buffer.from(
      JSON.stringify(reviewOf({ object: new GuestbookV1({ metadata: { name: 'a' }, spec: { replicas: 1 } }) })),
    );
    const damaged = fc.oneof(
      fc.nat({ max: good.length }).map((length) => good.subarray(0, length)),
      fc.tuple(fc.nat({ max: good.length - 1 }), fc.nat({ max: 255 })).map(([at, byte]) => {
        const copy = Buffer.from(good);
        copy[at] = byte;
        return copy;
      }),
      fc.integer({ min: 2, max: 150 }).map((times) => Buffer.concat(Array.from({ length: times }, () => good))),
    );
    await checkAll(damaged);
  });

  test('keys such as __proto__ and constructor change nothing', async () => {
    const text = `{"apiVersion":"webapp.my.domain/v1","kind":"Guestbook","metadata":{"name":"a","labels":{"__proto__":"x"}},
      "spec":{"__proto__":{"tier":"gold"},"constructor":{"prototype":{"tier":"gold"}}},"__proto__":{"polluted":true}}`;
    const review = JSON.stringify(reviewOf({})).replace('"object":null', `"object":${text}`);

    const answer = await post(running.server.port, admissionPaths[0] ?? '', review, { agent });

    const { response } = JSON.parse(answer.text) as { response: { patch: string } };
    expect(JSON.parse(Buffer.from(response.patch, 'base64').toString())).toEqual([
      { op: 'add', path: '/spec/tier', value: 'free' },
    ]);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  test('text on the wire that is not HTTP ends in a closed connection', async () => {
    const noise = fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
      fc.string().map((text) => Buffer.from(`POST ${text} HTTP/1.1\r\n${text}: ${text}\r\n\r\n`)),
      fc
        .string()
        .map((text) =>
          Buffer.from(`POST /convert HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${text}\r\n`),
        ),
    );
    await fc.assert(
      fc.asyncProperty(noise, async (bytes) => {
        await new Promise<void>((resolve) => {
          const socket = connect(running.server.port, '127.0.0.1', () => socket.end(bytes));
          socket.on('data', () => undefined).on('error', () => undefined);
          socket.once('close', () => resolve());
        });
      }),
      { numRuns: 1_000 },
    );
    await eventually(async () => expect(await open()).toBe(0));
  });
});

test('nothing is left of thousands of bad calls: no memory, no connection', async () => {
  const port = running.server.port;
  const bodies = ['', '{', '[]', '{"kind":"AdmissionReview"}', JSON.stringify(reviewOf({})), 'x'.repeat(70_000)];
  const sendAll = async (rounds: number): Promise<void> => {
    for (let round = 0; round < rounds; round++)
      await Promise.all(paths.flatMap((path) => bodies.map((body) => post(port, path, body, { agent }))));
  };
  await sendAll(50);
  const before = heapAfterCollection();

  await sendAll(120);

  // More than 2,000 calls: a few hundred bytes kept of each would be seen.
  expect(heapAfterCollection() - before).toBeLessThan(1_000_000);
  agent.destroy();
  await eventually(() => expect(process.getActiveResourcesInfo()).not.toContain('TCPSocketWrap'));
});

/** Bytes in use after the garbage was collected. */
function heapAfterCollection(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

/** Sends bodies to all sorts of hooks, eight at once; each answer must be one that the API server understands. */
async function checkAll(body: fc.Arbitrary<Buffer>): Promise<void> {
  const contentType = fc.constantFrom('application/json', 'application/json', 'application/json', 'text/plain', '');
  const call = fc.tuple(body, fc.constantFrom(...paths), contentType);
  const atOnce = 8;
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: atOnce, maxLength: atOnce }), async (calls) => {
      await Promise.all(calls.map(([bytes, path, type]) => checkOne(bytes, path, type)));
    }),
    { numRuns: runs / atOnce },
  );
  expect(await open()).toBe(0);
}

async function checkOne(bytes: Buffer, path: string, type: string): Promise<void> {
  const answer = await post(running.server.port, path, bytes, { agent, headers: { 'content-type': type } });

  if (path === '/convert') return expectConversion(answer.status, answer.text);
  expect(answer.status).toBe(200);
  expect(JSON.parse(answer.text)).toMatchObject({
    kind: 'AdmissionReview',
    response: { uid: expect.any(String), allowed: expect.any(Boolean), status: { code: expect.any(Number) } },
  });
}

function expectConversion(status: number, text: string): void {
  if (status === 400 || status === 413) {
    expect(text).toBe('');
    return;
  }
  expect(status).toBe(200);
  expect(JSON.parse(text)).toMatchObject({
    kind: 'ConversionReview',
    response: { uid: expect.any(String), result: { status: expect.stringMatching(/^(Success|Failure)$/) } },
  });
}
