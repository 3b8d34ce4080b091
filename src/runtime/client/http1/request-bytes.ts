/** A request as the bytes that are sent: headers and body in one piece, so that one write and one TLS record suffice. */
import type { TransportRequest } from '../connection/transport.js';

/** Headers by name; a list is sent as one line each. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[]>>;

/** What a request consists of. */
export interface RequestMessage {
  readonly method: TransportRequest['method'];
  /** With query. */
  readonly path: string;
  /** `host:port`. */
  readonly host: string;
  readonly headers: RequestHeaders;
  readonly body?: string | Uint8Array;
}

/** Throws a `TypeError` for what would be read as something else than it is. */
export function requestBytes(message: RequestMessage): Buffer {
  const { body } = message;
  if (body === undefined) return Buffer.from(headOf(message, hasBody(message.method) ? 0 : undefined), 'latin1');
  const bodyLength = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  const head = headOf(message, bodyLength);
  const bytes = Buffer.allocUnsafe(head.length + bodyLength);
  bytes.write(head, 0, 'latin1');
  if (typeof body === 'string') bytes.write(body, head.length, 'utf8');
  else bytes.set(body, head.length);
  return bytes;
}

function headOf({ method, path, host, headers }: RequestMessage, length: number | undefined): string {
  if (!path.startsWith('/') || /[^\u0021-\u00ff]/.test(path)) {
    throw new TypeError(`"${path}" is not a path; it begins with / and has other characters escaped`);
  }
  let head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n`;
  for (const name in headers) {
    const value = headers[name];
    if (typeof value === 'string') head += headerLine(name, value);
    else if (value !== undefined) for (const one of value) head += headerLine(name, one);
  }
  return length === undefined ? `${head}\r\n` : `${head}content-length: ${length}\r\n\r\n`;
}

function headerLine(name: string, value: string): string {
  // The value is not shown: it may be a token.
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || /[^\t\u0020-\u007e\u0080-\u00ff]/.test(value)) {
    throw new TypeError(`the header "${name}" has characters that a header cannot have`);
  }
  return `${name}: ${value}\r\n`;
}

function hasBody(method: TransportRequest['method']): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH';
}
