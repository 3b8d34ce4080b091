/** The mark on webhook configurations and CRDs that call a `kbts run`: whose it is, and what they called before. */
import { connect } from 'node:net';
import { hostname, userInfo } from 'node:os';
import { isSameProcess, startOf } from '../../../scaffold/running-process.js';
import type { KubeObject } from '../../../runtime/object/meta.js';
import { isCrd } from '../apply/apply-order.js';
import { converterOf, type Crd, isOfRun, type WebhookClientConfig } from '../conversion/conversion.js';

/** The annotation that has the mark, as JSON. */
export const redirectAnnotation = 'kbts.dev/redirected';

/** Who redirected an object. */
export interface Redirection {
  readonly project: string;
  readonly host: string;
  readonly user: string;
  readonly pid: number;
  /** When the process began, as its system counts. */
  readonly started: string;
  /** When the object was redirected. */
  readonly since: string;
  /** The field as it was before; null when the object did not exist. */
  readonly original: unknown;
}

/** What is known of a run. */
export type RunState = 'running' | 'ended' | 'unreachable';

/** The mark of this process. */
export function ownRedirection(project: string, original: unknown): Redirection {
  const { pid } = process;
  const since = new Date().toISOString();
  return { project, host: hostname(), user: userInfo().username, pid, started: startOf(pid), since, original };
}

/** The mark of an object, unless it has none or another program's. */
export function redirectionOf(object: Pick<KubeObject, 'metadata'> | undefined): Redirection | undefined {
  const text = object?.metadata.annotations?.[redirectAnnotation];
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isRedirection(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isRedirection(value: unknown): value is Redirection {
  if (typeof value !== 'object' || value === null) return false;
  const { project, host, user, pid, started, since, original } = value as Partial<Record<keyof Redirection, unknown>>;
  const texts = [project, host, user, started, since];
  return texts.every((one) => typeof one === 'string') && Number.isSafeInteger(pid) && original !== undefined;
}

/** The part of an object that tells the API server whom to call. */
export function callField(object: KubeObject): { readonly field: string; readonly value: unknown } {
  if (!isCrd(object)) return { field: '/webhooks', value: (object as { webhooks?: unknown }).webhooks ?? [] };
  const { spec } = object as { spec?: { conversion?: unknown } };
  return { field: '/spec/conversion', value: spec?.conversion ?? { strategy: 'None' } };
}

/** The address of the run that an object calls; undefined when it calls none. */
export function runAddress(object: KubeObject): string | undefined {
  const { webhooks = [] } = object as { webhooks?: readonly { readonly clientConfig?: WebhookClientConfig }[] };
  const converter = isCrd(object) ? converterOf(object as unknown as Crd) : undefined;
  const configs = [...webhooks.map(({ clientConfig }) => clientConfig), converter];
  return configs.find((one) => one?.url !== undefined && one.caBundle !== undefined && isOfRun(one.caBundle))?.url;
}

/** Whether the run that an object calls still works. On this machine its process decides, elsewhere its port. */
export async function stateOfRun(
  redirection: Redirection | undefined,
  address: string,
  probe: (address: string) => Promise<RunState> = probeAddress,
): Promise<RunState> {
  if (redirection?.host === hostname() && redirection.user === userInfo().username)
    return isSameProcess(redirection.pid, redirection.started) ? 'running' : 'ended';
  return probe(address);
}

/** Only a refusal proves that nothing listens; a firewall may let the API server pass and not us. */
async function probeAddress(address: string): Promise<RunState> {
  const { hostname: host, port } = new URL(address);
  const socket = connect({ host: host.replaceAll(/^\[|\]$/g, ''), port: Number(port || 443), timeout: 2000 });
  try {
    return await new Promise((resolve) => {
      socket.once('error', ({ code }: NodeJS.ErrnoException) =>
        resolve(code === 'ECONNREFUSED' ? 'ended' : 'unreachable'),
      );
      socket.once('timeout', () => resolve('unreachable'));
      socket.once('connect', () => resolve('running'));
    });
  } finally {
    socket.destroy();
  }
}

/** `the "kbts run" of ada on laptop (process 12, since 2026-11-18T13:00:00.000Z)`. */
export function describeRun(redirection: Redirection | undefined, address: string): string {
  if (redirection === undefined) return `a "kbts run" at ${address}`;
  const { user, host, pid, since } = redirection;
  return `the "kbts run" of ${user} on ${host} (process ${pid}, since ${since})`;
}
