/** Applies objects to a cluster, in order, server-side. */
import { isCrd, inApplyOrder } from './apply-order.js';
import { type ApplyOutcome, type ApplyPlanOptions, fieldManager, planApply, type PlannedObject } from './apply-plan.js';
import type { Cluster } from '../cluster.js';
import { waitUntilEstablished } from './established.js';
import { explainFailure } from '../explain-failure.js';
import { identityOf, nameOf, type ObjectIdentity } from './object-name.js';
import type { ObjectTexts } from '../preview/object-text.js';
import type { KubeObject } from '../../../runtime/object/meta.js';

/** How to apply. */
export interface ApplyOptions extends ApplyPlanOptions {
  /** Only find out what would change. */
  readonly dryRun?: boolean;
}

/** An object and what became of it. */
export interface AppliedObject extends ObjectIdentity {
  readonly outcome: ApplyOutcome;
  /** With `diff`, the object before and after. */
  readonly texts?: ObjectTexts;
}

/**
 * Applies all objects, or none when rights, conflicts or a dry run by the server do not allow it. Objects that are
 * already as they should be are not written. New kinds are served when it resolves.
 */
export async function applyObjects(
  cluster: Cluster,
  objects: readonly KubeObject[],
  options: ApplyOptions,
): Promise<AppliedObject[]> {
  const plan = await planApply(cluster, inApplyOrder(objects), options);
  if (options.dryRun !== true) {
    await applyPlanned(
      cluster,
      plan.filter(({ object }) => comesBeforeOthers(object)),
      options,
    );
    const crds = plan.filter(({ object }) => isCrd(object)).map(({ object }) => object.metadata.name ?? '');
    await waitUntilEstablished(cluster.client, crds, options).catch((error: unknown) => {
      throw explainFailure(error, { action: `cannot ${options.action}`, signal: options.signal });
    });
    await applyPlanned(
      cluster,
      plan.filter(({ object }) => !comesBeforeOthers(object)),
      options,
    );
  }
  return plan.map(({ object, outcome, texts }) => ({ ...identityOf(object), outcome, ...(texts && { texts }) }));
}

function comesBeforeOthers(object: KubeObject): boolean {
  return object.kind === 'Namespace' || isCrd(object);
}

async function applyPlanned(
  { client }: Cluster,
  planned: readonly PlannedObject[],
  { forceConflicts, signal, update }: ApplyOptions,
): Promise<void> {
  for (const { object, outcome } of planned) {
    if (outcome === 'unchanged') continue;
    const name = nameOf(identityOf(object));
    update?.(name);
    await client.apply(object, { fieldManager, force: forceConflicts, signal }).catch((error: unknown) => {
      throw explainFailure(error, { action: `cannot apply ${name}`, signal, object });
    });
  }
}
