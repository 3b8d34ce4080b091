/** Objects of a project's own kinds: the users' data. */
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '../../../errors.js';
import { CustomResourceDefinition } from '../../../k8s/apiextensions/v1/index.js';
import { ignoreNotFound, is } from '../../../runtime/client/requests/api-error.js';
import type { Client } from '../../../runtime/client/client.js';
import { defineKind, type Kind, metadataOnly } from '../../../runtime/object/kind.js';
import type { KubeObject } from '../../../runtime/object/meta.js';
import { converterMissing, converterOf, type Crd, describeConverter, storedVersion } from '../conversion/conversion.js';
import { nameOf } from '../apply/object-name.js';

/** A CRD of the cluster and the objects of its kind. */
export interface CrdUsage {
  /** Name of the CRD. */
  readonly crd: string;
  readonly kind: Kind;
  readonly objects: readonly Pick<KubeObject, 'metadata'>[];
}

/** How long counting may take; 30 s by default. */
export interface CountOptions {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** What the cluster has of these CRDs; those that it does not have are left out. */
export async function usageOf(
  client: Client,
  crds: readonly string[],
  { timeoutMs = 30_000, signal }: CountOptions = {},
): Promise<CrdUsage[]> {
  const usages: CrdUsage[] = [];
  for (const name of crds) {
    const crd = await client.find(CustomResourceDefinition, { name }, { signal });
    // Objects are read in the stored version, which needs no conversion webhook.
    const version = crd && (storedVersion(crd) ?? crd.spec.versions.find(({ served }) => served)?.name);
    if (!crd) continue;
    if (version === undefined) throw unseen(name);
    const { group, names, scope } = crd.spec;
    const kind = defineKind({
      group,
      version,
      kind: names.kind,
      plural: names.plural,
      scope: scope === 'Cluster' ? 'Cluster' : 'Namespaced',
    });
    const time = AbortSignal.timeout(timeoutMs);
    const objects = await listAll(client, kind, signal ? AbortSignal.any([signal, time]) : time).catch(
      async (error: unknown) => {
        throw signal?.aborted ? error : await unreadable(client, crd, error, time.aborted ? timeoutMs : undefined);
      },
    );
    usages.push({ crd: name, kind, objects });
  }
  return usages;
}

function unseen(crd: string): UserError {
  return new UserError(
    'not-confirmed',
    `the CRD ${crd} serves no version: nobody can see which objects would be deleted with it; nothing was changed`,
    {
      fix: `serve a version again ("kbts install" does when config/crd says so) and run the command again; to delete it with whatever it has: kubectl delete crd ${crd}`,
    },
  );
}

/** The cause is nearly always that nothing converts: the message says that, not what the API server says about it. */
async function unreadable(client: Client, crd: Crd, error: unknown, afterMs: number | undefined): Promise<unknown> {
  const converter = converterOf(crd);
  if (!converter && afterMs === undefined) return error;
  const missing = await converterMissing(client, crd);
  const after = afterMs === undefined ? '' : ` within ${afterMs / 1000} s`;
  const cause = converter
    ? `: its versions are converted by ${missing ?? `${describeConverter(converter)}, which gives no answer`}`
    : '';
  return new UserError(
    'webhook-unreachable',
    `the objects of ${crd.metadata.name} could not be listed${after}${cause}`,
    {
      fix: converter
        ? 'start the operator that converts them ("kbts deploy", or "kbts run --webhooks"), then run the command again'
        : 'run the command again, with more time (--timeout)',
      cause: error,
    },
  );
}

/** `3 Guestbooks and 1 Frigate`; undefined when there are none. */
export function describeUsage(usages: readonly CrdUsage[]): string | undefined {
  const parts = usages
    .filter(({ objects }) => objects.length > 0)
    .map(({ kind, objects }) => `${objects.length} ${objects.length === 1 ? kind.gvk.kind : kind.plural}`);
  return parts.length === 0 ? undefined : parts.join(', ');
}

/** How long deleting may take. */
export interface DeleteWait {
  readonly timeoutMs: number;
  readonly pollMs?: number;
  readonly signal?: AbortSignal;
  readonly update?: (detail: string) => void;
}

/** Deletes every object of these kinds and waits until they are gone; rejects with `delete-stuck` and what keeps them. */
export async function deleteCustomResources(
  client: Client,
  usages: readonly CrdUsage[],
  wait: DeleteWait,
): Promise<void> {
  const { timeoutMs, pollMs = 300, signal, update } = wait;
  for (const { kind, objects } of usages) {
    for (const { metadata } of objects) {
      const target = { kind, name: metadata.name ?? '', namespace: metadata.namespace };
      await ignoreNotFound(client.delete(target, { signal }));
    }
  }
  const deadline = Date.now() + timeoutMs;
  for (const { kind } of usages) {
    for (;;) {
      const left = await listAll(client, kind, signal);
      if (left.length === 0) break;
      if (Date.now() >= deadline) throw stuck(kind, left, timeoutMs);
      update?.(`${left.length} ${kind.plural} left`);
      await delay(pollMs, undefined, { signal });
    }
  }
}

function stuck(kind: Kind, left: readonly Pick<KubeObject, 'metadata'>[], timeoutMs: number): UserError {
  const lines = left.slice(0, 5).map(({ metadata }) => {
    const name = nameOf({ kind: kind.gvk.kind, namespace: metadata.namespace, name: metadata.name ?? '' });
    // Nobody has agreed to delete these.
    if (metadata.deletionTimestamp === undefined) return `\n  ${name}: created meanwhile`;
    return `\n  ${name}: finalizers ${metadata.finalizers?.join(', ') || 'none'}`;
  });
  const first = left.find(({ metadata }) => metadata.deletionTimestamp !== undefined);
  if (!first)
    return new UserError('delete-stuck', `${left.length} ${kind.plural} were created meanwhile:${lines.join('')}`, {
      fix: 'stop whatever creates them, and run the command again',
    });
  const where = first.metadata.namespace === undefined ? '' : ` -n ${first.metadata.namespace}`;
  return new UserError(
    'delete-stuck',
    `${left.length} ${kind.plural} were not gone after ${timeoutMs / 1000} s:${lines.join('')}`,
    {
      fix: `the controller that set these finalizers must run to remove them: start it ("kbts run", "kbts deploy") and try again; to give up its clean-up: kubectl patch ${kind.plural}.${kind.gvk.group}${where} ${first.metadata.name} --type=merge -p '{"metadata":{"finalizers":null}}'. When a webhook of an operator that does not run refuses that, delete its configuration first ("kubectl get validatingwebhookconfigurations,mutatingwebhookconfigurations" lists them)`,
    },
  );
}

async function listAll(
  client: Client,
  kind: Kind,
  signal: AbortSignal | undefined,
): Promise<Pick<KubeObject, 'metadata'>[]> {
  const objects: Pick<KubeObject, 'metadata'>[] = [];
  try {
    for await (const page of client.pages(metadataOnly(kind), { limit: 500, signal })) objects.push(...page.items);
  } catch (error) {
    // The CRD went away meanwhile, and its objects with it.
    if (!is.notFound(error) && !is.noMatch(error)) throw error;
  }
  return objects;
}

/** For messages: `1 CRD`, `3 CRDs`. */
export function countOfCrds({ length }: readonly unknown[]): string {
  return length === 1 ? '1 CRD' : `${length} CRDs`;
}
