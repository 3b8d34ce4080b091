/** Webhooks under test: where they listen, and how the API server is made to call them there. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CertificateAuthority } from '../certificate/certificate-authority.js';
import type { KubeObject } from '../runtime/object/meta.js';
import { mutable } from '../runtime/object/readonly.js';

/** What the manager under test is given: `createManager({ webhooks: plane.webhooks })`. */
export interface WebhookEndpoint {
  readonly host: string;
  readonly port: number;
  /** Contains `tls.crt` and `tls.key`. */
  readonly certDir: string;
  /** The CA in base64, as webhook configurations want it. */
  readonly caBundle: string;
}

/** Writes a serving certificate into `folder`. */
export async function createWebhookEndpoint(
  ca: CertificateAuthority,
  folder: string,
  port: number,
): Promise<WebhookEndpoint> {
  const host = '127.0.0.1';
  const pair = ca.issue({
    commonName: 'webhooks-under-test',
    dnsNames: ['localhost'],
    ipAddresses: [host],
    usages: ['server'],
    validMs: 7 * 86_400_000,
  });
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'tls.crt'), pair.cert);
  await writeFile(path.join(folder, 'tls.key'), pair.key, { mode: 0o600 });
  return { host, port, certDir: folder, caBundle: Buffer.from(ca.cert).toString('base64') };
}

/** A copy of a webhook configuration or CRD whose services are replaced by the endpoint's address. */
export function pointToEndpoint(object: KubeObject, endpoint: WebhookEndpoint | undefined): KubeObject {
  if (object.kind === 'CustomResourceDefinition') return withConversion(mutable(object), endpoint);
  if (!webhookConfigurations.has(object.kind) || !endpoint) return object;
  const { webhooks, ...rest } = mutable(object) as KubeObject & { webhooks?: { clientConfig: ClientConfig }[] };
  const pointed = webhooks?.map((webhook) => ({ ...webhook, clientConfig: urlConfig(webhook.clientConfig, endpoint) }));
  return { ...rest, ...(pointed ? { webhooks: pointed } : {}) };
}

const webhookConfigurations = new Set(['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration']);

interface ClientConfig {
  readonly service?: { readonly path?: string };
  readonly url?: string;
}

interface WithConversion extends KubeObject {
  spec: { conversion?: { strategy?: string; webhook?: { clientConfig?: ClientConfig } } };
}

/** Without an endpoint nothing could convert, and every read would fail: such a CRD keeps its objects as they are. */
function withConversion(object: KubeObject, endpoint: WebhookEndpoint | undefined): KubeObject {
  const { spec } = object as WithConversion;
  const webhook = spec?.conversion?.webhook;
  if (spec?.conversion?.strategy !== 'Webhook') return object;
  if (!endpoint) spec.conversion = { strategy: 'None' };
  else if (webhook) webhook.clientConfig = urlConfig(webhook.clientConfig ?? {}, endpoint);
  return object;
}

function urlConfig(config: ClientConfig, { host, port, caBundle }: WebhookEndpoint): object {
  const given = config.service?.path ?? (config.url ? new URL(config.url).pathname : '/convert');
  return { url: `https://${host}:${port}/${given.replace(/^\/+/, '')}`, caBundle };
}
