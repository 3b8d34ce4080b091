/** What would die with a namespace. */
import { UserError } from '../../../errors.js';
import { CustomResourceDefinition } from '../../../k8s/apiextensions/v1/index.js';
import { is } from '../../../runtime/client/requests/api-error.js';
import type { Client } from '../../../runtime/client/client.js';
import type { ApiResource } from '../../../runtime/client/requests/discovery.js';
import { defineKind, metadataOnly } from '../../../runtime/object/kind.js';
import { converterMissing, converterOf, type Crd, describeConverter, storedVersion } from '../conversion/conversion.js';

/** How many objects of a kind a namespace contains. */
export interface Leftover {
  readonly kind: string;
  readonly names: readonly string[];
  /** Why they cannot be seen. */
  readonly hidden?: string;
}

/** Kinds that the cluster makes for itself, or that the manager leaves behind. */
const ownKinds = new Set(['Event', 'Endpoints', 'EndpointSlice', 'Lease', 'ControllerRevision', 'PodMetrics']);
const everywhere = new Set([
  'ServiceAccount/default',
  'ConfigMap/kube-root-ca.crt',
  'ConfigMap/openshift-service-ca.crt',
]);

/** How to look. */
export interface LeftoverOptions {
  /** `Kind/name` of what does not count. */
  readonly ours: ReadonlySet<string>;
  /** How long looking may take in all. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  readonly update?: (detail: string) => void;
}

/** Objects that somebody put there; what belongs to another object, or is going away, does not count. */
export async function leftoversIn(client: Client, namespace: string, options: LeftoverOptions): Promise<Leftover[]> {
  const { ours, timeoutMs, update } = options;
  const time = AbortSignal.timeout(timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, time]) : time;
  const [resources, crds] = await Promise.all([client.mapper.resources({ signal }), crdsByResource(client, signal)]);
  const seen = new Set<string>();
  const leftovers: Leftover[] = [];
  for (const resource of resources) {
    const { group, kind, plural, scope, verbs } = resource;
    const id = `${group}/${plural}`;
    const isListable = scope === 'Namespaced' && verbs.includes('list') && verbs.includes('delete');
    if (!isListable || ownKinds.has(kind) || seen.has(id)) continue;
    seen.add(id);
    update?.(kind);
    const crd = crds.get(id);
    // Objects are read as they are stored, which needs no conversion webhook. Discovery may still name a version that
    // has gone.
    const version = (crd && (storedVersion(crd) ?? servedVersion(crd))) ?? resource.version;
    const converter = crd && converterOf(crd);
    const patience = converter ? AbortSignal.any([signal, AbortSignal.timeout(converterMs(timeoutMs))]) : signal;
    try {
      const names = await namesOf(client, { ...resource, version }, namespace, patience);
      const foreign = names.filter((name) => !ours.has(`${kind}/${name}`) && !everywhere.has(`${kind}/${name}`));
      if (foreign.length > 0) leftovers.push({ kind, names: foreign });
    } catch (error) {
      if (options.signal?.aborted) throw error;
      if (time.aborted) throw tooLate(kind, namespace, timeoutMs);
      if (!crd || !converter) throw error;
      const missing = await converterMissing(client, crd, signal);
      leftovers.push({
        kind,
        names: [],
        hidden: hiddenBy(crd, missing ?? `${describeConverter(converter)}, which gives no answer`),
      });
    }
  }
  return leftovers;
}

function servedVersion({ spec }: Crd): string | undefined {
  return spec.versions.find(({ served }) => served)?.name;
}

/** A converter that does not answer must not use up the time of all other kinds. */
function converterMs(timeoutMs: number): number {
  return Math.min(10_000, timeoutMs / 2);
}

function hiddenBy({ metadata }: Crd, converter: string): string {
  return `${metadata.name} is converted by ${converter}`;
}

function tooLate(kind: string, namespace: string, timeoutMs: number): UserError {
  return new UserError(
    'delete-stuck',
    `namespace ${namespace} stays: looking for a ${kind} in it took longer than ${timeoutMs / 1000} s`,
    {
      fix: 'give it more time with --timeout',
    },
  );
}

/** CRDs by `group/plural`; none for those who may not see them. */
async function crdsByResource(client: Client, signal: AbortSignal): Promise<Map<string, Crd>> {
  try {
    const { items } = await client.list(CustomResourceDefinition, { signal });
    return new Map(items.map((crd) => [`${crd.spec.group}/${crd.spec.names.plural}`, crd]));
  } catch (error) {
    if (is.forbidden(error)) return new Map();
    throw error;
  }
}

/** `2 Guestbook (a, b), 1 Secret (c)`. */
export function describeLeftovers(leftovers: readonly Leftover[]): string {
  return leftovers
    .map(({ kind, names, hidden }) => {
      if (hidden !== undefined) return `perhaps a ${kind}, which cannot be listed: ${hidden}`;
      return `${names.length} ${kind} (${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''})`;
    })
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
