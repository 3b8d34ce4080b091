/** One HTTP request and its answer, in the few forms that the server uses. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { stringifyExact } from '../../kubernetes/json/stringify-exact.js';
import type { ApiObject } from '../storage/api-object.js';
import { StatusError } from '../api-status.js';
import type { JsonValue } from '../../kubernetes/json/json-value.js';
import { asksForSocket, openSocket, type Stream } from './watch-socket.js';
import { indentJson } from './indent-json.js';

const BODY_LIMIT = 3 * 1024 * 1024;
/** What may wait for a client that does not read; then its stream is cut, and it has to list again. */
const UNREAD_LIMIT = 64 * 1024 * 1024;

/** A request whose body has been read. */
export class Exchange {
  readonly method: string;
  readonly url: string;
  readonly bytes: Buffer;
  /** Messages for `Warning` headers. */
  readonly warnings: string[] = [];
  private readonly request: IncomingMessage;
  private readonly response: ServerResponse;

  constructor(request: IncomingMessage, response: ServerResponse, bytes: Buffer) {
    this.request = request;
    this.response = response;
    this.method = request.method ?? 'GET';
    this.url = request.url ?? '/';
    this.bytes = bytes;
    // A client may go at any moment; an error event that nobody listens to would end the process.
    request.on('error', () => response.destroy());
    response.on('error', () => response.destroy());
  }

  /** The body as text. */
  get body(): string {
    return this.bytes.toString('utf8');
  }

  header(name: string): string {
    const value = this.request.headers[name];
    return Array.isArray(value) ? value.join(', ') : (value ?? '');
  }

  /** All headers with a prefix, lower case, each with all its values. */
  headersWithPrefix(prefix: string): [string, string[]][] {
    const found = new Map<string, string[]>();
    const raw = this.request.rawHeaders;
    for (let index = 0; index + 1 < raw.length; index += 2) {
      const name = (raw[index] ?? '').toLowerCase();
      if (name.startsWith(prefix)) found.set(name, [...(found.get(name) ?? []), raw[index + 1] ?? '']);
    }
    return [...found];
  }

  json(code: number, value: JsonValue, contentType = 'application/json'): void {
    this.write(code, this.isPretty ? indented(value) : `${textOf(value)}\n`, contentType);
  }

  /** For documents that the API server always indents. */
  indentedJson(code: number, value: JsonValue): void {
    this.write(code, indented(value), 'application/json');
  }

  data(code: number, bytes: Buffer, contentType: string): void {
    this.write(code, bytes, contentType);
  }

  /** For people: `?pretty=true`, and the programs that people read answers with. */
  private get isPretty(): boolean {
    const asked = /[?&]pretty=([^&]+)/.exec(this.url)?.[1];
    if (asked !== undefined) return /^(1|t|T|true|TRUE|True)$/.test(asked);
    return /^(curl|Wget|Mozilla\/5\.0)/.test(this.header('user-agent'));
  }

  /** An object whose text may be cached. */
  object(code: number, object: ApiObject): void {
    this.write(code, this.isPretty ? indented(object) : `${jsonText(object)}\n`, 'application/json');
  }

  text(code: number, text: string, contentType = 'text/plain; charset=utf-8'): void {
    this.write(code, text, contentType);
  }

  error(error: StatusError): void {
    const seconds = error.status.details?.retryAfterSeconds;
    if (seconds !== undefined && !this.response.headersSent) this.response.setHeader('Retry-After', String(seconds));
    this.json(error.status.code ?? 500, error.status);
  }

  private write(code: number, text: string | Buffer, contentType: string): void {
    if (this.response.headersSent) {
      // The answer has begun; only its end can tell the client that it is not complete.
      this.response.destroy();
      return;
    }
    this.response.writeHead(code, { ...this.commonHeaders(contentType), 'Content-Length': Buffer.byteLength(text) });
    this.response.end(text);
  }

  private commonHeaders(contentType: string): Record<string, string | string[]> {
    const headers: Record<string, string | string[]> = {
      'Content-Type': contentType,
      'Cache-Control': 'no-cache, private',
      'Audit-Id': '00000000-0000-4000-8000-000000000000',
    };
    const warnings = [...new Set(this.warnings)];
    if (warnings.length > 0) headers['Warning'] = warnings.map((text) => `299 - ${quoted(text)}`);
    return headers;
  }

  /** Begins an endless answer; undefined when the client has been turned away. */
  stream(contentType: string): Stream | undefined {
    if (asksForSocket(this.request)) return openSocket(this.request, this.response, UNREAD_LIMIT);
    this.response.writeHead(200, { ...this.commonHeaders(contentType), 'Transfer-Encoding': 'chunked' });
    this.response.flushHeaders();
    const isOpen = (): boolean => !this.response.writableEnded && !this.response.destroyed;
    return {
      write: (text) => {
        if (!isOpen()) return;
        this.response.write(text);
        if (this.response.writableLength > UNREAD_LIMIT) this.response.destroy();
      },
      end: () => {
        if (isOpen()) this.response.end();
      },
      onClose: (listener) => this.response.on('close', listener),
    };
  }
}

function textOf(value: JsonValue): string {
  return typeof value === 'object' && value !== null ? stringifyExact(value) : JSON.stringify(value);
}

function indented(value: JsonValue): string {
  const [exact, rounded] = [textOf(value), JSON.stringify(value)];
  return exact === rounded ? JSON.stringify(value, undefined, 2) : indentJson(exact);
}

function quoted(text: string): string {
  // Header values must be Latin-1 and on one line.
  const safe = text.replaceAll(/[\r\n]+/g, ' ').replaceAll(/[^\u0020-\u00ff]/g, '?');
  return `"${safe.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

const NO_BODY = Buffer.alloc(0);

/** Reads a whole body; rejects with 413 when it is too large. */
export function readBody(request: IncomingMessage): Promise<Buffer> {
  if (request.method === 'GET' || request.method === 'HEAD') {
    request.resume();
    return Promise.resolve(NO_BODY);
  }
  // Listeners, because iterating over a stream takes as long as all the rest of a small request.
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= BODY_LIMIT) chunks.push(chunk);
      else
        reject(new StatusError(413, 'RequestEntityTooLarge', `Request entity too large: limit is ${BODY_LIMIT}`, {}));
    });
    request.on('error', reject);
    request.on('end', () =>
      resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)),
    );
  });
}

const texts = new WeakMap<ApiObject, string>();

/** The JSON of a stored object, made once: watches send the same object to many clients. */
export function jsonText(object: ApiObject): string {
  const known = texts.get(object);
  if (known !== undefined) return known;
  const made = stringifyExact(object);
  texts.set(object, made);
  return made;
}
