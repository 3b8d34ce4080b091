/** Calling webhooks: by url, or by service through a mapping to loopback. */
import { Agent, request as httpsRequest } from 'node:https';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { posix } from 'node:path';
import { TLSSocket } from 'node:tls';
import { stringifyExact } from '../../kubernetes/json/stringify-exact.js';
import { objectKey, section } from '../storage/api-object.js';
import { parseJson } from '../decode/exact-json.js';
import { isObject, type JsonObject, type JsonValue } from '../../kubernetes/json/json-value.js';
import type { ObjectStore } from '../storage/object-store.js';
import { trustOf, type Trust } from './webhook-trust.js';

/** Where calls to a service go: a base URL. */
export type ServiceResolver = (service: { namespace: string; name: string; port: number }) => string | undefined;

/** A call that got no usable answer. */
export class WebhookFailure extends Error {
  override readonly name = 'WebhookFailure';
  /** True when the webhook could not be reached or answered with an HTTP error. */
  readonly isUnreachable: boolean;
  constructor(message: string, isUnreachable = true) {
    super(message);
    this.isUnreachable = isUnreachable;
  }
}

/** Sends JSON to the webhook that a clientConfig describes. */
export async function callWebhook(
  clientConfig: JsonObject,
  body: JsonObject,
  options: { timeoutMs: number; resolve?: ServiceResolver | undefined },
): Promise<JsonObject> {
  const target = targetOf(clientConfig, options.resolve);
  const { caBundle } = clientConfig;
  const text = await reach(async () => {
    const trust = trustOf(typeof caBundle === 'string' ? Buffer.from(caBundle, 'base64') : undefined);
    return send(withTimeout(target, options.timeoutMs), stringifyExact(body), trust, options.timeoutMs);
  });
  let answer: JsonValue;
  try {
    answer = parseJson(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new WebhookFailure(`couldn't get version/kind; json parse error: ${error.message}`);
  }
  if (!isObject(answer)) throw new WebhookFailure('the answer is not an object');
  return answer;
}

/** Whatever keeps a call from being made, a broken address or certificate as well, is a failure of the webhook. */
async function reach(call: () => Promise<string>): Promise<string> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof WebhookFailure) throw error;
    throw new WebhookFailure(error instanceof Error ? error.message : String(error));
  }
}

interface Target {
  readonly url: string;
  /** The name that the certificate must have, when it is not the host of the url. */
  readonly servername?: string;
}

function targetOf({ url, service }: JsonObject, resolve: ServiceResolver | undefined): Target {
  if (typeof url === 'string') return { url: cleanUrl(url) };
  if (!isObject(service)) throw new WebhookFailure('the webhook has neither url nor service');
  const { namespace = '', name = '', path = '/', port = 443 } = service as Record<string, string | number | undefined>;
  const base = resolve?.({ namespace: String(namespace), name: String(name), port: Number(port) });
  if (base === undefined) throw new WebhookFailure(`service "${String(name)}" not found`);
  return {
    url: cleanUrl(`${base}/${String(path)}`),
    servername: `${String(name)}.${String(namespace)}.svc`,
  };
}

/** Webhooks learn how long the API server waits for them. */
function withTimeout(target: Target, timeoutMs: number): Target {
  const url = new URL(target.url);
  url.searchParams.set('timeout', `${Math.ceil(timeoutMs / 1000)}s`);
  return { ...target, url: url.href };
}

/** The API server joins the parts of a path, which leaves single slashes and no dots. */
function cleanUrl(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined) throw new WebhookFailure(`parse "${url}": invalid URL`);
  parsed.pathname = posix.normalize(parsed.pathname).replace(/(?<=.)\/$/, '');
  return parsed.href;
}

/** Finds services of type ExternalName, which the API server dials by that name. */
export function externalNames(store: ObjectStore): ServiceResolver {
  return ({ namespace, name, port }) => {
    const service = store.collection('/services').get(objectKey(namespace, name));
    const spec = service === undefined ? {} : section(service, 'spec');
    return spec['type'] === 'ExternalName' ? `https://${String(spec['externalName'])}:${port}` : undefined;
  };
}

/** A session that is resumed shows no certificate, so there is none to compare with the caBundle. */
const withoutSessions = new Agent({ keepAlive: true, maxCachedSessions: 0 });

const ANSWER_LIMIT = 16 * 1024 * 1024;

function send({ url, servername }: Target, body: string, trust: Trust, timeoutMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void => reject(new WebhookFailure(describe(url, error)));
    const options = {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'content-length': Buffer.byteLength(body),
      },
      ...trust.options,
      ...(trust.options.rejectUnauthorized === false ? { agent: withoutSessions } : {}),
      ...(servername === undefined ? {} : { servername }),
    };
    const request = (url.startsWith('https:') ? httpsRequest : httpRequest)(url, options);
    const timer = setTimeout(() => request.destroy(new Error('context deadline exceeded')), timeoutMs);
    request.on('socket', (socket) => {
      if (!(socket instanceof TLSSocket) || !socket.connecting) return;
      socket.once('secureConnect', () => {
        const problem = trust.check(socket, servername ?? new URL(url).hostname);
        if (problem !== undefined) request.destroy(new Error(problem));
      });
    });
    request.on('response', (response) => void readAnswer(response).then(resolve, fail));
    request.on('close', () => clearTimeout(timer));
    request.on('error', fail);
    request.end(body);
  });
}

function readAnswer(response: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    response.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= ANSWER_LIMIT) chunks.push(chunk);
      else response.destroy(new Error(`the answer is larger than ${ANSWER_LIMIT} bytes`));
    });
    response.on('end', () => {
      if (response.statusCode === 200) resolve(Buffer.concat(chunks).toString('utf8'));
      else reject(new WebhookFailure(`an error on the server ("unknown") has prevented the request from succeeding`));
    });
    response.on('error', reject);
    response.on('close', () => reject(new Error('unexpected EOF')));
  });
}

function describe(url: string, error: NodeJS.ErrnoException): string {
  if (error instanceof WebhookFailure) return error.message;
  const { host } = new URL(url);
  const why = error.code === 'ECONNREFUSED' ? `dial tcp ${host}: connect: connection refused` : error.message;
  return `Post "${url}": ${why}`;
}
