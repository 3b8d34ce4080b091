/** Webhooks as the real kube-apiserver calls them. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiError } from '../../../src/runtime/client/requests/api-error.js';
import type { Client } from '../../../src/runtime/client/client.js';
import { createClient } from '../../../src/runtime/client/kube-client.js';
import { silentLogger } from '../../../src/runtime/log/silent-logger.js';
import type { Kind } from '../../../src/runtime/object/kind.js';
import type { KubeObject } from '../../../src/runtime/object/meta.js';
import { mutable } from '../../../src/runtime/object/readonly.js';
import type { Validator } from '../../../src/runtime/webhook/admission/admission.js';
import { webhook } from '../../../src/runtime/webhook/webhook-value.js';
import { publishedSchemas } from '../../../src/runtime/webhook/recall/published-schemas.js';
import { lossless } from '../../../src/runtime/webhook/conversion/lossless.js';
import { selfManagedCertificates } from '../../../src/runtime/webhook/certificates/self-managed-certificates.js';
import { WebhookServer } from '../../../src/runtime/webhook/server/webhook-server.js';
import type { ControlPlane } from '../../../src/testing/control-plane.js';
import { eventually } from '../../../src/testing/eventually.js';
import { startControlPlane } from '../../../src/testing/start-control-plane.js';
import { seedOf } from '../../lanes/seed.js';
import { ensureBinaries } from '../../testing/real-binaries.js';
import { alphaConverter, betaConverter, GuestbookV1, GuestbookV1Alpha1, GuestbookV1Beta1 } from './guestbook.js';
import { crdName, installHooks, secretName, service } from './hooked-cluster.js';
import { contextOf } from './server/running-server.js';
import { TcpSwitch } from './certificates/tcp-switch.js';
import { connectTo } from '../../../src/runtime/part.js';

const namespace = 'default';
const versions: readonly Kind[] = [GuestbookV1, GuestbookV1Beta1, GuestbookV1Alpha1] as unknown as Kind[];
const entry = new TcpSwitch();
let plane: ControlPlane;
let client: Client;
const warnings: string[] = [];
let manager: RunningManager;

const validator: Validator<GuestbookV1> = {
  create({ spec }, context) {
    if (spec.tier === 'gold') context.warn('tier gold is deprecated');
    if ((spec.replicas ?? 0) <= 100) return undefined;
    return { deny: 'too many replicas', causes: [{ field: 'spec.replicas', message: 'at most 100' }] };
  },
  update: (old, object) => (old.spec.tier === object.spec.tier ? undefined : { deny: 'tier cannot change' }),
  delete: ({ metadata }) => (metadata.labels?.['keep'] ? { deny: 'is kept' } : undefined),
};

interface RunningManager {
  readonly port: number;
  stop(): Promise<void>;
}

async function startManager(): Promise<RunningManager> {
  const certificates = selfManagedCertificates({ client: plane.client, service, secretName, crds: [crdName] });
  const server = new WebhookServer({ port: 0, certificates, schemas: publishedSchemas(plane.client.mapper) });
  connectTo(
    { webhooks: server, log: silentLogger },
    webhook(GuestbookV1)
      .default(({ spec }) => void (spec.tier ??= 'free'))
      .validate(validator)
      .convert(lossless(betaConverter), lossless(alphaConverter)),
  );
  const controller = new AbortController();
  const running = server.run(contextOf(controller.signal));
  await Promise.race([server.ready(), running]);
  const stop = (): Promise<void> => {
    controller.abort();
    return running;
  };
  return { port: server.port, stop };
}

beforeAll(async () => {
  await ensureBinaries();
  plane = await startControlPlane({ kind: 'envtest' });
  await installHooks(plane.client, await entry.listen());
  manager = await startManager();
  entry.backend = manager.port;
  client = createClient({ config: plane.config, observer: { warning: ({ text }) => void warnings.push(text) } });
  const probe = (size: number) => new GuestbookV1Beta1({ metadata: { name: 'probe', namespace }, spec: { size } });
  // The server learns of each configuration, and of the CA in it, in its own time.
  await eventually(
    async () => {
      expect((await client.create(probe(1), { dryRun: true })).spec.tier).toBe('free');
      await expect(client.create(probe(101), { dryRun: true })).rejects.toThrow('too many replicas');
    },
    { timeoutMs: 60_000 },
  );
}, 240_000);

afterAll(async () => {
  await manager?.stop();
  await entry[Symbol.asyncDispose]();
  await plane?.stop();
});

describe('admission', () => {
  test('§9.4.1 defaults are filled in, and fields that the type does not know stay', async () => {
    const spec = { replicas: 1, future: { deep: [1, { a: null }] } } as GuestbookV1['spec'];

    const created = await client.create(new GuestbookV1({ metadata: { name: 'defaults', namespace }, spec }));

    expect(created.spec).toEqual({ replicas: 1, tier: 'free', future: { deep: [1, { a: null }] } });
  });

  test('§9.5.2 a refusal reaches the user with its causes', async () => {
    const error = await client
      .create(new GuestbookV1({ metadata: { name: 'big', namespace }, spec: { replicas: 101 } }))
      .catch((caught: unknown) => caught);

    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      code: 422,
      reason: 'Invalid',
      status: { details: { causes: [{ field: 'spec.replicas', message: 'at most 100' }] } },
    });
    expect(String(error)).toContain('too many replicas');
  });

  test('§9.3.5 warnings reach the user', async () => {
    await client.create(new GuestbookV1({ metadata: { name: 'gold', namespace }, spec: { tier: 'gold' } }));

    expect(warnings).toContainEqual(expect.stringContaining('tier gold is deprecated'));
  });

  test('§9.5.1 updates see the old object, deletes the last one', async () => {
    const metadata = { name: 'kept', namespace, labels: { keep: 'yes' } };
    const created = await client.create(new GuestbookV1({ metadata, spec: { tier: 'paid' } }));

    await expect(client.update({ ...created, spec: { tier: 'free' } })).rejects.toThrow('tier cannot change');
    await expect(client.delete(created)).rejects.toThrow('is kept');
    const freed = await client.update({ ...created, metadata: { ...created.metadata, labels: {} } });
    await expect(client.delete(freed)).resolves.toMatchObject({ state: 'deleted' });
  });

  test('an object of another version reaches the handler as the version that it serves', async () => {
    const metadata = { name: 'old-version', namespace };

    await expect(client.create(new GuestbookV1Alpha1({ metadata, spec: { size: '101' } }))).rejects.toThrow(
      'too many replicas',
    );
  });
});

describe('conversion among three versions', () => {
  test('§9.7.6 whatever is written in one version is read back from it, after changes through the others', async () => {
    const text = fc.string({ unit: 'grapheme-ascii', maxLength: 8 });
    const replicas = fc.nat({ max: 100 });
    const owner = fc.record({ name: text, team: text }, { requiredKeys: ['name'] });
    const object = fc.oneof(
      fc
        .record({ replicas, tier: text, owner }, { requiredKeys: [] })
        .map((spec) => new GuestbookV1({ metadata: {}, spec })),
      fc
        .record({ size: replicas, tier: text, owner: text }, { requiredKeys: [] })
        .map((spec) => new GuestbookV1Beta1({ metadata: {}, spec })),
      fc
        .record({ size: replicas.map(String), note: text }, { requiredKeys: [] })
        .map((spec) => new GuestbookV1Alpha1({ metadata: {}, spec })),
    ) as fc.Arbitrary<KubeObject & { spec: object }>;
    let serial = 0;

    await fc.assert(
      fc.asyncProperty(object, fc.constantFrom(...versions), async (start, through) => {
        const key = { name: `round-trip-${serial++}`, namespace };
        const kind = versions.find(({ apiVersion }) => apiVersion === start.apiVersion) ?? through;
        const created = await client.create({ ...start, metadata: key });
        // A change made by someone who only knows another version.
        const seen = mutable<KubeObject>(await client.get(through, key));
        await client.update({ ...seen, metadata: { ...seen.metadata, labels: { touched: 'yes' } } });

        const back = await client.get(kind, key);

        expect(back).toMatchObject({ spec: start.spec, metadata: { labels: { touched: 'yes' } } });
        expect(created).toMatchObject({ spec: start.spec });
      }),
      { numRuns: 60, seed: seedOf() },
    );
    // Each of them is four calls, and two webhooks and several conversions in most of these.
  }, 300_000);

  test('§9.7.2 a list is converted in one call, in order', async () => {
    const { items } = await client.list(GuestbookV1, { namespace });
    const old = await client.list(GuestbookV1Alpha1, { namespace });

    expect(items.length).toBeGreaterThan(50);
    expect(old.items.map(({ metadata }) => metadata.name)).toEqual(items.map(({ metadata }) => metadata.name));
  });
});

describe('roll-over', () => {
  test('no call fails while managers replace each other under traffic', async () => {
    const traffic = { calls: 0, failures: [] as string[], isOver: false };
    const callers = [0, 1, 2, 3].map(async (caller) => {
      const probe = new GuestbookV1Beta1({ metadata: { name: `c${caller}`, namespace }, spec: { size: 1 } });
      while (!traffic.isOver) {
        await client.create(probe, { dryRun: true }).catch((error: unknown) => traffic.failures.push(String(error)));
        traffic.calls++;
      }
    });

    for (let round = 0; round < 3; round++) {
      const old = manager;
      manager = await startManager();
      entry.backend = manager.port;
      await old.stop();
      const enough = traffic.calls + 20;
      await eventually(() => expect(traffic.calls).toBeGreaterThan(enough), { timeoutMs: 40_000 });
    }
    traffic.isOver = true;
    await Promise.all(callers);

    expect(traffic.failures).toEqual([]);
    expect(traffic.calls).toBeGreaterThan(30);
  }, 150_000);
});
