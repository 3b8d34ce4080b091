/** `kbts olm status`: each object of OLM, and whether it is there. */
import { UserError } from '../../../../errors.js';
import type { KubeObject } from '../../../../runtime/object/meta.js';
import type { ObjectIdentity } from '../../../cluster/apply/object-name.js';
import { openCluster } from '../../../cluster/cluster.js';
import type { ClusterFlags, CommandSurroundings } from '../../../cluster/command-progress.js';
import { explainFailure } from '../../../cluster/explain-failure.js';
import { findObject, findOlm } from './installed-olm.js';

/** Flags of `olm status`. */
export interface OlmStatusOptions extends ClusterFlags {
  /** When kbts has not installed it: which manifests to compare with. */
  readonly version?: string;
  readonly from?: string;
}

/** An object of OLM. */
export interface OlmPart extends ObjectIdentity {
  /** `Installed`, `Missing`, or more about those that run. */
  readonly status: string;
}

/** What there is. */
export interface OlmStatusResult {
  readonly server: string;
  readonly version: string;
  readonly objects: readonly OlmPart[];
}

/** Rejects with `olm-missing` when there is no OLM at all. */
export async function olmStatus(
  { root, env, signal, progress }: CommandSurroundings,
  options: OlmStatusOptions,
): Promise<OlmStatusResult> {
  await using cluster = await progress.step('connect to the cluster', () => openCluster({ ...options, env, signal }));
  try {
    const olm = await findOlm(cluster, { root, ...options, signal });
    if (olm === undefined) throw noOlm();
    const objects: OlmPart[] = [];
    for (const identity of olm.objects)
      objects.push({ ...identity, status: statusOf(await findObject(cluster, identity, signal)) });
    return { server: cluster.server, version: olm.version, objects };
  } catch (error) {
    throw explainFailure(error, { action: 'cannot see the state of OLM', signal });
  }
}

/** Said when there is nothing to show or to remove. */
export function noOlm(): UserError {
  return new UserError('olm-missing', 'the cluster has no Operator Lifecycle Manager', {
    fix: 'install it with "kbts olm install", or choose another cluster with --context',
  });
}

interface Running extends KubeObject {
  readonly spec?: { readonly replicas?: number };
  readonly status?: {
    readonly phase?: string;
    readonly availableReplicas?: number;
    readonly connectionState?: { readonly lastObservedState?: string };
  };
}

function statusOf(object: KubeObject | undefined): string {
  if (object === undefined) return 'Missing';
  if (object.metadata.deletionTimestamp !== undefined) return 'Terminating';
  const { kind, spec, status } = object as Running;
  if (kind === 'Deployment') return `Installed (${status?.availableReplicas ?? 0} of ${spec?.replicas ?? 1} available)`;
  const state = kind === 'ClusterServiceVersion' ? status?.phase : status?.connectionState?.lastObservedState;
  return state === undefined ? 'Installed' : `Installed (${state})`;
}
