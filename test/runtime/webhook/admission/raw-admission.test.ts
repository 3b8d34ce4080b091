import { beforeEach, expect, test } from 'vitest';
import { ApiError } from '../../../../src/runtime/client/requests/api-error.js';
import { silentLogger } from '../../../../src/runtime/log/silent-logger.js';
import { admissionHandler, admissionResponse } from '../../../../src/runtime/webhook/admission/raw-admission.js';
import { webhook } from '../../../../src/runtime/webhook/webhook-value.js';
import { WebhookServer } from '../../../../src/runtime/webhook/server/webhook-server.js';
import { dynamicKind } from '../../../../src/runtime/object/kind.js';
import { post, runServer } from '../server/running-server.js';
import { connectTo } from '../../../../src/runtime/part.js';

const Deployment = dynamicKind({ group: 'apps', version: 'v1', kind: 'Deployment' });
const StatefulSet = dynamicKind({ group: 'apps', version: 'v1', kind: 'StatefulSet' });
const SCALE = { group: 'autoscaling', version: 'v1', kind: 'Scale' };
const PATH = '/validate-workloads';
let seen: string[];

beforeEach(() => {
  seen = [];
});

const validator = (name: string) => ({ update: () => void seen.push(name), create: () => void seen.push(name) });
const hostOf = (webhooks: WebhookServer) => ({ webhooks, log: silentLogger });

function review(apiVersion: string, kind: string, more: object = {}): string {
  const [version = '', group = ''] = apiVersion.split('/').toReversed();
  const object = { apiVersion, kind, metadata: { name: 'd' } };
  const request = {
    uid: 'u-1',
    operation: 'UPDATE',
    kind: { group, version, kind },
    object,
    oldObject: object,
    ...more,
  };
  return JSON.stringify({ apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', request });
}

async function ask(setUp: (server: WebhookServer) => void, body: string, options = {}): Promise<{ response: object }> {
  await using running = await runServer(setUp, options);
  const { text } = await post(running.server.port, PATH, body);
  return JSON.parse(text) as { response: object };
}

/** Deployments and StatefulSets typed, Scale by a function, the rest by another. */
function several(server: WebhookServer): void {
  const host = hostOf(server);
  connectTo(host, webhook(Deployment).validate(validator('deployment'), { path: PATH }));
  connectTo(host, webhook(StatefulSet).validate(validator('stateful set'), { path: PATH }));
  admissionHandler(
    host,
    PATH,
    async ({ kind, subResource }) => {
      seen.push(`${kind.kind} of ${subResource}`);
      return admissionResponse.denied({ deny: 'no' });
    },
    { kinds: [SCALE] },
  );
}

test.each([
  ['apps/v1', 'Deployment', {}, 'deployment', true],
  ['apps/v1', 'StatefulSet', {}, 'stateful set', true],
  ['autoscaling/v1', 'Scale', { subResource: 'scale' }, 'Scale of scale', false],
])('several kinds on one path: %s %s', async (apiVersion, kind, more, expected, allowed) => {
  const { response } = await ask(several, review(apiVersion, kind, more));

  expect(response).toMatchObject({ uid: 'u-1', allowed });
  expect(seen).toEqual([expected]);
});

test('a kind that nobody serves is an error that says who is served', async () => {
  const { response } = await ask(several, review('v1', 'Pod'));

  expect(response).toMatchObject({ uid: 'u-1', allowed: false, status: { code: 400 } });
  expect(JSON.stringify(response)).toContain('apps/v1 Deployment, apps/v1 StatefulSet, autoscaling/v1 Scale');
});

test('a handler without kinds gets what is left', async () => {
  const setUp = (server: WebhookServer): void => {
    several(server);
    admissionHandler(hostOf(server), PATH, async ({ kind }) => {
      seen.push(`any ${kind.kind}`);
      return admissionResponse.patched([{ op: 'add', path: '/metadata/labels', value: { a: 'b' } }]);
    });
  };

  const { response } = await ask(setUp, review('v1', 'Pod'));

  expect(seen).toEqual(['any Pod']);
  expect(response).toMatchObject({ allowed: true, patchType: 'JSONPatch' });
});

test('the same kind twice on one path is refused, and so is an empty list', () => {
  const server = new WebhookServer({ host: '127.0.0.1' });
  several(server);

  expect(() => several(server)).toThrow(`the webhook path ${PATH} already serves apps/v1 Deployment`);
  expect(() => admissionHandler(hostOf(server), '/x', async () => admissionResponse.allowed(), { kinds: [] })).toThrow(
    'empty list of kinds',
  );
});

test.each([
  ['an API status', () => new ApiError({ code: 409, reason: 'Conflict', message: 'taken' }), 409],
  ['an error', () => new Error('no'), 403],
])('%s that a handler throws is its answer', async (_title, thrown, code) => {
  const setUp = (server: WebhookServer): void =>
    admissionHandler(hostOf(server), PATH, async () => {
      throw thrown();
    });

  expect((await ask(setUp, review('v1', 'Pod'))).response).toMatchObject({ uid: 'u-1', status: { code } });
});

test('an answer that comes too late has the uid of the question', async () => {
  const setUp = (server: WebhookServer): void =>
    admissionHandler(hostOf(server), PATH, () => new Promise(() => undefined));

  const { response } = await ask(setUp, review('v1', 'Pod'), { callTimeout: '20ms' });

  expect(response).toMatchObject({ uid: 'u-1', allowed: false, status: { code: 504 } });
});
