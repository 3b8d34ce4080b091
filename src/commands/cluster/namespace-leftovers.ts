/** What would die with a namespace. */
import { is } from '../../runtime/client/api-error.js';
import type { Client } from '../../runtime/client/client.js';
import type { ApiResource } from '../../runtime/client/discovery.js';
import { defineKind, metadataOnly } from '../../runtime/object/kind.js';

/** How many objects of a kind a namespace holds. */
export interface Leftover {
  readonly kind: string;
  readonly names: readonly string[];
}

/** Kinds that the cluster makes for itself, or that the manager leaves behind. */
const ownKinds = new Set(['Event', 'Endpoints', 'EndpointSlice', 'Lease', 'ControllerRevision', 'PodMetrics']);
const everywhere = new Set([
  'ServiceAccount/default',
  'ConfigMap/kube-root-ca.crt',
  'ConfigMap/openshift-service-ca.crt',
]);

/** Objects that somebody put there; what belongs to another object, or is going away, does not count. */
export async function leftoversIn(
  client: Client,
  namespace: string,
  options: { readonly ours: ReadonlySet<string>; readonly signal?: AbortSignal },
): Promise<Leftover[]> {
  const { ours, signal } = options;
  const resources = await client.mapper.resources({ signal });
  const seen = new Set<string>();
  const leftovers: Leftover[] = [];
  for (const resource of resources) {
    const { group, kind, plural, scope, verbs } = resource;
    const isListable = scope === 'Namespaced' && verbs.includes('list') && verbs.includes('delete');
    if (!isListable || ownKinds.has(kind) || seen.has(`${group}/${plural}`)) continue;
    seen.add(`${group}/${plural}`);
    const names = await namesOf(client, resource, namespace, signal);
    const foreign = names.filter((name) => !ours.has(`${kind}/${name}`) && !everywhere.has(`${kind}/${name}`));
    if (foreign.length > 0) leftovers.push({ kind, names: foreign });
  }
  return leftovers;
}

/** `2 Guestbook (a, b), 1 Secret (c)`. */
export function describeLeftovers(leftovers: readonly Leftover[]): string {
  return leftovers
    .map(
      ({ kind, names }) => `${names.length} ${kind} (${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''})`,
    )
    .join(', ');
}

async function namesOf(
  client: Client,
  resource: ApiResource,
  namespace: string,
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const { group, version, kind, plural } = resource;
  const metadata = metadataOnly(defineKind({ group, version, kind, plural, scope: 'Namespaced' }));
  try {
    const { items } = await client.list(metadata, { namespace, signal });
    return items
      .filter((item) => item.metadata.deletionTimestamp === undefined && !item.metadata.ownerReferences?.length)
      .map((item) => item.metadata.name ?? '');
  } catch (error) {
    // A kind may go away while we look: then it has no objects.
    if (is.notFound(error) || is.noMatch(error) || is.methodNotAllowed(error)) return [];
    // What we may not see might be somebody's: the namespace then stays.
    if (is.forbidden(error)) return ['not visible to you'];
    throw error;
  }
}
