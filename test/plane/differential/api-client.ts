/** The smallest client: one request, its code, headers and body. */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

/** What came back. */
export interface Answer {
  readonly code: number;
  readonly warnings: readonly string[];
  readonly contentType: string;
  readonly body: unknown;
}

/** One request. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly type?: string;
  readonly accept?: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Leaves managedFields out of the comparison. */
  readonly ignoresManagers?: boolean;
}

/** Talks to one server. */
export class ApiClient {
  readonly server: string;
  readonly token: string;
  private readonly agents = {
    http: new HttpAgent({ keepAlive: true }),
    https: new HttpsAgent({ keepAlive: true, rejectUnauthorized: false }),
  };

  constructor(server: string, token: string) {
    this.server = server;
    this.token = token;
  }

  async call(call: Call): Promise<Answer> {
    const response = await this.open(call);
    const chunks: Buffer[] = [];
    for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString('utf8');
    return { ...headOf(response), body: parsed(text) };
  }

  /** Reads a watch until enough events came, or it ends, or time is up. */
  async watch(call: Call, count: number, timeoutMs = 30_000): Promise<Answer> {
    const response = await this.open(call);
    const events: unknown[] = [];
    const timer = setTimeout(() => response.destroy(), timeoutMs);
    let rest = '';
    try {
      for await (const chunk of response as AsyncIterable<Buffer>) {
        const lines = (rest + chunk.toString('utf8')).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) if (line !== '') events.push(parsed(line));
        if (events.length >= count && response.statusCode === 200) break;
      }
    } catch (error) {
      if (!(error instanceof Error) || !/aborted|premature/i.test(error.message)) throw error;
    } finally {
      clearTimeout(timer);
      response.destroy();
    }
    if (rest.trim() !== '') events.push(parsed(rest));
    return { ...headOf(response), body: events };
  }

  close(): void {
    this.agents.http.destroy();
    this.agents.https.destroy();
  }

  private open({ method, path, body, type, accept, token = this.token, headers }: Call): Promise<IncomingMessage> {
    const isTls = this.server.startsWith('https:');
    const payload = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
    const allHeaders: Record<string, string> = {
      'user-agent': 'differential/1.0',
      accept: accept ?? 'application/json',
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(payload === undefined
        ? {}
        : { 'content-type': type ?? 'application/json', 'content-length': String(Buffer.byteLength(payload)) }),
      ...headers,
    };
    const options = { method, headers: allHeaders, agent: isTls ? this.agents.https : this.agents.http };
    return new Promise((resolve, reject) => {
      const send = isTls ? httpsRequest : httpRequest;
      const request = send(`${this.server}${path}`, options, resolve);
      request.on('error', reject);
      request.end(payload);
    });
  }
}

function headOf(response: IncomingMessage): Omit<Answer, 'body'> {
  const warning = response.headersDistinct['warning'] ?? [];
  return {
    code: response.statusCode ?? 0,
    warnings: warning.flatMap((value) => value.split(/, (?=299 )/)),
    contentType: response.headers['content-type'] ?? '',
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
