/** No request, answer or connection ends the process: broken, slow and closing webhooks, clients and watches, by seed. */
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbeddedApiServer, type EmbeddedApiServer } from '../../../src/plane/embedded-api-server.js';
import { seededRandom } from '../../faults/settings/random.js';
import { startHostileWebhook, type HostileWebhook } from './hostile-webhook.js';
import { seedOf } from '../../lanes/seed.js';

const SEED = seedOf();
const ROUNDS = 1000;
const AT_ONCE = 8;
const WATCHES = [
  'watch=1',
  'watch=1&allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan',
  'watch=1&resourceVersion=0&timeoutSeconds=1',
];
const DRIVERS = 'crew.example.com';

let server: EmbeddedApiServer;
let webhook: HostileWebhook;
const crashes: unknown[] = [];
const remember = (error: unknown): void => void crashes.push(error);
const random = seededRandom(SEED);

beforeAll(async () => {
  process.on('uncaughtException', remember);
  process.on('unhandledRejection', remember);
  server = await startEmbeddedApiServer({ tls: false, controllers: true });
  webhook = await startHostileWebhook(random);
  await call('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition());
  for (const kind of ['Mutating', 'Validating']) {
    await call(
      'POST',
      `/apis/admissionregistration.k8s.io/v1/${kind.toLowerCase()}webhookconfigurations`,
      configuration(kind),
    );
  }
});

afterAll(async () => {
  process.off('uncaughtException', remember);
  process.off('unhandledRejection', remember);
  await webhook.stop();
  await server.stop();
});

test(`${ROUNDS} hostile rounds end neither the process nor the server, seed ${SEED}`, async () => {
  const codes = new Map<number, number>();
  for (let round = 0; round < ROUNDS; round += AT_ONCE) {
    webhook.good = { admission: random.between(0, 1) === 0, conversion: random.between(0, 3) === 0 };
    const deeds = Array.from({ length: AT_ONCE }, () =>
      random.pick([writeAndWatch, writeAndWatch, breakOff, sendGarbage]),
    );
    const answers = await Promise.all(deeds.map((deed, index) => deed(round + index)));
    for (const code of answers) codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  webhook.good = { admission: true, conversion: true };

  expect(crashes).toEqual([]);
  expect(await createDriver('alive')).toBe(201);
  expect((await call('GET', path('v2'))).code).toBe(200);
  // Refusals and failures of webhooks are answers of the API server; a connection without answer is not.
  expect([...codes.keys()].filter((code) => code === 0)).toEqual([]);
}, 120_000);

/** Writes with hostile webhooks, while a watch of either version is open on many objects or on this one. */
async function writeAndWatch(round: number): Promise<number> {
  const name = `d-${round}`;
  const code = await createDriver(name);
  const selector = random.pick(['', `&fieldSelector=metadata.name%3D${name}`]);
  const query = `${random.pick(WATCHES)}${selector}`;
  const watch = open(`GET ${path(random.pick(['v1', 'v2']))}?${query} HTTP/1.1\r\nHost: x\r\n${auth()}\r\n`);
  await flushed(watch);
  if (random.between(0, 3) === 0) watch.destroy();
  await call('DELETE', `${path('v1')}/${name}`);
  watch.destroy();
  return code;
}

/** A request that is cut off at any byte of it. */
async function breakOff(round: number): Promise<number> {
  const body = JSON.stringify(driver(`b-${round}`));
  const request = `POST ${path('v1')} HTTP/1.1\r\nHost: x\r\n${auth()}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const socket = open(request.slice(0, random.between(1, request.length)));
  await flushed(socket);
  socket.destroy();
  return -1;
}

async function sendGarbage(): Promise<number> {
  const texts = [
    'GET / HTTP/9.9\r\n\r\n',
    `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    'PATCH /api/v1/namespaces/default HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
    `POST ${path('v1')} HTTP/1.1\r\nHost: x\r\n${auth()}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
    `GET ${path('v1')}?watch=1&resourceVersion=${'9'.repeat(400)} HTTP/1.1\r\nHost: x\r\n${auth()}\r\n`,
    `GET /api/v1/%ff%00 HTTP/1.1\r\nHost: x\r\n${auth()}\r\n`,
    Buffer.from(Array.from({ length: 200 }, () => random.between(0, 255))).toString('latin1'),
  ];
  const socket = open(random.pick(texts));
  await flushed(socket);
  socket.destroy();
  return -1;
}

function open(text: string): Socket {
  const socket = connect(Number(new URL(server.server).port), '127.0.0.1');
  socket.on('error', () => socket.destroy());
  socket.resume();
  socket.write(text, 'latin1');
  return socket;
}

/** Resolves when the server has had the bytes, or has gone away before. */
function flushed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('close', () => resolve());
    socket.write('\r\n', () => setImmediate(resolve));
  });
}

const auth = (): string => `Authorization: Bearer ${server.adminToken}\r\n`;
const path = (version: string): string => `/apis/${DRIVERS}/${version}/namespaces/default/drivers`;
const driver = (name: string): object => ({ apiVersion: `${DRIVERS}/v1`, kind: 'Driver', metadata: { name } });

async function createDriver(name: string): Promise<number> {
  return (await call('POST', path('v1'), driver(name))).code;
}

async function call(method: string, at: string, body?: object): Promise<{ code: number; body: unknown }> {
  const answer = await fetch(`${server.server}${at}`, {
    method,
    headers: { authorization: `Bearer ${server.adminToken}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => undefined);
  return { code: answer?.status ?? 0, body: await answer?.json().catch(() => undefined) };
}

function definition(): object {
  const version = (name: string, storage: boolean): object => ({
    name,
    served: true,
    storage,
    schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
  });
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `drivers.${DRIVERS}` },
    spec: {
      group: DRIVERS,
      scope: 'Namespaced',
      names: { kind: 'Driver', plural: 'drivers', singular: 'driver', listKind: 'DriverList' },
      versions: [version('v1', true), version('v2', false)],
      conversion: {
        strategy: 'Webhook',
        webhook: { conversionReviewVersions: ['v1'], clientConfig: { url: webhook.url, caBundle: webhook.caBundle } },
      },
    },
  };
}

function configuration(kind: string): object {
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: `${kind}WebhookConfiguration`,
    metadata: { name: 'hostile' },
    webhooks: [
      {
        name: 'hostile.example.com',
        clientConfig: { url: webhook.url, caBundle: webhook.caBundle },
        rules: [{ apiGroups: [DRIVERS], apiVersions: ['v1', 'v2'], operations: ['*'], resources: ['*'] }],
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
        timeoutSeconds: 5,
        failurePolicy: 'Fail',
      },
    ],
  };
}
