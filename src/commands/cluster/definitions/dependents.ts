/**
 * Objects that belonged to deleted ones. The garbage collector deletes them, but only while it knows the kind of their
 * owner: when a CRD goes too early, they stay for ever.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '../../../errors.js';
import type { Client } from '../../../runtime/client/client.js';
import { ApiError, is } from '../../../runtime/client/requests/api-error.js';
import type { ApiResource } from '../../../runtime/client/requests/discovery.js';
import { parseApiVersion } from '../../../kubernetes/version/api-version.js';
import { defineKind, metadataOnly } from '../../../runtime/object/kind.js';
import type { KubeObject } from '../../../runtime/object/meta.js';
import { nameOf } from '../apply/object-name.js';
import type { CrdUsage, DeleteWait } from './custom-resources.js';

/** Lists under way at once. */
const atOnce = 8;
/** In more namespaces than these, one list of all of them costs less. */
const mostNamespaces = 5;

/** A kind with objects that belonged to a deleted one. */
interface Dependents {
  readonly resource: ApiResource;
  readonly names: readonly string[];
}

/**
 * Resolves when the garbage collector has dealt with all that belonged to objects of these kinds, also to those that were
 * deleted before, by hand or by a command that was stopped; else rejects with `delete-stuck`.
 */
export async function untilDependentsGone(
  client: Client,
  usages: readonly CrdUsage[],
  { timeoutMs, pollMs = 500, signal, update }: DeleteWait,
): Promise<void> {
  if (usages.length === 0) return;
  const owners = new Set(usages.map(({ kind }) => ownerKind(kind.gvk)));
  const places = placesOf(usages);
  const deadline = Date.now() + timeoutMs;
  let resources = ownable(await client.mapper.resources({ signal }), places);
  for (;;) {
    const left = await dependentsOf(client, resources, { owners, places, signal });
    if (left.length === 0) return;
    const names = left.flatMap((one) => one.names);
    if (Date.now() >= deadline) throw stuck(names, timeoutMs);
    update?.(`${names.length} objects that belonged to them are left`);
    resources = left.map(({ resource }) => resource);
    await delay(pollMs, undefined, { signal });
  }
}

function ownerKind({ group, kind }: { readonly group: string; readonly kind: string }): string {
  return `${group}/${kind}`;
}

/**
 * The namespaces of the owners; undefined stands for everywhere, where dependents may be of a cluster's objects, and of
 * those that are gone already.
 */
function placesOf(usages: readonly CrdUsage[]): readonly string[] | undefined {
  if (usages.some(({ kind, objects }) => kind.scope === 'Cluster' || objects.length === 0)) return undefined;
  const namespaces = new Set(usages.flatMap(({ objects }) => objects.map(({ metadata }) => metadata.namespace ?? '')));
  return namespaces.size > mostNamespaces ? undefined : [...namespaces];
}

/** Each resource once, in the version that the cluster prefers. */
function ownable(resources: readonly ApiResource[], places: readonly string[] | undefined): ApiResource[] {
  const byName = new Map<string, ApiResource>();
  for (const resource of resources) {
    const { group, plural, kind, scope, verbs } = resource;
    const isOwnable = verbs.includes('list') && verbs.includes('delete') && kind !== 'Event';
    const isThere = scope === 'Namespaced' || places === undefined;
    const id = `${group}/${plural}`;
    if (isOwnable && isThere && !byName.has(id)) byName.set(id, resource);
  }
  return [...byName.values()];
}

/** Where to look, and for whose: `group/Kind`. */
interface Search {
  readonly owners: ReadonlySet<string>;
  readonly places: readonly string[] | undefined;
  readonly signal?: AbortSignal;
}

async function dependentsOf(client: Client, resources: readonly ApiResource[], search: Search): Promise<Dependents[]> {
  const found: Dependents[] = [];
  const waiting = [...resources];
  const work = async (): Promise<void> => {
    for (let resource = waiting.shift(); resource !== undefined; resource = waiting.shift()) {
      const names = await namesOf(client, resource, search);
      if (names.length > 0) found.push({ resource, names });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return found;
}

type Owned = Pick<KubeObject, 'metadata'>;

/** What is going away counts no more: the garbage collector has seen it. */
async function namesOf(client: Client, resource: ApiResource, { owners, places, signal }: Search): Promise<string[]> {
  const { group, version, kind, plural, scope } = resource;
  const metadata = metadataOnly(defineKind({ group, version, kind, plural, scope }));
  const isDependent = ({ metadata: { deletionTimestamp, ownerReferences = [] } }: Owned): boolean =>
    deletionTimestamp === undefined &&
    ownerReferences.some((owner) => owners.has(ownerKind({ ...parseApiVersion(owner.apiVersion), kind: owner.kind })));
  const names: string[] = [];
  try {
    for (const namespace of places ?? [undefined])
      for await (const { items } of client.pages(metadata, { namespace, limit: 500, signal }))
        names.push(
          ...(items as readonly Owned[])
            .filter(isDependent)
            .map(({ metadata: at }) => nameOf({ kind, ...at, name: at.name ?? '' })),
        );
  } catch (error) {
    // Kinds that cannot be listed, by this user or by anybody, must not keep the others; one that goes away has no objects.
    const isSkipped = error instanceof ApiError || is.noMatch(error);
    if (!isSkipped || signal?.aborted === true) throw error;
  }
  return names;
}

function stuck(names: readonly string[], timeoutMs: number): UserError {
  const lines = names.slice(0, 5).map((name) => `\n  ${name}`);
  const more = names.length > lines.length ? `\n  and ${names.length - lines.length} more` : '';
  return new UserError(
    'delete-stuck',
    `the garbage collector has not deleted ${names.length} objects within ${timeoutMs / 1000} s that belonged to deleted ones:${lines.join('')}${more}`,
    {
      fix: 'it runs in kube-controller-manager: see whether that works, give it more time with --timeout, or delete the objects yourself; then run the command again. The CRD is still there, because without it they would never be deleted',
    },
  );
}
