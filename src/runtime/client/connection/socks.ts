/** SOCKS version 5 (RFC 1928, RFC 1929), as a client. */
import type { Socket } from 'node:net';

/** Asks the proxy at the other end of `socket` for a connection to `host`; names are resolved by the proxy. */
export async function socksConnect(
  socket: Socket,
  { host, port }: { readonly host: string; readonly port: number },
  login: { readonly username: string; readonly password: string },
): Promise<void> {
  const reader = new ExactReader(socket);
  const hasLogin = login.username !== '';
  socket.write(Buffer.from(hasLogin ? [5, 2, 0, 2] : [5, 1, 0]));
  const [version, method] = await reader.read(2);
  if (version !== 5) throw new Error('it does not speak SOCKS 5');
  if (method === 2) await authenticate(socket, reader, login);
  else if (method !== 0) throw new Error('it wants a login; write it in the address: socks5://user:password@host');
  const name = Buffer.from(host, 'utf8');
  socket.write(Buffer.concat([Buffer.from([5, 1, 0, 3, name.length]), name, Buffer.from([port >> 8, port & 0xff])]));
  const [, status = 255, , addressType] = await reader.read(4);
  if (status !== 0)
    throw new Error(`it could not connect to ${host}:${port} (${failures[status] ?? `code ${status}`})`);
  const length = addressType === 1 ? 4 : addressType === 4 ? 16 : ((await reader.read(1))[0] ?? 0);
  await reader.read(length + 2);
  reader.release();
}

async function authenticate(
  socket: Socket,
  reader: ExactReader,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<void> {
  const [user, secret] = [Buffer.from(username), Buffer.from(password)];
  socket.write(Buffer.concat([Buffer.from([1, user.length]), user, Buffer.from([secret.length]), secret]));
  const [, status] = await reader.read(2);
  if (status !== 0) throw new Error('it refuses user name and password');
}

const failures: Readonly<Record<number, string>> = {
  1: 'general failure',
  2: 'not allowed',
  3: 'network unreachable',
  4: 'host unreachable',
  5: 'connection refused',
  6: 'time to live expired',
};

/** Reads a given number of bytes; what comes after them is put back for the next owner of the socket. */
class ExactReader {
  readonly #socket: Socket;
  #bytes = Buffer.alloc(0);
  #failure: Error | undefined;
  #wake: () => void = () => undefined;
  readonly #onData = (chunk: Buffer): void => {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    this.#wake();
  };
  readonly #onEnd = (error?: Error): void => {
    this.#failure = error instanceof Error ? error : new Error('it closed the connection');
    this.#wake();
  };

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', this.#onData);
    socket.once('error', this.#onEnd);
    socket.once('close', this.#onEnd);
  }

  async read(count: number): Promise<Buffer> {
    while (this.#bytes.length < count) {
      if (this.#failure) throw this.#failure;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    const wanted = this.#bytes.subarray(0, count);
    this.#bytes = this.#bytes.subarray(count);
    return wanted;
  }

  release(): void {
    this.#socket.removeListener('data', this.#onData);
    this.#socket.removeListener('error', this.#onEnd);
    this.#socket.removeListener('close', this.#onEnd);
    this.#socket.pause();
    if (this.#bytes.length > 0) this.#socket.unshift(this.#bytes);
  }
}
