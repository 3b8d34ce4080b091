/** Who converts the objects of a CRD between versions, and whether anybody is there to do it. */
import { X509Certificate } from 'node:crypto';
import { connect } from 'node:net';
import type { CustomResourceDefinition } from '../../../k8s/apiextensions/v1/index.js';
import { Service } from '../../../k8s/core/v1/index.js';
import { EndpointSlice } from '../../../k8s/discovery/v1/index.js';
import { is } from '../../../runtime/client/requests/api-error.js';
import type { Client } from '../../../runtime/client/client.js';
import type { DeepReadonly } from '../../../runtime/object/readonly.js';

/** A CRD, whoever it was read by. */
export type Crd = DeepReadonly<Pick<CustomResourceDefinition, 'metadata' | 'spec'>>;

/** Whom the API server calls. */
export type WebhookClientConfig = NonNullable<
  NonNullable<NonNullable<Crd['spec']['conversion']>['webhook']>['clientConfig']
>;

/** The name in certificates of `kbts run`, which end with it. */
export const localAuthority = 'kbts-run';

/** Whom the API server asks to convert; undefined when versions differ in nothing but their name. */
export function converterOf({ spec }: Crd): WebhookClientConfig | undefined {
  return spec.conversion?.strategy === 'Webhook' ? (spec.conversion.webhook?.clientConfig ?? {}) : undefined;
}

/** The version in which objects are kept, when it is served: reading it needs no conversion. */
export function storedVersion({ spec }: Crd): string | undefined {
  return spec.versions.find(({ storage, served }) => storage && served)?.name;
}

/** `Service guestbook-system/guestbook-webhook-service`, or the address. */
export function describeConverter({ service, url }: WebhookClientConfig): string {
  return service ? `Service ${service.namespace}/${service.name}` : (url ?? 'nobody');
}

/**
 * Why nothing converts the objects of this CRD, as the end of a sentence: `Service a/b, which does not exist`. Undefined
 * when somebody may be there, or when we may not look.
 */
export async function converterMissing(client: Client, crd: Crd, signal?: AbortSignal): Promise<string | undefined> {
  const converter = converterOf(crd);
  if (!converter) return undefined;
  const place = describeConverter(converter);
  if (!converter.service) return (await isEndedRun(converter)) ? `${place}, a "kbts run" that has ended` : undefined;
  const { name, namespace } = converter.service;
  try {
    if (!(await client.find(Service, { name, namespace }, { signal }))) return `${place}, which does not exist`;
    const slices = await client.list(EndpointSlice, {
      namespace,
      labels: { 'kubernetes.io/service-name': name },
      signal,
    });
    const isAnswered = slices.items.some(({ endpoints }) => endpoints?.some(({ conditions }) => conditions?.ready));
    return isAnswered ? undefined : `${place}, which has no ready pod`;
  } catch (error) {
    if (is.forbidden(error)) return undefined;
    throw error;
  }
}

/** True for an address of a `kbts run` that has ended; only the API server can check other addresses. */
async function isEndedRun({ caBundle, url }: Pick<WebhookClientConfig, 'caBundle' | 'url'>): Promise<boolean> {
  if (caBundle === undefined || url === undefined || !isOfRun(caBundle)) return false;
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname.replaceAll(/^\[|\]$/g, ''), port: Number(port || 443), timeout: 2000 });
  try {
    return await new Promise((resolve) => {
      socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'));
      socket.once('timeout', () => resolve(false));
      socket.once('connect', () => resolve(false));
    });
  } finally {
    socket.destroy();
  }
}

/** Whether `kbts run` made this CA. */
export function isOfRun(caBundle: string): boolean {
  try {
    return new X509Certificate(Buffer.from(caBundle, 'base64')).subject === `CN=${localAuthority}`;
  } catch {
    // Whatever it is, `kbts run` did not write it.
    return false;
  }
}
