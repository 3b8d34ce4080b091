import { gzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { ResponseBody } from '../../../../src/runtime/client/http1/response-body.js';

function start(encoding?: string) {
  const source = { pause: vi.fn(), resume: vi.fn(), destroy: vi.fn() };
  const failure = (): Error => new Error('too large');
  return { source, body: new ResponseBody(source, encoding, { bytes: 1_000_000, failure }) };
}

async function collect(chunks: AsyncIterable<Buffer>): Promise<{ text: string; error?: unknown }> {
  let text = '';
  try {
    for await (const chunk of chunks) text += chunk.toString();
    return { text };
  } catch (error) {
    return { text, error };
  }
}

const cut = new Error('the body was cut off');

describe.each([undefined, 'gzip'])('a body with encoding %s', (encoding) => {
  const bytes = (text: string): Buffer => (encoding === 'gzip' ? gzipSync(text) : Buffer.from(text));

  test('is read whole, whether it has arrived or not', async () => {
    const { body } = start(encoding);
    const packed = bytes('{"a":"€"}');
    body.push(packed.subarray(0, 7));
    const whole = body.whole();
    body.push(packed.subarray(7));
    body.end();

    expect((await whole).toString()).toBe('{"a":"€"}');
  });

  test('a body that is longer than its limit is an error, and the rest is not read', async () => {
    const { source, body } = start(encoding);
    const whole = body.whole();
    const chunk = Buffer.alloc(300_000, ' ');
    if (encoding === 'gzip') body.push(gzipSync(Buffer.alloc(1_000_001, ' ')));
    else for (let sent = 0; sent < 4; sent++) body.push(chunk);
    body.end();

    await expect(whole).rejects.toThrow('too large');
    if (encoding === undefined) expect(source.destroy).toHaveBeenCalledOnce();
  });

  test('a cut is an error, before anybody reads and while it is read', async () => {
    const early = start(encoding).body;
    early.push(bytes('half'));
    early.fail(cut);
    const late = start(encoding).body;
    const whole = late.whole();
    late.push(bytes('half'));
    late.fail(cut);

    await expect(early.whole()).rejects.toBe(cut);
    await expect(whole).rejects.toBe(cut);
  });

  test('chunks that came before a cut are read, and then the cut', async () => {
    const { body } = start(encoding);
    body.push(bytes('one\n'));
    body.push(bytes('two\n'));
    body.fail(cut);

    expect(await collect(body.chunks())).toEqual({ text: 'one\ntwo\n', error: cut });
  });

  test('chunks come as they arrive', async () => {
    const { body } = start(encoding);
    const iterator = body.chunks()[Symbol.asyncIterator]();
    for (const text of ['one', 'two']) {
      const next = iterator.next();
      body.push(bytes(text));
      expect((await next).value?.toString()).toBe(text);
    }
    body.end();

    expect((await iterator.next()).done).toBe(true);
  });

  test('who stops early gives the connection back', async () => {
    const { source, body } = start(encoding);
    body.push(bytes('one'));

    for await (const chunk of body.chunks()) {
      expect(chunk.toString()).toBe('one');
      break;
    }
    body.destroy();

    expect(source.destroy).toHaveBeenCalledTimes(1);
    await expect(body.whole()).rejects.toThrow('given up');
  });
});

describe('ResponseBody', () => {
  test('makes the server wait when nobody reads, and no longer when somebody does', async () => {
    const { source, body } = start();
    const piece = Buffer.alloc(100_000, 'x');
    body.push(piece);
    body.push(piece);
    expect(source.pause).not.toHaveBeenCalled();
    body.push(piece);
    expect(source.pause).toHaveBeenCalled();

    const { value } = await body.chunks()[Symbol.asyncIterator]().next();

    expect(value?.length).toBe(300_000);
    expect(source.resume).toHaveBeenCalled();
  });

  test('a body that is wanted whole never makes the server wait', async () => {
    const { source, body } = start();
    const whole = body.whole();
    for (let count = 0; count < 10; count++) body.push(Buffer.alloc(100_000));
    body.end();

    expect((await whole).length).toBe(1_000_000);
    expect(source.pause).not.toHaveBeenCalled();
  });

  test('what says that it is compressed and is not is an error', async () => {
    for (const read of [
      (body: ResponseBody) => body.whole(),
      async (body: ResponseBody) => {
        const { error } = await collect(body.chunks());
        throw error;
      },
    ]) {
      const { body } = start('gzip');
      body.push(Buffer.from('not gzip'));
      body.end();
      await expect(read(body)).rejects.toThrow('incorrect header check');
    }
  });

  test('a cut exactly between two gzip members is no complete body', async () => {
    const { body } = start('gzip');
    body.push(gzipSync('{"complete":'));
    body.fail(cut);

    await expect(body.whole()).rejects.toBe(cut);
  });

  test('nothing that comes after the end counts', async () => {
    const { body } = start();
    body.push(Buffer.from('a'));
    body.end();
    body.push(Buffer.from('b'));
    body.fail(cut);

    expect((await body.whole()).toString()).toBe('a');
  });
});
