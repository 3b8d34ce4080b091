/** Reads HTTP/1.1 responses from bytes, strictly: what is not understood exactly ends the connection. */

/** Status and headers. Names are in lower case; what was sent several times is joined by commas. */
export interface ResponseHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** Gets one response in order. */
export interface ResponseSink {
  head(head: ResponseHead): void;
  data(chunk: Buffer): void;
}

/** The server sent something that is not HTTP/1.1. */
export class MalformedResponseError extends Error {
  override readonly name = 'MalformedResponseError';
  readonly code = 'BAD_RESPONSE';
  constructor(why: string) {
    super(`the answer is not valid HTTP/1.1: ${why}`);
  }
}

/** Where in a response the next byte belongs. */
type State = 'head' | 'fixed' | 'size' | 'chunk' | 'chunk-end' | 'trailer' | 'until-close' | 'done';

const LONGEST_HEAD = 64 * 1024;
const LONGEST_LINE = 8 * 1024;
const FREE_OF_CHUNK = 16;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const HEAD_END = Buffer.from('\r\n\r\n');

/** One response after the other on one connection. */
export class ResponseReader {
  readonly #sink: ResponseSink;
  #state: State = 'head';
  #pending: Buffer | undefined;
  #left = 0;
  #isLast = false;
  #keepAliveMs: number | undefined;
  /** Bytes that belong neither to the headers nor to the body. */
  #besides = 0;

  constructor(sink: ResponseSink) {
    this.#sink = sink;
  }

  /** The response has been read to its end. */
  get isDone(): boolean {
    return this.#state === 'done';
  }

  /** The server keeps the connection open after this response. */
  get canFollow(): boolean {
    return this.#state === 'done' && !this.#isLast;
  }

  /** How long the server keeps an idle connection, if it said so. */
  get keepAliveMs(): number | undefined {
    return this.#keepAliveMs;
  }

  /** Waits for the next response. */
  restart(): void {
    this.#state = 'head';
    this.#pending = undefined;
    this.#besides = 0;
  }

  /** Throws a `MalformedResponseError`. */
  push(bytes: Buffer): void {
    let rest: Buffer | undefined = bytes;
    while (rest !== undefined && rest.length > 0) rest = this.#next(rest);
  }

  /** The connection has ended; false when that cuts the response. */
  finish(): boolean {
    if (this.#state === 'until-close') this.#state = 'done';
    return this.#state === 'done';
  }

  #next(bytes: Buffer): Buffer | undefined {
    switch (this.#state) {
      case 'head':
        return this.#readHead(bytes);
      case 'fixed':
      case 'chunk':
        return this.#readBody(bytes);
      case 'until-close':
        this.#sink.data(bytes);
        return undefined;
      case 'done':
        throw new MalformedResponseError('more bytes came after its end');
      default:
        return this.#readLine(bytes);
    }
  }

  #readHead(bytes: Buffer): Buffer | undefined {
    const all = this.#joined(bytes);
    const end = all.indexOf(HEAD_END);
    if (end > LONGEST_HEAD || (end < 0 && all.length > LONGEST_HEAD)) {
      throw new MalformedResponseError(`its headers are longer than ${LONGEST_HEAD} bytes`);
    }
    if (end < 0) {
      this.#pending = all;
      return undefined;
    }
    const head = parseHead(all.toString('latin1', 0, end));
    const rest = all.subarray(end + HEAD_END.length);
    // 100 and 103 come before the response proper.
    if (head.status < 200) {
      this.#skip(end);
      return rest;
    }
    this.#begin(head);
    this.#sink.head(head);
    return rest;
  }

  /** How long the body is, and whether another response can follow it. */
  #begin({ status, headers, isOldVersion }: ParsedHead): void {
    const connection = headers['connection']?.toLowerCase();
    this.#isLast = connection === undefined ? isOldVersion : !canFollow(connection, isOldVersion);
    this.#keepAliveMs = keepAliveMs(headers['keep-alive']);
    const coding = headers['transfer-encoding'];
    const length = headers['content-length'];
    if (coding !== undefined && (length !== undefined || coding.toLowerCase() !== 'chunked')) {
      throw new MalformedResponseError(`Transfer-Encoding is "${coding}", Content-Length "${length ?? 'not given'}"`);
    }
    if (status === 204 || status === 304) this.#state = 'done';
    else if (coding !== undefined) this.#state = 'size';
    else if (length === undefined) this.#state = 'until-close';
    else this.#beginFixed(length);
  }

  #beginFixed(length: string): void {
    if (!/^\d{1,15}$/.test(length)) throw new MalformedResponseError(`Content-Length is "${length}"`);
    this.#left = Number(length);
    this.#state = this.#left === 0 ? 'done' : 'fixed';
  }

  #readBody(bytes: Buffer): Buffer | undefined {
    const isWhole = bytes.length >= this.#left;
    const part = bytes.length > this.#left ? bytes.subarray(0, this.#left) : bytes;
    const rest = bytes.length > this.#left ? bytes.subarray(this.#left) : undefined;
    this.#left -= part.length;
    if (isWhole) this.#state = this.#state === 'fixed' ? 'done' : 'chunk-end';
    this.#sink.data(part);
    return rest;
  }

  /** A line between chunks: a size, the end of a chunk, or a trailer. */
  #readLine(bytes: Buffer): Buffer | undefined {
    const all = this.#joined(bytes);
    const end = all.indexOf(LINE_FEED);
    if (end > LONGEST_LINE || (end < 0 && all.length > LONGEST_LINE)) {
      throw new MalformedResponseError(`a line of its body is longer than ${LONGEST_LINE} bytes`);
    }
    if (end < 0) {
      this.#pending = all;
      return undefined;
    }
    if (all[end - 1] !== CARRIAGE_RETURN) throw new MalformedResponseError('a line of its body does not end with CRLF');
    this.#takeLine(all.toString('latin1', 0, end - 1));
    return all.subarray(end + 1);
  }

  #takeLine(line: string): void {
    if (this.#state === 'size') {
      this.#left = chunkSize(line);
      this.#skip(line.length);
      // What every chunk needs, and short extensions.
      this.#besides = Math.max(0, this.#besides - FREE_OF_CHUNK - 2 * this.#left);
      this.#state = this.#left === 0 ? 'trailer' : 'chunk';
    } else if (this.#state === 'chunk-end') {
      if (line !== '') throw new MalformedResponseError('a chunk is longer than its size');
      this.#state = 'size';
    } else if (line === '') this.#state = 'done';
    else this.#skip(line.length);
  }

  /** Interim answers, extensions of chunks and trailers are not used, but must end. */
  #skip(bytes: number): void {
    this.#besides += bytes;
    if (this.#besides > LONGEST_HEAD)
      throw new MalformedResponseError(`more than ${LONGEST_HEAD} bytes are neither headers nor body`);
  }

  #joined(bytes: Buffer): Buffer {
    const pending = this.#pending;
    if (pending === undefined) return bytes;
    this.#pending = undefined;
    return Buffer.concat([pending, bytes]);
  }
}

interface ParsedHead extends ResponseHead {
  /** HTTP/1.0: one response per connection unless it says otherwise. */
  readonly isOldVersion: boolean;
}

function parseHead(text: string): ParsedHead {
  const lines = text.split('\r\n');
  const start = /^HTTP\/1\.([01]) (\d{3})(?: [^\r\n]*)?$/.exec(lines[0] ?? '');
  if (!start) throw new MalformedResponseError(`it begins with "${(lines[0] ?? '').slice(0, 60)}"`);
  const status = Number(start[2]);
  if (status === 101 || status < 100) throw new MalformedResponseError(`its status is ${status}`);
  const headers: Record<string, string | undefined> = {};
  for (let index = 1; index < lines.length; index++) addHeader(headers, lines[index] ?? '');
  return { status, headers, isOldVersion: start[1] === '0' };
}

function addHeader(headers: Record<string, string | undefined>, line: string): void {
  const colon = line.indexOf(':');
  const name = line.slice(0, colon).toLowerCase();
  // A space before the colon or at the start of a line is how one server reads two messages where another reads one.
  if (colon < 1 || !/^[\w!#$%&'*+.^`|~-]+$/.test(name) || line.includes('\n')) {
    throw new MalformedResponseError(`a header is "${line.slice(0, 60)}"`);
  }
  const value = line.slice(colon + 1).trim();
  const known = headers[name];
  if (typeof known !== 'string') headers[name] = value;
  else if (name === 'content-length' && known !== value)
    throw new MalformedResponseError('Content-Length is given twice');
  else if (name !== 'content-length') headers[name] = `${known}, ${value}`;
}

function canFollow(connection: string, isOldVersion: boolean): boolean {
  const options = new Set(connection.split(',').map((option) => option.trim()));
  return isOldVersion ? options.has('keep-alive') : !options.has('close');
}

function keepAliveMs(hint: string | undefined): number | undefined {
  const seconds = hint === undefined ? undefined : /(?:^|[\s,])timeout=(\d{1,9})/.exec(hint)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

function chunkSize(line: string): number {
  const digits = /^([0-9A-Fa-f]{1,12})[ \t]*(?:;.*)?$/.exec(line)?.[1];
  if (digits === undefined) throw new MalformedResponseError(`the size of a chunk is "${line.slice(0, 60)}"`);
  return Number.parseInt(digits, 16);
}
