import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { webhook } from '../../../../src/runtime/webhook/webhook-value.js';
import { callLimits } from '../../../../src/runtime/webhook/server/call-limits.js';
import type { Hook } from '../../../../src/runtime/webhook/server/hook.js';
import type { WebhookServer } from '../../../../src/runtime/webhook/server/webhook-server.js';
import { admissionContext } from '../../../../src/runtime/webhook/admission/admission-context.js';
import { GuestbookV1, reviewOf } from '../guestbook.js';
import { post, runServer } from './running-server.js';
import { connectTo } from '../../../../src/runtime/part.js';

const { log } = admissionContext();
const path = '/mutate-webapp-my-domain-v1-guestbook';
const review = JSON.stringify(reviewOf({ object: new GuestbookV1({ metadata: { name: 'team' }, spec: {} }) }));
const setUp = (webhooks: WebhookServer): void =>
  connectTo(
    { webhooks, log },
    webhook(GuestbookV1).default(() => undefined),
  );

test('incomplete bodies have a quarter of the memory of calls', () => {
  const { arrivals, budget } = callLimits({ budgetBytes: 1_000 });
  expect([arrivals.total, budget.total]).toEqual([250, 1_000]);
});

describe('a caller without a login', () => {
  /** The budget of a heap of 4 MiB: what strangers hold is small, and tests are fast. */
  const budgetBytes = 2 * 1024 * 1024;
  const open = (port: number, body: string, length: number): Socket => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`);
    socket.write(`Content-Length: ${length}\r\n\r\n${body}`);
    return socket;
  };
  const ended = (socket: Socket): Promise<void> =>
    new Promise((resolve) => socket.once('close', () => resolve()).once('data', () => resolve()));

  test.each([
    ['lists within lists', '['.repeat(8_000)],
    ['text', `"${'x'.repeat(120_000)}`],
    ['its first byte', '{'],
  ])('that stops after %s keeps nobody out, however often', async (_, body) => {
    await using running = await runServer(setUp, { budgetBytes, maxBodyBytes: 131_072 });
    const { port } = running.server;
    const strangers = Array.from({ length: 40 }, () => open(port, body, body.length + 10));
    // 40 of them need more than there is, so the first ones go, and the others hold all of it.
    if (strangers[0]) await ended(strangers[0]);

    for (let call = 0; call < 5; call++) expect((await post(port, path, review)).status).toBe(200);
    for (const socket of strangers) socket.destroy();
  });

  test('that sends whole bodies for slow handlers leaves memory for small calls', async () => {
    const handling: (() => void)[] = [];
    const slow: Hook = {
      type: 'admission',
      handle: ({ body }) =>
        body.length < 100
          ? Promise.resolve({ status: 200 })
          : new Promise((resolve) => handling.push(() => resolve({ status: 200 }))),
      refuse: ({ code }) => ({ status: code }),
    };
    await using running = await runServer((server) => server.register(path, slow), { budgetBytes });
    const large = 'x'.repeat(100_000);
    const strangers = Array.from({ length: 4 }, () => open(running.server.port, large, large.length));
    await expect.poll(() => handling.length).toBe(4);

    // Each takes four times its length: 1.6 of the 2 MiB are gone, and the next large one has to wait.
    expect((await post(running.server.port, path, '{}')).status).toBe(200);
    for (const finish of handling) finish();
    for (const socket of strangers) socket.destroy();
  });

  test('that does not wait for its answers is answered once, and hung up on', async () => {
    let calls = 0;
    let finish = (): void => undefined;
    const slow: Hook = {
      type: 'admission',
      handle: () => {
        calls += 1;
        return new Promise((resolve) => (finish = () => resolve({ status: 200 })));
      },
      refuse: ({ code }) => ({ status: code }),
    };
    await using running = await runServer((server) => server.register(path, slow));
    const socket = connect(running.server.port, '127.0.0.1');
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}`.repeat(50));
    await expect.poll(() => calls).toBe(1);
    finish();

    const statuses = (await text(socket)).match(/HTTP\/1\.1 \d+/g);
    expect([statuses, calls]).toEqual([['HTTP/1.1 200', 'HTTP/1.1 503'], 1]);
  });
});
