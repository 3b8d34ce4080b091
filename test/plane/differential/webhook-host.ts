/** Webhooks that both servers call: they label, refuse, warn, fail and convert. */
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { issueOnce } from '../../../src/certificate/throw-away-authority.js';

/** A running host of webhooks. */
export interface WebhookHost {
  readonly url: string;
  readonly caBundle: string;
  /** The serving certificate itself, in the form of a `caBundle`. */
  readonly servingCertificate: string;
  stop(): Promise<void>;
}

interface Reviewed {
  metadata: { labels?: object };
  data?: Record<string, string>;
  spec: { tier?: string; level?: string };
}

interface Review {
  apiVersion: string;
  kind: string;
  request: {
    uid: string;
    kind: { kind: string };
    userInfo: object;
    object: Reviewed;
    operation: string;
    desiredAPIVersion: string;
    objects: Reviewed[];
  };
}

/** Starts the host on loopback. */
export async function startWebhookHost(): Promise<WebhookHost> {
  const { pair, ca } = issueOnce(['127.0.0.1'], 86_400_000);
  const server = createServer({ cert: pair.cert, key: pair.key }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const review = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Review;
      const answer = answerTo(request.url ?? '', review);
      response.writeHead(answer === undefined ? 500 : 200, { 'content-type': 'application/json' });
      response.end(
        answer === undefined
          ? 'broken'
          : JSON.stringify({ apiVersion: review.apiVersion, kind: review.kind, response: answer }),
      );
    });
  });
  const port = await listen(server);
  return {
    url: `https://127.0.0.1:${port}`,
    caBundle: Buffer.from(ca).toString('base64'),
    servingCertificate: Buffer.from(pair.cert).toString('base64'),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

function answerTo(path: string, { request }: Review): object | undefined {
  const { uid, object } = request;
  const data: Record<string, string> = object?.data ?? {};
  if (path.startsWith('/broken')) return undefined;
  if (path.includes('where')) return { uid, allowed: false, status: { message: `called at ${path.split('?')[0]}` } };
  if (path.startsWith('/echo')) return { uid, allowed: false, status: { message: `asked: ${shown(request)}` } };
  if (path.startsWith('/patch/')) return patched(uid, operationsIn(path), []);
  if (path.startsWith('/mutate')) {
    const labels = { ...object.metadata.labels, mutated: request.operation.toLowerCase() };
    return patched(uid, [{ op: 'add', path: '/metadata/labels', value: labels }], ['mutated']);
  }
  if (path.startsWith('/validate')) {
    if (data['deny'] === 'plain') return { uid, allowed: false };
    if (data['deny'] === 'message') return { uid, allowed: false, status: { message: 'no way' } };
    if (data['deny'] === 'code')
      return {
        uid,
        allowed: false,
        status: {
          code: 422,
          reason: 'Invalid',
          message: 'bad',
          details: { causes: [{ field: 'data', message: 'x' }] },
        },
      };
    return { uid, allowed: true, warnings: ['careful'] };
  }
  return converted(request);
}

/**
 * Without the uids of the request and of the sender. Managers of kinds that only subresources have are left out
 * as well: the embedded server does not track them.
 */
function shown({ uid: _uid, userInfo, ...request }: Review['request']): string {
  const isPart = ['Scale', 'Binding', 'Eviction'].includes(request.kind.kind);
  const shownRequest = { ...request, userInfo: { ...userInfo, uid: undefined } };
  return JSON.stringify(shownRequest, (key, value: unknown) => (isPart && key === 'managedFields' ? undefined : value));
}

/** The path ends with the operations of a JSON patch, in base64url. */
function operationsIn(path: string): object[] {
  const [last = ''] = (path.split('?')[0] ?? '').split('/').slice(-1);
  return JSON.parse(Buffer.from(last, 'base64url').toString('utf8')) as object[];
}

function patched(uid: string, operations: object[], warnings: string[]): object {
  const patch = Buffer.from(JSON.stringify(operations)).toString('base64');
  return { uid, allowed: true, patchType: 'JSONPatch', patch, warnings };
}

/** v1 has `spec.tier`, v2 has `spec.level`. */
function converted({ uid, desiredAPIVersion, objects }: Review['request']): object {
  const convertedObjects = objects.map((object) => {
    const { tier, level, ...spec } = object.spec;
    const renamed = desiredAPIVersion.endsWith('/v2') ? { level: tier ?? level } : { tier: level ?? tier };
    return { ...object, apiVersion: desiredAPIVersion, spec: { ...spec, ...renamed } };
  });
  return { uid, result: { status: 'Success' }, convertedObjects };
}
