/** Watches over WebSocket (RFC 6455), which Java clients use: one text message for each event. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** An answer without end. */
export interface Stream {
  write(text: string): void;
  end(): void;
  onClose(listener: () => void): void;
}

const ACCEPT_SUFFIX = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const OPCODES = { text: 1, close: 8, ping: 9, pong: 10 } as const;
const NORMAL_END = Buffer.from([0x03, 0xe8]);

/** Whether a client asks for a WebSocket. */
export function asksForSocket({ headers, method }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
}

/** Answers with a WebSocket; undefined when the handshake is not complete, which has been answered then. */
export function openSocket(
  request: IncomingMessage,
  response: ServerResponse,
  unreadLimit: number,
): Stream | undefined {
  const { socket } = response;
  const key = request.headers['sec-websocket-key'];
  // Browsers and their kin name the page that connects; others are turned away, as kube-apiserver does.
  if (socket === null || key === undefined || (request.headers.origin ?? '') === '') {
    response.writeHead(403, { Connection: 'close' });
    response.end();
    return undefined;
  }
  response.detachSocket(socket);
  socket.write(handshake(key, request.headers['sec-websocket-protocol']));
  return streamOver(socket, unreadLimit);
}

function handshake(key: string, protocol: string | undefined): string {
  const accept = createHash('sha1').update(`${key}${ACCEPT_SUFFIX}`).digest('base64');
  const lines = [
    'HTTP/1.1 101 Switching Protocols',
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Accept: ${accept}`,
    ...(protocol === undefined || protocol.includes(',') ? [] : [`Sec-WebSocket-Protocol: ${protocol}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

function streamOver(socket: Duplex, unreadLimit: number): Stream {
  const isOpen = (): boolean => !socket.writableEnded && !socket.destroyed;
  const send = (opcode: number, payload: Buffer): void => {
    if (!isOpen()) return;
    socket.write(frame(opcode, payload));
    if (socket.writableLength > unreadLimit) socket.destroy();
  };
  const end = (): void => {
    send(OPCODES.close, NORMAL_END);
    if (isOpen()) socket.end();
  };
  readFrames(socket, (opcode, payload) => {
    if (opcode === OPCODES.ping) send(OPCODES.pong, payload);
    if (opcode === OPCODES.close) end();
  });
  socket.on('error', () => socket.destroy());
  return {
    write: (text) => send(OPCODES.text, Buffer.from(text)),
    end,
    onClose: (listener) => socket.on('close', listener),
  };
}

function frame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload;
  const first = 0x80 | opcode;
  if (length < 126) return Buffer.concat([Buffer.from([first, length]), payload]);
  const isShort = length < 65_536;
  const header = Buffer.alloc(isShort ? 4 : 10);
  header[0] = first;
  header[1] = isShort ? 126 : 127;
  if (isShort) header.writeUInt16BE(length, 2);
  else header.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([header, payload]);
}

/** Control frames of the client, unmasked; a client has nothing else to say in a watch. */
function readFrames(socket: Duplex, onControl: (opcode: number, payload: Buffer) => void): void {
  let rest = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 6) {
      const opcode = (rest[0] ?? 0) & 0x0f;
      const length = (rest[1] ?? 0) & 0x7f;
      if (length > 125) {
        socket.destroy();
        return;
      }
      if (rest.length < 6 + length) return;
      const mask = rest.subarray(2, 6);
      const payload = Buffer.from(rest.subarray(6, 6 + length).map((byte, index) => byte ^ (mask[index % 4] ?? 0)));
      rest = Buffer.from(rest.subarray(6 + length));
      onControl(opcode, payload);
    }
  });
  socket.resume();
}
