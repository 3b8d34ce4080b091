/** Calling webhooks: by url, or by service through a mapping to loopback. */
import { request as httpsRequest } from 'node:https';
import { request as httpRequest } from 'node:http';
import { objectKey, section } from './api-object.js';
import { isObject, type JsonObject, type JsonValue } from './json.js';
import type { ObjectStore } from './object-store.js';

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
  const ca = typeof caBundle === 'string' ? Buffer.from(caBundle, 'base64') : undefined;
  const text = await send(target, JSON.stringify(body), ca, options.timeoutMs);
  let answer: JsonValue;
  try {
    answer = JSON.parse(text) as JsonValue;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new WebhookFailure(`couldn't get version/kind; json parse error: ${error.message}`);
  }
  if (!isObject(answer)) throw new WebhookFailure('the answer is not an object');
  return answer;
}

interface Target {
  readonly url: string;
  /** The name that the certificate must have, when it is not the host of the url. */
  readonly servername?: string;
}

function targetOf({ url, service }: JsonObject, resolve: ServiceResolver | undefined): Target {
  if (typeof url === 'string') return { url };
  if (!isObject(service)) throw new WebhookFailure('the webhook has neither url nor service');
  const { namespace = '', name = '', path = '/', port = 443 } = service as Record<string, string | number | undefined>;
  const base = resolve?.({ namespace: String(namespace), name: String(name), port: Number(port) });
  if (base === undefined) throw new WebhookFailure(`service "${String(name)}" not found`);
  return {
    url: `${base.replace(/\/$/, '')}/${String(path).replace(/^\//, '')}`,
    servername: `${String(name)}.${String(namespace)}.svc`,
  };
}

/** Finds services of type ExternalName, which the API server dials by that name. */
export function externalNames(store: ObjectStore): ServiceResolver {
  return ({ namespace, name, port }) => {
    const service = store.collection('/services').get(objectKey(namespace, name));
    const spec = service === undefined ? {} : section(service, 'spec');
    return spec['type'] === 'ExternalName' ? `https://${String(spec['externalName'])}:${port}` : undefined;
  };
}

function send({ url, servername }: Target, body: string, ca: Buffer | undefined, timeoutMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const isTls = url.startsWith('https:');
    const options = {
      method: 'POST',
      headers,
      ...(ca === undefined ? {} : { ca }),
      ...(servername === undefined ? {} : { servername }),
    };
    const request = (isTls ? httpsRequest : httpRequest)(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        if ((response.statusCode ?? 0) === 200) resolve(text);
        else reject(new WebhookFailure(`an error on the server ("unknown") has prevented the request from succeeding`));
      });
      response.on('error', (error) => reject(new WebhookFailure(error.message)));
    });
    const timer = setTimeout(() => request.destroy(new Error('context deadline exceeded')), timeoutMs);
    request.on('close', () => clearTimeout(timer));
    request.on('error', (error: NodeJS.ErrnoException) => reject(new WebhookFailure(describe(url, error))));
    request.end(body);
  });
}

function describe(url: string, error: NodeJS.ErrnoException): string {
  const { host } = new URL(url);
  const why = error.code === 'ECONNREFUSED' ? `dial tcp ${host}: connect: connection refused` : error.message;
  return `Post "${url}": ${why}`;
}
