/** The body of a response: read whole or in chunks, unpacked when it is compressed. */
import { once } from 'node:events';
import { promisify } from 'node:util';
import { Pieces } from './pieces.js';

/** The connection that a body comes from. */
export interface BodySource {
  pause(): void;
  resume(): void;
  /** Gives up the rest. */
  destroy(): void;
}

/** How long a body may be that is read whole, unpacked; `failure` makes the error of a longer one. */
export interface BodyLimit {
  readonly bytes: number;
  readonly failure: () => Error;
}

/** As many bytes wait for a reader before the server is made to wait. */
const MOST_UNREAD = 256 * 1024;

/** Chunks as they come, for one reader. */
export class ResponseBody {
  readonly #source: BodySource;
  readonly #isPacked: boolean;
  readonly #limit: BodyLimit;
  readonly #unread = new Pieces();
  #state: 'open' | 'ended' | 'failed' = 'open';
  #error: unknown;
  #isWanted = false;
  #wake: (() => void) | undefined;

  constructor(source: BodySource, encoding: string | undefined, limit: BodyLimit) {
    this.#source = source;
    this.#limit = limit;
    this.#isPacked = encoding === 'gzip';
  }

  push(chunk: Buffer): void {
    if (this.#state !== 'open') return;
    this.#unread.add(chunk);
    if (this.#isWanted) {
      if (this.#unread.bytes > this.#limit.bytes) this.#giveUp();
      return;
    }
    if (this.#unread.bytes > MOST_UNREAD) this.#source.pause();
    this.#tell();
  }

  end(): void {
    if (this.#state !== 'open') return;
    this.#state = 'ended';
    this.#tell();
  }

  fail(error: unknown): void {
    if (this.#state !== 'open') return;
    this.#state = 'failed';
    this.#error = error;
    this.#tell();
  }

  destroy(): void {
    if (this.#state !== 'open') return;
    this.fail(Object.assign(new Error('the body was given up'), { code: 'ECONNRESET' }));
    this.#source.destroy();
  }

  /** Everything, unpacked. Rejects when the body was cut. */
  async whole(): Promise<Buffer> {
    if (this.#state === 'open') await this.#collect();
    if (this.#state === 'failed') throw this.#error;
    const bytes = this.#take();
    return this.#isPacked ? unpack(bytes, this.#limit) : bytes;
  }

  /** Unpacked chunks. Rejects after the last one when the body was cut. */
  chunks(): AsyncIterable<Buffer> {
    return this.#isPacked ? unpacked(this.#raw()) : this.#raw();
  }

  #raw(): AsyncIterable<Buffer> {
    const next = async (): Promise<IteratorResult<Buffer, undefined>> => {
      while (this.#unread.bytes === 0 && this.#state === 'open') await this.#news();
      // What has arrived before a cut may be complete events.
      if (this.#unread.bytes > 0) return { done: false, value: this.#take() };
      if (this.#state === 'failed') throw this.#error;
      return { done: true, value: undefined };
    };
    const stop = async (): Promise<IteratorResult<Buffer, undefined>> => {
      this.destroy();
      return { done: true, value: undefined };
    };
    return { [Symbol.asyncIterator]: () => ({ next, return: stop }) };
  }

  #giveUp(): void {
    this.#unread.clear();
    this.fail(this.#limit.failure());
    this.#source.destroy();
  }

  /** All that has arrived; the source continues. */
  #take(): Buffer {
    if (this.#state === 'open') this.#source.resume();
    return this.#unread.take();
  }

  #collect(): Promise<void> {
    this.#isWanted = true;
    this.#source.resume();
    return this.#news();
  }

  #news(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve));
  }

  #tell(): void {
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.();
  }
}

// The library is loaded late: few servers compress what they send.
async function unpack(bytes: Buffer, limit: BodyLimit): Promise<Buffer> {
  const { gunzip } = await import('node:zlib');
  return promisify(gunzip)(bytes, { maxOutputLength: limit.bytes }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ERR_BUFFER_TOO_LARGE' ? limit.failure() : error;
  });
}

/** Each flush of a compressed watch is a gzip member of its own; gunzip continues with the next member by itself. */
async function* unpacked(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { createGunzip } = await import('node:zlib');
  const stream = createGunzip();
  // Without a listener an error would end the process when nothing reads yet; a later reader still gets it.
  stream.on('error', () => undefined);
  let cut: { reason: unknown } | undefined;
  const feed = async (): Promise<void> => {
    try {
      for await (const chunk of packed) if (!stream.write(chunk)) await once(stream, 'drain');
    } catch (reason) {
      cut ??= { reason };
    }
    // What has arrived before a cut is still unpacked.
    stream.end();
  };
  void feed();
  try {
    for await (const chunk of stream) yield chunk as Buffer;
  } catch (error) {
    throw cut ? cut.reason : error;
  } finally {
    stream.destroy();
  }
  if (cut) throw cut.reason;
}
