import { Agent } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { webhook } from '../../../../src/runtime/webhook/webhook-value.js';
import type { Hook, HookReply, WebhookMetrics } from '../../../../src/runtime/webhook/server/hook.js';
import { WebhookServer } from '../../../../src/runtime/webhook/server/webhook-server.js';
import { admissionContext } from '../../../../src/runtime/webhook/admission/admission-context.js';
import { GuestbookV1, GuestbookV1Beta1, reviewOf } from '../guestbook.js';
import { contextOf, post, runServer } from './running-server.js';
import { connectTo } from '../../../../src/runtime/part.js';

const { log } = admissionContext();
const path = '/mutate-webapp-my-domain-v1-guestbook';
const object = new GuestbookV1({ metadata: { name: 'team' }, spec: {} });

const setUpDefaulter = (webhooks: WebhookServer): void =>
  connectTo(
    { webhooks, log },
    webhook(GuestbookV1).default((draft) => void (draft.spec.replicas = 1)),
  );

describe('WebhookServer', () => {
  test('answers an admission call with a patch', async () => {
    await using running = await runServer(setUpDefaulter);

    const answer = await post(running.server.port, `${path}?timeout=10s`, JSON.stringify(reviewOf({ object })));

    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json');
    const { response } = JSON.parse(answer.text) as { response: { patch: string } };
    expect(JSON.parse(Buffer.from(response.patch, 'base64').toString())).toEqual([
      { op: 'add', path: '/spec/replicas', value: 1 },
    ]);
  });

  test('answers conversions of all kinds on one path', async () => {
    await using running = await runServer((webhooks) =>
      connectTo(
        { webhooks, log },
        webhook(GuestbookV1).convert({
          spoke: GuestbookV1Beta1,
          toHub: ({ spec }) => ({ spec: { replicas: spec.size } }),
          fromHub: ({ spec }) => ({ spec: { size: spec.replicas } }),
        }),
      ),
    );
    const request = { uid: 'u', desiredAPIVersion: 'webapp.my.domain/v1beta1', objects: [object] };

    const answer = await post(
      running.server.port,
      '/convert',
      JSON.stringify({ kind: 'ConversionReview', apiVersion: 'apiextensions.k8s.io/v1', request }),
    );

    expect(JSON.parse(answer.text)).toMatchObject({ response: { uid: 'u', result: { status: 'Success' } } });
  });

  test('§1.7.1 keeps a connection open between calls', async () => {
    await using running = await runServer(setUpDefaulter);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });

    const first = await post(running.server.port, path, JSON.stringify(reviewOf({ object })), { agent });
    const second = await post(running.server.port, path, JSON.stringify(reviewOf({ object })), { agent });
    agent.destroy();

    expect(second.socketPort).toBe(first.socketPort);
    expect(Number(/timeout=(\d+)/.exec(String(first.headers['keep-alive']))?.[1])).toBeGreaterThanOrEqual(95);
  });

  test.each([
    ['announced', { 'content-length': '2000' }],
    ['sent in chunks', { 'transfer-encoding': 'chunked' }],
  ])('§9.3.1 a body over the limit, %s, is 413 inside the review', async (_, headers) => {
    await using running = await runServer(setUpDefaulter, { maxBodyBytes: 1_000 });

    // In the order in which the API server writes it.
    const uid = 'b9e8a4f0-7c7e-4a39-8a55-0d7b1c3f5e11';
    const request = { uid, options: 'x'.repeat(2_000) };
    const review = { kind: 'AdmissionReview', apiVersion: 'admission.k8s.io/v1', request };
    const answer = await post(running.server.port, path, JSON.stringify(review), { headers });

    expect(answer.status).toBe(200);
    // Without the uid the API server would not show the reason.
    expect(JSON.parse(answer.text)).toMatchObject({ response: { uid, allowed: false, status: { code: 413 } } });
    expect(answer.headers.connection).toBe('close');
  });

  test.each([
    ['POST', '/nobody', 404],
    ['GET', path, 405],
  ])('%s %s is %d', async (method, target, status) => {
    await using running = await runServer(setUpDefaulter);

    expect((await post(running.server.port, target, '', { method })).status).toBe(status);
  });

  test('a handler that takes longer than the caller waits is aborted and answered for', async () => {
    let reason: unknown;
    const slow: Hook = {
      ...hookOf({ status: 200 }),
      handle: ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            reason = signal.reason;
            reject(signal.reason as Error);
          });
        }),
    };
    await using running = await runServer((server) => server.register('/slow', slow));

    const answer = await post(running.server.port, '/slow?timeout=50ms', '{}');

    expect(answer.status).toBe(504);
    expect(reason).toEqual(new Error('the webhook did not answer within 50 ms'));
  });

  test('a handler whose caller has gone is aborted', async () => {
    let abort: () => void = () => undefined;
    const aborted = new Promise<void>((resolve) => (abort = resolve));
    let enter: () => void = () => undefined;
    const entered = new Promise<void>((resolve) => (enter = resolve));
    const hook: Hook = {
      ...hookOf({ status: 200 }),
      handle: ({ signal }) => {
        signal.addEventListener('abort', () => abort());
        enter();
        return aborted.then(() => ({ status: 200 }));
      },
    };
    await using running = await runServer((server) => server.register('/slow', hook));
    const socket = connect(running.server.port, '127.0.0.1');
    socket.write('POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}');
    await entered;
    socket.destroy();

    await aborted;
  });

  test.each([
    ['its headers', 'POST /slow HTTP/1.1\r\nHost: x\r\n'],
    ['its body', 'POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{'],
  ])('§1.7.1 a caller that never finishes %s is cut off', async (_, start) => {
    await using running = await runServer((server) => server.register('/slow', hookOf({ status: 200 })), {
      requestTimeout: '100ms',
    });
    const socket = connect(running.server.port, '127.0.0.1');
    socket.write(start);

    expect(await text(socket)).toContain('408');
  });

  test('§9.1.8 counts calls, their codes and handlers that fail', async () => {
    const seen: string[] = [];
    const metrics: WebhookMetrics = {
      started: (hookPath) => void seen.push(`start ${hookPath}`),
      finished: (hookPath, code) => void seen.push(`end ${hookPath} ${code}`),
      panicked: (hookPath, type) => void seen.push(`panic ${hookPath} ${type}`),
    };
    const failing: Hook = { ...hookOf({ status: 200 }), handle: () => Promise.reject(new Error('bug')) };
    await using running = await runServer((server) => server.register('/fails', failing), { metrics });

    const answer = await post(running.server.port, '/fails', '{}');

    expect(answer.status).toBe(500);
    expect(seen).toEqual(['start /fails', 'panic /fails admission', 'end /fails 500']);
  });

  test('§9.1.6 opens no port and is healthy when there is nothing to serve', async () => {
    const server = new WebhookServer({ host: '127.0.0.1', port: 0 });

    await server.run(contextOf(new AbortController().signal));
    await server.ready();

    await expect(server.check()).resolves.toBeUndefined();
  });

  test('§9.1.6 is unhealthy until it listens, and healthy then', async () => {
    const server = new WebhookServer({ host: '127.0.0.1', port: 0 });
    setUpDefaulter(server);
    await expect(server.check()).rejects.toThrow('not listening yet');

    await using running = await runServer(setUpDefaulter);

    await expect(running.server.check()).resolves.toBeUndefined();
  });

  test('§9.1.7 finishes running calls when it stops, and refuses new connections', async () => {
    let finish: (reply: HookReply) => void = () => undefined;
    let enter: () => void = () => undefined;
    const entered = new Promise<void>((resolve) => (enter = resolve));
    const hook: Hook = {
      ...hookOf({ status: 200 }),
      handle: () =>
        new Promise((resolve) => {
          finish = resolve;
          enter();
        }),
    };
    const running = await runServer((server) => server.register('/slow', hook));
    const { port } = running.server;
    const answer = post(port, '/slow', '{}');
    await entered;

    const stopped = running.stop();
    finish({ status: 200, body: '{}' });

    expect((await answer).status).toBe(200);
    await stopped;
    await expect(post(port, '/slow', '{}')).rejects.toThrow('ECONNREFUSED');
  });

  test('while it drains, every answer asks the caller to come back on another connection', async () => {
    const running = await runServer(setUpDefaulter, { drain: '10s' });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const { port } = running.server;
    await post(port, path, JSON.stringify(reviewOf({ object })), { agent });

    const stopped = running.stop();
    const answer = await post(port, path, JSON.stringify(reviewOf({ object })), { agent });
    await stopped;

    expect(answer).toMatchObject({ status: 200, headers: { connection: 'close' } });
  });

  test('a port that is taken makes run reject, and ready too', async () => {
    await using first = await runServer(setUpDefaulter);
    const second = new WebhookServer({ host: '127.0.0.1', port: first.server.port });
    setUpDefaulter(second);

    await expect(second.run(contextOf(new AbortController().signal))).rejects.toThrow('EADDRINUSE');
    await expect(second.ready()).rejects.toThrow('EADDRINUSE');
  });

  test('§9.1.5 refuses plain HTTP on anything but loopback, and a path that is taken', () => {
    expect(() => new WebhookServer()).toThrow('without certificates');
    const server = new WebhookServer({ host: '127.0.0.1' });
    server.register('/a', hookOf({ status: 200 }));

    expect(() => server.register('/a', hookOf({ status: 200 }))).toThrow('already served');
  });
});

function hookOf(reply: HookReply): Hook {
  return {
    type: 'admission',
    handle: async () => reply,
    refuse: ({ code }) => ({ status: code }),
  };
}
