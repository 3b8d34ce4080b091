import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { currentWork } from '../../../../src/runtime/current-work.js';
import { admissionContext } from '../../../../src/runtime/webhook/admission/admission-context.js';
import { serveCall } from '../../../../src/runtime/webhook/server/call.js';
import { callLimits } from '../../../../src/runtime/webhook/server/call-limits.js';
import type { Hook, HookReply } from '../../../../src/runtime/webhook/server/hook.js';

const limits = callLimits({ maxBodyBytes: 10, maxConversionBytes: 20, callTimeout: '1m', budgetBytes: 1e9 });

test('a conversion may be larger than an admission request', async () => {
  const { replies, head } = await exchange('conversion', 15, 'x'.repeat(15));

  expect(head).toContain('HTTP/1.1 200');
  expect(replies).toEqual([{ status: 200, body: '"15"' }]);
});

test('a caller that goes on sending after it was refused still gets the answer', async () => {
  const { replies, head } = await exchange('admission', 100_000, 'x'.repeat(50_000));

  expect(head).toContain('HTTP/1.1 413');
  expect(replies).toEqual([{ status: 413 }]);
});

test('a hook knows that it is one, so that its reads wait for nobody', async () => {
  const { works } = await exchange('admission', 2, '{}');

  expect(works[0]).toMatchObject({ writer: expect.any(Symbol) });
});

test('a caller that does not read its answer is hung up on, and its memory comes back', async () => {
  const hook: Hook = {
    type: 'admission',
    handle: () => Promise.resolve({ status: 200, body: 'x'.repeat(32 * 1024 * 1024) }),
    refuse: ({ code }) => ({ status: code }),
  };
  const short = callLimits({ requestTimeout: '50ms' });
  const free: number[] = [];
  const server = createServer();
  const closed = new Promise<void>((resolve) => {
    server.on('request', (request, response) => {
      response.once('close', () => resolve());
      const { log } = admissionContext();
      void serveCall(hook, { request, response, log, limits: short }).then(() => free.push(short.budget.free));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}');

  await closed;
  expect(socket.bytesRead).toBeLessThan(32 * 1024 * 1024);
  expect(free[0]).toBeLessThan(short.budget.total);
  await expect.poll(() => short.budget.free).toBe(short.budget.total);
  socket.destroy();
  server.close();
});

/** Sends `body` under a header that announces `announced` bytes, then half-closes; returns what came back. */
async function exchange(
  type: Hook['type'],
  announced: number,
  body: string,
): Promise<{ head: string; replies: (HookReply | undefined)[]; works: unknown[] }> {
  const works: unknown[] = [];
  const hook: Hook = {
    type,
    handle: async (call) => {
      works.push(currentWork());
      return { status: 200, body: JSON.stringify(String(call.body.length)) };
    },
    refuse: ({ code }) => ({ status: code }),
  };
  const replies: (HookReply | undefined)[] = [];
  const { log } = admissionContext();
  const server = createServer((request, response) => {
    void serveCall(hook, { request, response, log, limits }).then((reply) => replies.push(reply));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const lengthLine = `Content-Length: ${announced}`;
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lengthLine}\r\n\r\n`);
  socket.end(body);
  const head = await text(socket);
  server.close();
  return { head, replies, works };
}
