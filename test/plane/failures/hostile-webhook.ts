/** A webhook that answers in every wrong way: broken, late, cut off, or well formed and untrue. */
import { createServer, type Server } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { issueOnce } from '../../../src/certificate/throw-away-authority.js';
import type { Random } from '../../faults/settings/random.js';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Review = {
  kind: string;
  apiVersion: string;
  request: { uid: string; desiredAPIVersion?: string; objects?: Json[] };
};

export interface HostileWebhook {
  readonly url: string;
  readonly caBundle: string;
  /** Which sort of review gets right answers. */
  good: { admission: boolean; conversion: boolean };
  stop(): Promise<void>;
}

export async function startHostileWebhook(random: Random): Promise<HostileWebhook> {
  const issued = issueOnce(['127.0.0.1'], 86_400_000);
  const hook = { good: { admission: true, conversion: true } };
  const server: Server = createServer({ cert: issued.pair.cert, key: issued.pair.key }, (request, response) => {
    request.on('error', () => response.destroy());
    response.on('error', () => response.destroy());
    readReview(request).then(
      (review) => {
        const isGood = review.kind === 'AdmissionReview' ? hook.good.admission : hook.good.conversion;
        if (isGood) response.end(JSON.stringify(rightAnswer(review)));
        else misbehave(random, review, response);
      },
      () => response.destroy(),
    );
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(hook, {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    caBundle: Buffer.from(issued.ca).toString('base64'),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

async function readReview(request: IncomingMessage): Promise<Review> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Review;
}

function rightAnswer({ kind, apiVersion, request }: Review): { [key: string]: Json } {
  const { uid, desiredAPIVersion = '', objects = [] } = request;
  if (kind === 'AdmissionReview') return { kind, apiVersion, response: { uid, allowed: true } };
  const convertedObjects = objects.map((object) => ({ ...(object as object), apiVersion: desiredAPIVersion }));
  return { kind, apiVersion, response: { uid, result: { status: 'Success' }, convertedObjects } };
}

function misbehave(random: Random, review: Review, response: ServerResponse): void {
  const answer = JSON.stringify(mutated(random, rightAnswer(review)));
  const deeds: readonly (() => void)[] = [
    () => response.socket?.destroy(),
    () => response.socket?.end('this is not HTTP\r\n\r\n'),
    () => response.writeHead(500).end('no'),
    () => response.writeHead(302, { location: 'https://127.0.0.1:1/' }).end(),
    () => response.writeHead(200).end(answer.slice(0, random.between(0, answer.length - 1))),
    () => {
      response.writeHead(200, { 'content-length': answer.length + 100 });
      response.write(answer);
      setImmediate(() => response.socket?.destroy());
    },
    () => response.end(`${'['.repeat(20_000)}${']'.repeat(20_000)}`),
    () => response.end(answer),
    () => response.end(answer),
    () => response.end(answer),
  ];
  random.pick(deeds)();
}

/** A value with one place in it changed. */
function mutated(random: Random, value: Json): Json {
  if (random.between(0, 3) === 0 || value === null || typeof value !== 'object') return strange(random, value);
  if (Array.isArray(value)) {
    const index = random.between(0, value.length);
    return value.toSpliced(index, random.between(0, 1), mutated(random, value[index] ?? null));
  }
  const keys = Object.keys(value);
  const key = keys.length === 0 ? 'metadata' : random.pick(keys);
  return { ...value, [key]: mutated(random, value[key] ?? null) };
}

function strange(random: Random, value: Json): Json {
  const patch = (operations: Json): Json => ({
    uid: typeof value === 'object' && value !== null && !Array.isArray(value) ? (value['uid'] ?? '') : '',
    allowed: true,
    patchType: 'JSONPatch',
    patch: Buffer.from(JSON.stringify(operations)).toString('base64'),
  });
  const values: readonly Json[] = [
    null,
    [],
    {},
    '',
    -1,
    true,
    { status: 'Failure', code: 99_999, message: 'x'.repeat(1000) },
    { status: 'Failure', code: 204 },
    patch('nothing'),
    patch([{ op: 'replace', path: '', value: null }]),
    patch([{ op: 'remove', path: '/metadata' }]),
    patch([{ op: 'add', path: '/metadata/labels', value: 7 }]),
    patch([{ op: 'move', from: '/a', path: '/__proto__/b' }]),
    patch([null, { op: 'test' }]),
  ];
  return random.pick(values);
}
