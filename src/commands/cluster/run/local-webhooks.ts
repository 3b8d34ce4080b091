/** Lets a cluster call webhooks on this machine, as long as a command runs. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, isIP } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createCa } from '../../../certificate/certificate-authority.js';
import { ignoreNotFound } from '../../../runtime/client/requests/api-error.js';
import { parseApiVersion } from '../../../kubernetes/version/api-version.js';
import { dynamicKind } from '../../../runtime/object/kind.js';
import type { KubeObject } from '../../../runtime/object/meta.js';
import { mutable } from '../../../runtime/object/readonly.js';
import { reservePorts } from '../../../testing/envtest/reserved-ports.js';
import { pointToEndpoint, type WebhookEndpoint } from '../../../testing/webhook-endpoint.js';
import { isCrd, isWebhookConfiguration } from '../apply/apply-order.js';
import { fieldManager } from '../apply/apply-plan.js';
import type { Cluster } from '../cluster.js';
import { localAuthority } from '../conversion/conversion.js';
import { explainFailure } from '../explain-failure.js';
import { deploymentLabel } from '../inventory/inventory.js';
import { identityOf, nameOf } from '../apply/object-name.js';
import { redirected, restore } from '../redirection/left-redirections.js';
import { callField, ownRedirection, redirectAnnotation } from '../redirection/redirection.js';

/** Webhooks that are served from here. Disposing of it puts the cluster back as it was. */
export interface LocalWebhooks extends AsyncDisposable {
  readonly endpoint: WebhookEndpoint;
  /** The configurations and CRDs that point here now. */
  readonly objects: readonly string[];
}

/** How webhooks are served. */
export interface ServeOptions {
  /** The name of the project. */
  readonly project: string;
  readonly host?: string;
  readonly port?: number;
  readonly signal?: AbortSignal;
  readonly warn?: (message: string) => void;
}

const dayMs = 86_400_000;

/** Objects of config/ that tell the API server whom to call. */
export function callsOf(objects: readonly KubeObject[]): KubeObject[] {
  return objects.filter((object) => isWebhookConfiguration(object) || (isCrd(object) && isConverted(object)));
}

/** Points the webhook configurations and conversions among `objects` to this machine. */
export async function serveFromHere(
  cluster: Cluster,
  objects: readonly KubeObject[],
  options: ServeOptions,
): Promise<LocalWebhooks> {
  const host = options.host ?? (await addressTowards(cluster.server));
  const reserved = await reservePorts(options.port === undefined ? 1 : 0);
  const endpoint = await createEndpoint(host, options.port ?? reserved.ports[0] ?? 0);
  const restores: (() => Promise<void>)[] = [];
  const dispose = async (): Promise<void> => {
    for (const restore of restores.toReversed()) await restore();
    reserved.release();
    await rm(endpoint.certDir, { recursive: true, force: true });
  };
  try {
    for (const object of callsOf(objects)) restores.push(await redirect(cluster, object, endpoint, options));
  } catch (error) {
    await dispose();
    throw error;
  }
  const names = callsOf(objects).map((object) => nameOf(identityOf(object)));
  return { endpoint, objects: names, [Symbol.asyncDispose]: dispose };
}

/**
 * Applied under our usual name, so that the next deploy takes these changes back by itself should this process be
 * killed. Returns how to undo it.
 */
async function redirect(
  { client }: Cluster,
  object: KubeObject,
  endpoint: WebhookEndpoint,
  { project, signal, warn }: ServeOptions,
): Promise<() => Promise<void>> {
  const kind = dynamicKind({ ...parseApiVersion(object.apiVersion), kind: object.kind });
  const name = object.metadata.name ?? '';
  const target = { kind, name };
  try {
    const before = (await client.find(kind, { name }, { signal })) as KubeObject | undefined;
    const other = await redirected(before);
    if (other !== undefined && other.state !== 'ended')
      warn?.(`${other.name} called ${other.run}; it calls this machine until this run ends`);
    // What another run found is the original: its own address is of no use later.
    const original = other?.redirection ? other.redirection.original : before && callField(before).value;
    const mark = JSON.stringify(ownRedirection(project, original ?? null));
    const pointed = pointToEndpoint(withMark(keepLabel(mutable(object), before), mark), endpoint);
    await client.apply(pointed, { fieldManager, force: true, signal });
    // A CRD is never deleted, as users' data would go with it.
    if (!before && isCrd(object)) return () => Promise.resolve();
    const remove = async (): Promise<void> => void (await ignoreNotFound(client.delete(target)));
    if (!before) return remove;
    return async () => {
      // A run that was killed could not put back what it had changed: its address would stop everybody.
      const left = await redirected(before);
      if (left?.state === 'ended' && (await restore(client, left))) return;
      const isLeft = left?.state === 'ended';
      if (isLeft && !isCrd(object) && before.metadata.labels?.[deploymentLabel] === undefined) return remove();
      const { field, value } = callField(isLeft ? object : before);
      const undo = { type: 'json', operations: [{ op: 'replace', path: field, value }] } as const;
      await ignoreNotFound(client.patch(target, undo, { fieldManager: 'kbts-run' }));
      // Or the fields would count as ours twice, and the next deploy would be in conflict with this run.
      const managedFields = before.metadata.managedFields ?? [];
      const annotations = { [redirectAnnotation]: before.metadata.annotations?.[redirectAnnotation] ?? null };
      await ignoreNotFound(client.patch(target, { type: 'merge', body: { metadata: { annotations, managedFields } } }));
    };
  } catch (error) {
    throw explainFailure(error, { action: `cannot point ${nameOf(identityOf(object))} to this machine`, signal });
  }
}

/** The next one that looks can tell whose this is, and put back what was there. */
function withMark(object: KubeObject, mark: string): KubeObject {
  const annotations = { ...object.metadata.annotations, [redirectAnnotation]: mark };
  return { ...object, metadata: { ...object.metadata, annotations } };
}

/** The label of the deployment is not in config/, and would be lost. */
function keepLabel(object: KubeObject, before: KubeObject | undefined): KubeObject {
  const value = before?.metadata.labels?.[deploymentLabel];
  if (value === undefined) return object;
  const labels = { ...object.metadata.labels, [deploymentLabel]: value };
  return { ...object, metadata: { ...object.metadata, labels } };
}

function conversionOf(object: KubeObject): { strategy?: string } | undefined {
  return (object as { spec?: { conversion?: { strategy?: string } } }).spec?.conversion;
}

function isConverted(object: KubeObject): boolean {
  return conversionOf(object)?.strategy === 'Webhook';
}

async function createEndpoint(host: string, port: number): Promise<WebhookEndpoint> {
  const ca = createCa({ commonName: localAuthority, validMs: 7 * dayMs });
  const isAddress = isIP(host) !== 0;
  const pair = ca.issue({
    commonName: localAuthority,
    dnsNames: isAddress ? ['localhost'] : [host],
    ipAddresses: isAddress ? [host] : ['127.0.0.1'],
    usages: ['server'],
    validMs: 7 * dayMs,
  });
  const certDir = await mkdtemp(path.join(tmpdir(), 'kbts-webhooks-'));
  await writeFile(path.join(certDir, 'tls.crt'), pair.cert);
  await writeFile(path.join(certDir, 'tls.key'), pair.key, { mode: 0o600 });
  const caBundle = Buffer.from(ca.cert).toString('base64');
  return { host: isIP(host) === 6 ? `[${host}]` : host, port, certDir, caBundle };
}

/** The address of this machine that the API server sees, which is the one it can most likely call. */
async function addressTowards(server: string): Promise<string> {
  const { hostname, port, protocol } = new URL(server);
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (protocol === 'http:' ? 80 : 443)),
  });
  try {
    return await new Promise((resolve, reject) => {
      socket.once('error', reject);
      socket.once('connect', () => resolve((socket.localAddress ?? '127.0.0.1').replace(/^::ffff:/, '')));
    });
  } finally {
    socket.destroy();
  }
}
