import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../../../src/runtime/client/kube-client.js';
import type { Client } from '../../../../src/runtime/client/client.js';
import type { KubeObject } from '../../../../src/runtime/object/meta.js';
import { silentLogger } from '../../../../src/runtime/log/silent-logger.js';
import { webhook } from '../../../../src/runtime/webhook/webhook-value.js';
import { lossless } from '../../../../src/runtime/webhook/conversion/lossless.js';
import {
  selfManagedCertificates,
  type SelfManagedCertificatesOptions,
} from '../../../../src/runtime/webhook/certificates/self-managed-certificates.js';
import { WebhookServer } from '../../../../src/runtime/webhook/server/webhook-server.js';
import type { ControlPlane } from '../../../../src/testing/control-plane.js';
import { eventually } from '../../../../src/testing/eventually.js';
import { type ReservedPorts, reservePorts } from '../../../../src/testing/envtest/reserved-ports.js';
import { startControlPlane } from '../../../../src/testing/start-control-plane.js';
import { ensureBinaries } from '../../../testing/real-binaries.js';
import { alphaConverter, betaConverter, GuestbookV1, GuestbookV1Beta1 } from '../guestbook.js';
import { crdName, grantCertificateRights, installHooks, Secret, secretName, service } from '../hooked-cluster.js';
import { ObjectStore } from '../object-store.js';
import { contextOf } from '../server/running-server.js';
import { untilAccepted } from '../../../until-known.js';
import { connectTo } from '../../../../src/runtime/part.js';

describe('on a real API server, with exactly the documented rights', () => {
  let plane: ControlPlane;
  let client: Client & AsyncDisposable;
  let reserved: ReservedPorts;
  let port: number;

  beforeAll(async () => {
    await ensureBinaries();
    plane = await startControlPlane({ kind: 'envtest' });
    reserved = await reservePorts(1);
    [port = 0] = reserved.ports;
    await installHooks(plane.client, port);
    await grantCertificateRights(plane.client, 'operator');
    client = createClient({ config: await plane.addUser({ name: 'operator' }) });
  }, 240_000);
  afterAll(async () => {
    await client?.[Symbol.asyncDispose]();
    await plane?.stop();
    reserved?.release();
  });

  test('three replicas that start at once serve the same certificate, and the API server trusts it', async () => {
    const served: string[][] = [[], [], []];
    const controller = new AbortController();
    const runs = served.map((certs) =>
      selfManagedCertificates({ client, service, secretName, crds: [crdName] }).run(
        contextOf(controller.signal),
        ({ cert }) => certs.push(cert),
      ),
    );

    await eventually(() => expect(served.map((certs) => certs.length)).toEqual([1, 1, 1]), { timeoutMs: 50_000 });
    controller.abort();
    await Promise.all(runs);

    expect(new Set(served.flat()).size).toBe(1);
    const secret = await plane.client.get(Secret, { name: secretName, namespace: service.namespace });
    const stored = (secret['data'] as Record<string, string>)['tls.crt'] ?? '';
    expect(Buffer.from(stored, 'base64').toString()).toBe(served[0]?.[0]);
  });

  test('no call fails while certificates rotate again and again under traffic', async () => {
    await plane.client.delete({ kind: Secret, name: secretName, namespace: service.namespace });
    // A busy API server learns of a CA within the overlap.
    const rotations = { validMs: 120_000, renewBeforeMs: 119_000, overlapMs: 4_000, checkMs: 200 };
    const changes: string[] = [];
    const server = serverOf({ client, service, secretName, crds: [crdName], ...rotations }, port, changes);
    const controller = new AbortController();
    const running = server.run(contextOf(controller.signal));
    await server.ready();
    // The first certificate replaces nothing that works, so trust in it may arrive after it.
    await untilAccepted(() => createGuestbook(plane.client, 'probe'));

    const traffic = { calls: 0, failures: [] as string[], isOver: false };
    const callers = [0, 1, 2, 3].map(async (caller) => {
      while (!traffic.isOver) {
        await createGuestbook(plane.client, `c${caller}`).catch((error: unknown) =>
          traffic.failures.push(String(error)),
        );
        traffic.calls++;
      }
    });
    // A slow machine makes fewer calls in the time of three rotations, so both are waited for.
    await eventually(
      () => {
        expect(new Set(changes).size).toBeGreaterThanOrEqual(3);
        expect(traffic.calls).toBeGreaterThan(50);
      },
      { timeoutMs: 120_000 },
    );
    traffic.isOver = true;
    await Promise.all(callers);
    controller.abort();
    await running;

    expect(traffic.failures).toEqual([]);
  }, 240_000);
});

describe('selfManagedCertificates', () => {
  test('goes on serving when the API server cannot be told about the CA', async () => {
    const store = new ObjectStore();
    store.before = (call) => {
      if (call.startsWith('list')) throw new Error('forbidden');
    };
    const controller = new AbortController();
    const served: string[] = [];

    const run = selfManagedCertificates({ client: store.client, service }).run(
      contextOf(controller.signal),
      ({ cert }) => served.push(cert),
    );
    await eventually(() => expect(served).toHaveLength(1));
    controller.abort();
    await run;
  });

  test('restores a Secret that was deleted from what it serves', async () => {
    const store = new ObjectStore();
    const controller = new AbortController();
    const served: string[] = [];
    const run = selfManagedCertificates({ client: store.client, service, checkMs: 10 }).run(
      contextOf(controller.signal),
      ({ cert }) => served.push(cert),
    );
    await eventually(() => expect(served).toHaveLength(1));
    const before = store.get('Secret', secretName, service.namespace);

    store.objects.delete(`Secret/${service.namespace}/${secretName}`);

    await eventually(() =>
      expect(store.get('Secret', secretName, service.namespace)).toMatchObject({ data: Reflect.get(before!, 'data') }),
    );
    controller.abort();
    await run;
    expect(served).toHaveLength(1);
  });

  test('a CRD that is installed later gets the CA then', async () => {
    const store = new ObjectStore();
    const controller = new AbortController();
    const answers: (string[] | Error)[] = [new Error('busy'), []];
    const crds = async (): Promise<string[]> => {
      const answer = answers.shift() ?? [crdName];
      if (answer instanceof Error) throw answer;
      return answer;
    };
    store.put({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: crdName },
      spec: { conversion: { webhook: { clientConfig: { service } } } },
    } as KubeObject);

    const run = selfManagedCertificates({ client: store.client, service, crds, checkMs: 10 }).run(
      contextOf(controller.signal),
      () => undefined,
    );
    await eventually(() =>
      expect(store.get('CustomResourceDefinition', crdName)).toMatchObject({
        spec: { conversion: { webhook: { clientConfig: { caBundle: expect.any(String) } } } },
      }),
    );
    controller.abort();
    await run;
  });

  test('keeps trying while the Secret cannot be read', async () => {
    const store = new ObjectStore();
    let failures = 2;
    store.before = (call) => {
      if (call.startsWith('get Secret') && failures-- > 0) throw new Error('down');
    };
    const controller = new AbortController();
    const served: string[] = [];

    const run = selfManagedCertificates({ client: store.client, service, checkMs: 10 }).run(
      contextOf(controller.signal),
      ({ cert }) => served.push(cert),
    );
    await eventually(() => expect(served).toHaveLength(1));
    controller.abort();
    await run;

    expect(failures).toBeLessThan(0);
  });
});

function serverOf(options: SelfManagedCertificatesOptions, port: number, changes: string[]): WebhookServer {
  const provider = selfManagedCertificates(options);
  const server = new WebhookServer({
    port,
    certificates: {
      run: (context, onChange) =>
        provider.run(context, (pair) => {
          changes.push(pair.cert);
          onChange(pair);
        }),
    },
  });
  connectTo(
    { webhooks: server, log: silentLogger },
    webhook(GuestbookV1)
      .default((draft) => void (draft.spec.tier ??= 'free'))
      .validate({ create: () => undefined })
      .convert(lossless(betaConverter), lossless(alphaConverter)),
  );
  return server;
}

/** One call of each kind of hook: conversion to the hub, defaulting, validation, and conversion back. */
async function createGuestbook(client: Client, name: string): Promise<void> {
  const created = await client.create(
    new GuestbookV1Beta1({ metadata: { name, namespace: 'default' }, spec: { size: 1, owner: 'jane' } }),
    { dryRun: true },
  );
  expect(created.spec).toEqual({ size: 1, owner: 'jane', tier: 'free' });
}
