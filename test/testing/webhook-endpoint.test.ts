import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createCa } from '../../src/certificate/certificate-authority.js';
import type { KubeObject } from '../../src/runtime/object/meta.js';
import { createWebhookEndpoint, pointToEndpoint } from '../../src/testing/webhook-endpoint.js';

const endpoint = { host: '127.0.0.1', port: 9443, certDir: '/x', caBundle: 'Y2E=' };

describe('webhooks under test', () => {
  test('services become the address of the endpoint, with one slash and the CA', () => {
    const configuration = {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'MutatingWebhookConfiguration',
      metadata: { name: 'm' },
      webhooks: [
        {
          name: 'a',
          clientConfig: { service: { name: 's', namespace: 'n', path: '/mutate-v1-pod' }, caBundle: 'old' },
        },
      ],
    } as KubeObject;

    expect(pointToEndpoint(configuration, endpoint)).toMatchObject({
      webhooks: [{ name: 'a', clientConfig: { url: 'https://127.0.0.1:9443/mutate-v1-pod', caBundle: 'Y2E=' } }],
    });
    expect(JSON.stringify(configuration)).toContain('service');
  });

  const crd = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'c' },
    spec: {
      conversion: { strategy: 'Webhook', webhook: { clientConfig: { service: {} }, conversionReviewVersions: ['v1'] } },
    },
  } as KubeObject;

  test('conversion of a CRD goes to /convert', () => {
    expect(pointToEndpoint(crd, endpoint)).toMatchObject({
      spec: {
        conversion: {
          webhook: { clientConfig: { url: 'https://127.0.0.1:9443/convert' }, conversionReviewVersions: ['v1'] },
        },
      },
    });
  });

  test('without an endpoint conversion is taken out, as nobody could answer', () => {
    expect(pointToEndpoint(crd, undefined)).toMatchObject({ spec: { conversion: { strategy: 'None' } } });
  });

  test('other objects are left alone', () => {
    const object: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: {} };

    expect(pointToEndpoint(object, endpoint)).toBe(object);
  });

  test('a serving certificate for the address is written', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'kbts-endpoint-'));
    const ca = createCa({ commonName: 'ca', validMs: 60_000 });

    const made = await createWebhookEndpoint(ca, path.join(folder, 'certs'), 9443);
    const certificate = new X509Certificate(await readFile(path.join(made.certDir, 'tls.crt')));

    expect(made.port).toBe(9443);
    expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(certificate.checkHost('localhost')).toBe('localhost');
    expect(Buffer.from(made.caBundle, 'base64').toString()).toBe(ca.cert);
    await rm(folder, { recursive: true });
  });
});
