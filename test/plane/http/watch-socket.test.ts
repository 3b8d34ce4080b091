/** Watches over WebSocket, as fabric8 and the Java Operator SDK open them. */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import type { ApiClient } from '../differential/api-client.js';
import { post } from '../differential/scenario.js';
import { withServer } from '../plugins/embedded-client.js';

interface Frame {
  readonly opcode: number;
  readonly payload: Buffer;
}

const HANDSHAKE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': Buffer.from('the sample nonce').toString('base64'),
};

/** Asks for an upgrade: the socket, or the answer of a server that does not upgrade. */
async function connect(
  client: ApiClient,
  path: string,
  headers: Readonly<Record<string, string>> = { origin: 'http://localhost' },
): Promise<{ response: IncomingMessage; socket?: Duplex; frames: Frame[] }> {
  const all = { ...HANDSHAKE, authorization: `Bearer ${client.token}`, ...headers };
  const sent = request(`${client.server}${path}`, { headers: all, agent: false });
  sent.end();
  const frames: Frame[] = [];
  const upgraded = once(sent, 'upgrade').then((values) => {
    const [response, socket, head] = values as [IncomingMessage, Duplex, Buffer];
    let rest = Buffer.from(head);
    const read = (chunk: Buffer): void => {
      rest = Buffer.concat([rest, chunk]);
      for (let frame = firstFrame(rest); frame !== undefined; frame = firstFrame(rest)) {
        frames.push(frame.frame);
        rest = rest.subarray(frame.size);
      }
    };
    read(Buffer.alloc(0));
    socket.on('data', read);
    return { response, socket, frames };
  });
  const answered = once(sent, 'response').then(([response]) => ({ response: response as IncomingMessage, frames }));
  return Promise.race([upgraded, answered]);
}

function firstFrame(bytes: Buffer): { frame: Frame; size: number } | undefined {
  if (bytes.length < 2) return undefined;
  const short = (bytes[1] ?? 0) & 0x7f;
  const start = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (bytes.length < start) return undefined;
  const length = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
  if (bytes.length < start + length) return undefined;
  const frame = { opcode: (bytes[0] ?? 0) & 0x0f, payload: bytes.subarray(start, start + length) };
  return { frame, size: start + length };
}

/** A control frame of a client, with a mask that changes nothing. */
const control = (opcode: number, text = ''): Buffer =>
  Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

test('events arrive as text messages, of any size', async () => {
  await withServer(async (client) => {
    const { response, frames, socket } = await connect(client, `${CONFIG_MAPS}?watch=1&resourceVersion=0`);
    for (const size of [1, 500, 70_000]) {
      await client.call(post(CONFIG_MAPS, { metadata: { name: `c${size}` }, data: { a: 'x'.repeat(size) } }));
    }

    expect(response.statusCode).toBe(101);
    expect(response.headers['sec-websocket-accept']).toBe('s3pPLMBiTxaQ9kYGzzhZRbK+xOo=');
    await expect.poll(() => frames.length).toBe(3);
    const names = frames.map(({ opcode, payload }) => {
      const { type, object } = JSON.parse(payload.toString()) as {
        type: string;
        object: { metadata: { name: string } };
      };
      return [opcode, type, object.metadata.name];
    });
    expect(names).toEqual([1, 500, 70_000].map((size) => [1, 'ADDED', `c${size}`]));
    socket?.destroy();
  });
});

test('frames have the right form on both sides of the largest short length', async () => {
  await withServer(async (client) => {
    const { frames, socket } = await connect(client, `${CONFIG_MAPS}?watch=1&resourceVersion=0`);
    const send = async (name: string, size: number): Promise<number | undefined> => {
      const count = frames.length;
      await client.call(post(CONFIG_MAPS, { metadata: { name }, data: { a: 'x'.repeat(size) } }));
      await expect.poll(() => frames.length).toBe(count + 1);
      return frames[count]?.payload.length;
    };
    const size = 65_000;
    const rest = 65_535 - ((await send('a', size)) ?? 0);

    expect(await send('b', size + rest)).toBe(65_535);
    expect(await send('c', size + rest + 1)).toBe(65_536);
    socket?.destroy();
  });
});

test('a watch that is over is closed; pings are answered; a client may close', async () => {
  await withServer(async (client) => {
    const timed = await connect(client, `${CONFIG_MAPS}?watch=1&timeoutSeconds=1`);
    const asked = await connect(client, `${CONFIG_MAPS}?watch=1`);
    asked.socket?.write(Buffer.concat([control(9, 'hello'), control(8)]));

    const closed = { opcode: 8, payload: Buffer.from([0x03, 0xe8]) };
    await expect.poll(() => asked.frames).toEqual([{ opcode: 10, payload: Buffer.from('hello') }, closed]);
    await expect.poll(() => timed.frames).toEqual([closed]);
  });
});

test('a client without an origin is turned away, and other requests are answered as usual', async () => {
  await withServer(async (client) => {
    const withoutOrigin = await connect(client, `${CONFIG_MAPS}?watch=1`, {});
    const list = await connect(client, CONFIG_MAPS);
    const wrong = await connect(client, `${CONFIG_MAPS}?watch=1&resourceVersion=abc`);

    expect([withoutOrigin, list, wrong].map(({ response }) => response.statusCode)).toEqual([403, 200, 500]);
    for (const { response } of [withoutOrigin, list, wrong]) response.resume();
  });
});
