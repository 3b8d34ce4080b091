import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import {
  converterMissing,
  converterOf,
  type Crd,
  describeConverter,
  localAuthority,
  storedVersion,
} from '../../../../src/commands/cluster/conversion/conversion.js';
import { createCa } from '../../../../src/certificate/certificate-authority.js';
import { embeddedCluster } from '../embedded-cluster.js';
import { convertedBy, twoVersions } from './converted-crd.js';

const crd = (more: object): Crd => twoVersions(more) as unknown as Crd;
const service = { namespace: 'default', name: 'converter', path: '/convert' };

test('the stored version is the one to read, when it is served', () => {
  const [v1, v2] = crd({}).spec.versions;
  const versions = [{ ...v1, served: false }, v2];

  expect(storedVersion(crd({}))).toBe('v1');
  expect(storedVersion(crd({ versions }))).toBeUndefined();
});

test('CRDs without a webhook need nobody', async () => {
  await using embedded = await embeddedCluster();

  expect(converterOf(crd({}))).toBeUndefined();
  expect(await converterMissing(embedded.cluster.client, crd({}))).toBeUndefined();
});

test('a Service that is not there, and one without pods, are told apart', async () => {
  await using embedded = await embeddedCluster();
  const { client } = embedded.cluster;
  const converted = crd(convertedBy({ service }));

  const before = await converterMissing(client, converted);
  await client.create({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'converter', namespace: 'default' },
    spec: { ports: [{ port: 443 }] },
  } as never);
  const without = await converterMissing(client, converted);
  await client.create({
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { name: 'converter-1', namespace: 'default', labels: { 'kubernetes.io/service-name': 'converter' } },
    addressType: 'IPv4',
    endpoints: [{ addresses: ['10.0.0.1'], conditions: { ready: true } }],
    ports: [{ port: 9443 }],
  } as never);

  expect(before).toBe('Service default/converter, which does not exist');
  expect(without).toBe('Service default/converter, which has no ready pod');
  expect(await converterMissing(client, converted)).toBeUndefined();
});

test('an address of a "kbts run" counts as gone when nobody listens there; other addresses are not ours to judge', async () => {
  await using embedded = await embeddedCluster();
  const { client } = embedded.cluster;
  const listener = createServer();
  const port = await new Promise<number>((resolve) => {
    listener.listen(0, '127.0.0.1', () => resolve((listener.address() as { port: number }).port));
  });
  const url = `https://127.0.0.1:${port}/convert`;
  const bundle = (commonName: string): string =>
    Buffer.from(createCa({ commonName, validMs: 60_000 }).cert).toString('base64');
  const ours = crd(convertedBy({ url, caBundle: bundle(localAuthority) }));

  const running = await converterMissing(client, ours);
  await new Promise((resolve) => listener.close(resolve));

  expect(running).toBeUndefined();
  expect(await converterMissing(client, ours)).toBe(`${url}, a "kbts run" that has ended`);
  expect(await converterMissing(client, crd(convertedBy({ url, caBundle: bundle('other') })))).toBeUndefined();
  expect(describeConverter({ url })).toBe(url);
});
