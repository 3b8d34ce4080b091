/** What somebody without rights on status, and below a maximum, can do with annotations on a real API server. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../src/runtime/client/client.js';
import { createClient } from '../../../../src/runtime/client/kube-client.js';
import { silentLogger } from '../../../../src/runtime/log/silent-logger.js';
import { defineKind } from '../../../../src/runtime/object/kind.js';
import type { CustomResource } from '../../../../src/runtime/object/meta.js';
import { webhook } from '../../../../src/runtime/webhook/webhook-value.js';
import { publishedSchemas } from '../../../../src/runtime/webhook/recall/published-schemas.js';
import type { Converter } from '../../../../src/runtime/webhook/conversion/converter.js';
import { lossless } from '../../../../src/runtime/webhook/conversion/lossless.js';
import { selfManagedCertificates } from '../../../../src/runtime/webhook/certificates/self-managed-certificates.js';
import { WebhookServer } from '../../../../src/runtime/webhook/server/webhook-server.js';
import type { ControlPlane } from '../../../../src/testing/control-plane.js';
import { type ReservedPorts, reservePorts } from '../../../../src/testing/envtest/reserved-ports.js';
import { startControlPlane } from '../../../../src/testing/start-control-plane.js';
import { ensureBinaries } from '../../../testing/real-binaries.js';
import * as cluster from '../hooked-cluster.js';
import { contextOf } from '../server/running-server.js';
import { untilAccepted } from '../../../until-known.js';
import { connectTo } from '../../../../src/runtime/part.js';

type Hub = CustomResource<{ replicas?: number; team?: string }, { approved?: boolean }>;
type Spoke = CustomResource<{ note?: string }, { approved?: boolean }>;
const names = { group: 'webapp.my.domain', kind: 'Guestbook', plural: 'guestbooks', scope: 'Namespaced' } as const;
const Hub = defineKind<Hub>({ ...names, version: 'v1' });
const Spoke = defineKind<Spoke>({ ...names, version: 'v1beta1' });

/** The hub's replicas and team have no counterpart. */
const converter: Converter<Hub, Spoke> = {
  spoke: Spoke,
  toHub: ({ status }) => ({ spec: {}, ...(status && { status }) }),
  fromHub: ({ status }) => ({ spec: {}, ...(status && { status }) }),
};

const status = { type: 'object', properties: { approved: { type: 'boolean' } } };
const specOf = (properties: object): object => ({
  type: 'object',
  properties: { spec: { type: 'object', properties }, status },
});
const schemas = {
  v1: specOf({ replicas: { type: 'integer', maximum: 5 }, team: { type: 'string' } }),
  v1beta1: specOf({ note: { type: 'string' } }),
  v1alpha1: specOf({ note: { type: 'string' } }),
};
const namespace = 'default';

describe('annotations that a user writes', () => {
  let plane: ControlPlane;
  let reserved: ReservedPorts;
  let mallory: Client & AsyncDisposable;
  let operator: Client & AsyncDisposable;
  const stopping = new AbortController();
  let running: Promise<void>;

  beforeAll(async () => {
    await ensureBinaries();
    plane = await startControlPlane({ kind: 'envtest' });
    reserved = await reservePorts(1);
    const [port = 0] = reserved.ports;
    await cluster.installHooks(plane.client, port, schemas);
    await cluster.grantCertificateRights(plane.client, 'operator');
    await grantWrites(plane.client, 'mallory');
    operator = createClient({ config: await plane.addUser({ name: 'operator' }) });
    mallory = createClient({ config: await plane.addUser({ name: 'mallory' }) });
    const { service, secretName, crdName } = cluster;
    const server = new WebhookServer({
      port,
      certificates: selfManagedCertificates({ client: operator, service, secretName, crds: [crdName] }),
      // With the rights of the operator: every account may read what the server publishes.
      schemas: publishedSchemas(operator.mapper),
    });
    connectTo(
      { webhooks: server, log: silentLogger },
      webhook(Hub)
        .default(() => undefined)
        .validate({ create: () => undefined })
        .convert(lossless(converter)),
    );
    running = server.run(contextOf(stopping.signal));
    await Promise.race([server.ready(), running]);
    const probe = new Spoke({ metadata: { name: 'probe', namespace }, spec: {} });
    await untilAccepted(() => mallory.create(probe, { dryRun: true }));
  }, 240_000);

  afterAll(async () => {
    stopping.abort();
    await running;
    await mallory?.[Symbol.asyncDispose]();
    await operator?.[Symbol.asyncDispose]();
    await plane?.stop();
    reserved?.release();
  });

  const write = async (name: string, memory: object): Promise<Hub> => {
    const annotations = { 'kbts.dev/conversion-hub': JSON.stringify(memory) };
    await mallory.create(new Spoke({ metadata: { name, namespace, annotations }, spec: {} }));
    return (await plane.client.get(Hub, { name, namespace })) as Hub;
  };

  test('bring back what the hub allows', async () => {
    expect((await write('allowed', { spec: { replicas: 5, team: 'red' } })).spec).toEqual({ replicas: 5, team: 'red' });
  });

  test('cannot exceed a maximum of the hub, as its own version cannot', async () => {
    await expect(
      mallory.create(new Hub({ metadata: { name: 'direct', namespace }, spec: { replicas: 500 } })),
    ).rejects.toMatchObject({ code: 422 });

    const stored = await write('many', { spec: { replicas: 500 } });
    expect(stored.spec).toEqual({});
  });

  test('cannot write status, on create or on update', async () => {
    const stored = await write('approved', { spec: { team: 'red' }, status: { approved: true } });
    expect(stored.status).toBeUndefined();
    const approval = { type: 'merge', body: { status: { approved: true } } } as const;
    await expect(mallory.status.patch(stored, approval)).rejects.toMatchObject({ code: 403 });

    const key = { name: 'approved', namespace };
    await mallory.patch<Spoke>(
      { kind: Spoke, ...key },
      {
        type: 'merge',
        body: {
          metadata: {
            annotations: { 'kbts.dev/conversion-hub': '{"spec":{"team":"blue"},"status":{"approved":true}}' },
          },
        },
      },
    );
    const after = (await plane.client.get(Hub, key)) as Hub;
    expect(after.status).toBeUndefined();
    expect(after.spec).toEqual({ team: 'blue' });
  });
});

async function grantWrites(client: Client, user: string): Promise<void> {
  const apiGroup = 'rbac.authorization.k8s.io';
  const metadata = { name: 'writes', namespace };
  const verbs = ['get', 'create', 'update', 'patch'];
  const rules = [{ apiGroups: [names.group], resources: [names.plural], verbs }];
  await client.create(new cluster.Role({ metadata, rules }));
  const roleRef = { apiGroup, kind: 'Role', name: metadata.name };
  await client.create(
    new cluster.RoleBinding({ metadata, roleRef, subjects: [{ kind: 'User', name: user, apiGroup }] }),
  );
}
