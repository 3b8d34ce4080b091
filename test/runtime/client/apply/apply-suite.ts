/** What is not sent would have changed nothing: our judgement against the API server's answer to the same apply. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Deployment } from '../../../../src/k8s/apps/v1/index.js';
import { ConfigMap, Service } from '../../../../src/k8s/core/v1/index.js';
import { isApplied } from '../../../../src/runtime/client/apply/is-applied.js';
import type { Client, KubeObject } from '../../../../src/runtime/index.js';
import { type ControlPlane, type ControlPlaneKind, startControlPlane } from '../../../../src/testing/index.js';
import { ensureBinaries } from '../../../testing/real-binaries.js';

const labels = fc.option(fc.dictionary(fc.constantFrom('a', 'b'), fc.constantFrom('x', 'y')), { nil: undefined });
const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });

const configMap = fc.record({
  data: some(fc.dictionary(fc.constantFrom('k', 'l', 'm'), fc.constantFrom('', '1', '2'))),
});
const port = fc.record(
  { name: fc.constantFrom('http', 'web'), port: fc.constantFrom(80, 81), protocol: fc.constantFrom('TCP', 'UDP') },
  { requiredKeys: ['name', 'port'] },
);
const service = fc.record({
  spec: fc.record({
    ports: fc
      .uniqueArray(port, { minLength: 1, maxLength: 2, selector: ({ name }) => name })
      .filter((ports) => new Set(ports.map((each) => each.port)).size === ports.length),
    selector: some(fc.dictionary(fc.constantFrom('app', 'tier'), fc.constantFrom('x', 'y'))),
    sessionAffinity: some(fc.constantFrom('None', 'ClientIP')),
  }),
});
const container = fc.record(
  {
    name: fc.constantFrom('main', 'side'),
    image: fc.constantFrom('a:1', 'a:2'),
    args: fc.constantFrom(['x'], ['x', 'y'], []),
    env: fc.uniqueArray(fc.record({ name: fc.constantFrom('A', 'B'), value: fc.constantFrom('', '1') }), {
      maxLength: 2,
      selector: ({ name }) => name,
    }),
    ports: fc.constantFrom([{ containerPort: 80 }], [{ containerPort: 80, protocol: 'TCP' }], []),
    resources: fc.constantFrom({}, { limits: { cpu: '1' } }, { limits: { cpu: '1000m' } }),
  },
  { requiredKeys: ['name', 'image'] },
);
const deployment = fc.record({
  spec: fc.record(
    {
      replicas: fc.constantFrom(0, 1),
      selector: fc.constant({ matchLabels: { app: 'x' } }),
      template: fc.record({
        metadata: fc.constantFrom({ labels: { app: 'x' } }, { labels: { app: 'x', more: 'y' } }),
        spec: fc.record(
          {
            containers: fc.uniqueArray(container, { minLength: 1, maxLength: 2, selector: ({ name }) => name }),
            volumes: fc.constantFrom([], [{ name: 'v', emptyDir: {} }]),
            tolerations: fc.constantFrom([], [{ key: 'a', operator: 'Exists' }]),
          },
          { requiredKeys: ['containers'] },
        ),
      }),
    },
    { requiredKeys: ['selector', 'template'] },
  ),
});

const cases = { ConfigMap: configMap, Service: service, Deployment: deployment };
const kinds = { ConfigMap, Service, Deployment };
type Name = keyof typeof cases;

/** The suite of one control plane. */
export function applySuite(kind: ControlPlaneKind): void {
  let plane: ControlPlane;
  let client: Client;

  beforeAll(async () => {
    if (kind === 'envtest') await ensureBinaries();
    plane = await startControlPlane({ kind });
    client = plane.client;
  });
  afterAll(() => plane.stop());

  test.each(Object.keys(cases) as Name[])(
    'an apply of a %s that is left out would have changed nothing',
    async (name) => {
      let left = 0;
      let run = 0;
      const property = fc.asyncProperty(
        fc.array(fc.tuple(cases[name], labels), { minLength: 2, maxLength: 3 }),
        async (bodies) => {
          const key = { namespace: 'default', name: `it-${run++}` };
          for (const [body, given] of bodies.flatMap((each) => [each, each])) {
            const metadata = { ...key, ...(given ? { labels: given } : {}) };
            const { apiVersion, gvk } = kinds[name];
            const desired = { ...body, apiVersion, kind: gvk.kind, metadata } as KubeObject;
            const before = await client.live.find<KubeObject>(kinds[name] as never, key);
            const isLeftOut = before !== undefined && isApplied(desired, before, { fieldManager: 'me' });
            const after = await client.apply<KubeObject>(desired, { fieldManager: 'me', force: true });
            if (!isLeftOut) continue;
            left++;
            expect(after.metadata.resourceVersion, JSON.stringify({ desired, before })).toBe(
              before.metadata.resourceVersion,
            );
          }
        },
      );
      await fc.assert(property, { numRuns: 12, seed: 20_261_117 });
      // Half of the applies say what the one before said.
      expect(left).toBeGreaterThan(5);
    },
  );
}
